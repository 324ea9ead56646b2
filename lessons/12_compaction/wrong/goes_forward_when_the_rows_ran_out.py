"""caught by: test_a_budget_of_nothing_and_rows_that_run_out

When everything fits, it goes forward to a user message all the same, and cuts off what is before.
"""


def find_cut(rows, keep_recent_tokens):
    cut, kept = len(rows), 0
    while kept < keep_recent_tokens:
        if cut == 0:
            break
        cut -= 1
        kept += estimate_tokens([rows[cut][1]])
    roles = [message["role"] for _row_id, message in rows]
    if "user" in roles[cut:]:
        return roles.index("user", cut)
    while cut < len(rows) and roles[cut] == "toolResult":
        cut += 1
    return cut
