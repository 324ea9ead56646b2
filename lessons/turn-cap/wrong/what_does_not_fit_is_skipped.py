"""caught by: test_a_log_that_does_not_fit_is_refused

An event that does not fit is passed over: a torn log is replayed as a whole one.
"""


def replay(events):
    at = {"state": "idle", "plan": [], "cursor": 0, "turns": 0, "tool_calls": 0, "messages": []}
    at.update(budget=dict.fromkeys(LIMITS), draft=None, step=None, warned=None, paused=None)
    for event in events:
        try:
            apply(at, event)
        except ValueError:
            continue
    return at
