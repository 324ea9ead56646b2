"""caught by: test_the_kept_rows_open_on_a_user_message

When no user message follows, everything is summed up instead of what is before the turn's rest.
"""


def find_cut(rows, keep_recent_tokens):
    cut, kept = len(rows), 0
    while kept < keep_recent_tokens:
        if cut == 0:
            return 0
        cut -= 1
        kept += estimate_tokens([rows[cut][1]])
    while cut < len(rows) and rows[cut][1]["role"] != "user":
        cut += 1
    return cut
