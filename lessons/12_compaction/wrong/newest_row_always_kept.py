"""caught by: test_a_budget_of_nothing_and_rows_that_run_out

The loop looks at the budget after the first row, so that a budget of 0 keeps one.
"""


def find_cut(rows, keep_recent_tokens):
    kept = 0
    for cut in range(len(rows) - 1, -1, -1):
        kept += estimate_tokens([rows[cut][1]])
        if kept >= keep_recent_tokens:
            break
    else:
        return 0
    roles = [message["role"] for _row_id, message in rows]
    if "user" in roles[cut:]:
        return roles.index("user", cut)
    while cut < len(rows) and roles[cut] == "toolResult":
        cut += 1
    return cut
