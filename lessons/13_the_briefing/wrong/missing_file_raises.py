"""caught by: test_levels_without_one_are_passed_over

Each level's file is read without asking whether it is there.
"""


def discover_context(ws, cwd):
    folders = [part for part in cwd.split("/") if part not in ("", ".")]
    paths = ["/".join([*folders[:depth], "AGENTS.md"]) for depth in range(len(folders) + 1)]
    return [(path, ws.read_text(path)) for path in paths]
