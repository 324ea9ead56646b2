"""caught by: test_one_function_changes_state

Any state may follow any other; a log that makes no sense is replayed all the same.
"""


def change_state(at, state):
    at["state"] = state
