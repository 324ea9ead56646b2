"""caught by: test_every_agents_md_from_the_top_down

The walk goes up from the working folder, and its findings stay in that order.
"""


def discover_context(ws, cwd):
    folders = [part for part in cwd.split("/") if part not in ("", ".")]
    found = []
    for depth in range(len(folders), -1, -1):
        path = "/".join([*folders[:depth], "AGENTS.md"])
        if ws.exists(path):
            found.append((path, ws.read_text(path)))
    return found
