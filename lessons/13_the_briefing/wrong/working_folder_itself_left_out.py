"""caught by: test_every_agents_md_from_the_top_down

The walk stops one folder early, above the working folder.
"""


def discover_context(ws, cwd):
    folders = [part for part in cwd.split("/") if part not in ("", ".")]
    paths = ["/".join([*folders[:depth], "AGENTS.md"]) for depth in range(max(len(folders), 1))]
    return [(path, ws.read_text(path)) for path in paths if ws.exists(path)]
