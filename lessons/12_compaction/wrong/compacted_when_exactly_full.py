"""caught by: test_a_harness_is_compacted_between_runs_once_it_is_over_the_limit

A transcript that just fits is compacted already.
"""


async def maybe_compact(harness, log, model, *, window, reserve, keep_recent_tokens):
    if harness.is_running:
        raise RuntimeError("cannot compact during a run")
    if estimate_tokens(harness.messages) < window - reserve:
        return False
    if not await compact(log, model, keep_recent_tokens=keep_recent_tokens):
        return False
    harness.replace_messages(log.replay())
    return True
