"""caught by: test_every_agents_md_from_the_top_down

The top folder is looked at, then each part of the way, and at the top that is `.` once more.
"""


def discover_context(ws, cwd):
    paths, folder = ["AGENTS.md"], ""
    for part in cwd.split("/"):
        folder += f"{part}/"
        paths.append(f"{folder}AGENTS.md")
    return [(path, ws.read_text(path)) for path in paths if ws.exists(path)]
