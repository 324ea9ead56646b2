"""caught by: test_the_cut_walks_back_until_the_budget_is_reached

Each step estimates all the rows from there on together, where roundings and newlines add up.
"""


def find_cut(rows, keep_recent_tokens):
    cut = len(rows)
    while estimate_tokens([message for _row_id, message in rows[cut:]]) < keep_recent_tokens:
        if cut == 0:
            return 0
        cut -= 1
    roles = [message["role"] for _row_id, message in rows]
    if "user" in roles[cut:]:
        return roles.index("user", cut)
    while cut < len(rows) and roles[cut] == "toolResult":
        cut += 1
    return cut
