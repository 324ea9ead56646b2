"""Lesson 16: a real provider. What is built here stands beside harness.py; nothing in it changes.

Announces:
"""
