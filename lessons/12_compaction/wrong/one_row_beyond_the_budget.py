"""caught by: test_the_cut_walks_back_until_the_budget_is_reached

The walk goes on when the budget is reached exactly.
"""


def find_cut(rows, keep_recent_tokens):
    cut, kept = len(rows), 0
    while kept <= keep_recent_tokens:
        if cut == 0:
            return 0
        cut -= 1
        kept += estimate_tokens([rows[cut][1]])
    roles = [message["role"] for _row_id, message in rows]
    if "user" in roles[cut:]:
        return roles.index("user", cut)
    while cut < len(rows) and roles[cut] == "toolResult":
        cut += 1
    return cut
