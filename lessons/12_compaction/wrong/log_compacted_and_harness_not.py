"""caught by: test_a_session_outlasts_the_window_and_nothing_is_deleted

The log gets its compaction, and the harness goes on from its old transcript all the same.
"""


async def maybe_compact(harness, log, model, *, window, reserve, keep_recent_tokens):
    if harness.is_running:
        raise RuntimeError("cannot compact during a run")
    if estimate_tokens(harness.messages) <= window - reserve:
        return False
    return await compact(log, model, keep_recent_tokens=keep_recent_tokens)
