"""caught by: test_the_kept_rows_open_on_a_user_message

Tool results are walked past, but the kept rows may open in the middle of a turn though a user
message follows.
"""


def find_cut(rows, keep_recent_tokens):
    cut, kept = len(rows), 0
    while kept < keep_recent_tokens:
        if cut == 0:
            return 0
        cut -= 1
        kept += estimate_tokens([rows[cut][1]])
    roles = [message["role"] for _row_id, message in rows]
    while cut < len(rows) and roles[cut] == "toolResult":
        cut += 1
    return cut
