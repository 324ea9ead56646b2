"""caught by: test_one_function_changes_state

The change is made before it is refused, so whoever catches the error has it.
"""


def change_state(at, state):
    old, at["state"] = at["state"], state
    if state not in NEXT_STATES[old]:
        raise ValueError(f"illegal change of state: {old} -> {state}")
