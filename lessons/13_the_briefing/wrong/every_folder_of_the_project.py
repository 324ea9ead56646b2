"""caught by: test_every_agents_md_from_the_top_down

All the AGENTS.md files of the project are taken, those of other folders too.
"""


def discover_context(ws, cwd):
    def walk(folder):
        found = []
        for name in ws.listdir(folder):
            path = name if folder == "." else f"{folder}/{name}"
            if name.endswith("/"):
                found += walk(path[:-1])
            elif name == "AGENTS.md":
                found.append((path, ws.read_text(path)))
        return found

    return sorted(walk("."), key=lambda pair: pair[0].count("/"))
