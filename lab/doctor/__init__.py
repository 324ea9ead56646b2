"""Runs that ended somewhere they should not have: read, diagnosed, played beside the reference."""
