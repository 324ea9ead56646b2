"""caught by: test_the_kept_rows_open_on_a_user_message

From the row that reaches the budget it goes back to the user message before it, and keeps more
than it was told to.
"""


def find_cut(rows, keep_recent_tokens):
    cut, kept = len(rows), 0
    while kept < keep_recent_tokens:
        if cut == 0:
            return 0
        cut -= 1
        kept += estimate_tokens([rows[cut][1]])
    while 0 < cut < len(rows) and rows[cut][1]["role"] != "user":
        cut -= 1
    return cut
