"""caught by: test_the_kept_rows_open_on_a_user_message

The cut stays where the budget was reached, be it in the middle of a turn or on a tool result.
"""


def find_cut(rows, keep_recent_tokens):
    cut, kept = len(rows), 0
    while kept < keep_recent_tokens:
        if cut == 0:
            return 0
        cut -= 1
        kept += estimate_tokens([rows[cut][1]])
    return cut
