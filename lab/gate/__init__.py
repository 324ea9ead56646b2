"""Keeps suites good: measures what a suite passes, what it catches, and whether it wavers.

The suites' authors are its users, and all that it runs is the course's own: the reference, mutants
of it, and the wrong solutions. How one file is judged is `lab.check`'s affair.
"""
