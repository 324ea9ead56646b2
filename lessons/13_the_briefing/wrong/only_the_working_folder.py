"""caught by: test_every_agents_md_from_the_top_down

Only the working folder's own file is found, not the ones above it.
"""


def discover_context(ws, cwd):
    path = "AGENTS.md" if cwd == "." else f"{cwd}/AGENTS.md"
    return [(path, ws.read_text(path))] if ws.exists(path) else []
