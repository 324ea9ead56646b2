"""caught by: test_the_files_come_as_they_are

The texts are tidied on the way: blanks at both ends go, and an empty file is taken for none.
"""


def discover_context(ws, cwd):
    folders = [part for part in cwd.split("/") if part not in ("", ".")]
    found = []
    for depth in range(len(folders) + 1):
        path = "/".join([*folders[:depth], "AGENTS.md"])
        text = ws.read_text(path).strip() if ws.exists(path) else ""
        if text:
            found.append((path, text))
    return found
