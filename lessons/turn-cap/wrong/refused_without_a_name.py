"""caught by: test_one_function_changes_state

A change that is not allowed is refused, and nobody learns which.
"""


def change_state(at, state):
    if state not in NEXT_STATES[at["state"]]:
        raise ValueError("illegal change of state")
    at["state"] = state
