"""caught by: test_a_log_is_compacted_at_every_cut

The summary is made of all the rows, so that what is kept is told twice.
"""


async def compact(log, model, *, keep_recent_tokens):
    rows = log.rows()
    cut = find_cut(rows, keep_recent_tokens)
    if cut in (0, len(rows)):
        return False
    try:
        summary = await summarize(model, [message for _row_id, message in rows])
    except NoSummary:
        return False
    log.append_compaction(summary, rows[cut][0])
    return True
