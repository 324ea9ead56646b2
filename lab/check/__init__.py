"""One suite against one file: scenes play in a worker, tests judge here, records come out.

Nothing is imported at this level, so that a worker loads only what it needs.
"""
