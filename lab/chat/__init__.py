"""A real folder and a real shell, for a harness that was written against the fakes.

Nothing here talks to a model or to a terminal.
"""
