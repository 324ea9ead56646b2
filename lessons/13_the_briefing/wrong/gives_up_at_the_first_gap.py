"""caught by: test_levels_without_one_are_passed_over

The first level without a file ends the search.
"""


def discover_context(ws, cwd):
    folders = [part for part in cwd.split("/") if part not in ("", ".")]
    found = []
    for depth in range(len(folders) + 1):
        path = "/".join([*folders[:depth], "AGENTS.md"])
        if not ws.exists(path):
            break
        found.append((path, ws.read_text(path)))
    return found
