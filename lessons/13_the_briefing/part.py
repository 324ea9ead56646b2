"""Lesson 13: the system prompt, built from the tools, files and skills that are really there.

Announces: discover_context, SKILLS_INTRO, build_system_prompt
"""

# == 6 environment ==


def discover_context(ws, cwd):
    """Every AGENTS.md from the top down to `cwd`, as (path, text): broad to specific."""
    # --- your code: 13 discover_context ---
    # step: The top folder first, then each folder on the way to cwd.
    # step: Paths are relative: "AGENTS.md", "services/AGENTS.md", "services/api/AGENTS.md".
    folders = [part for part in cwd.split("/") if part not in ("", ".")]
    paths = ["/".join([*folders[:depth], "AGENTS.md"]) for depth in range(len(folders) + 1)]
    return [(path, ws.read_text(path)) for path in paths if ws.exists(path)]
    # --- end ---


SKILLS_INTRO = (
    "Skills are instructions for special tasks. When a task matches one, read its file first:"
)


def build_system_prompt(tools, context_files, skills, cwd, today):
    """The briefing, from what is really there. No clock, no disk: same arguments, same bytes."""

    # --- your code: 13 build_system_prompt ---
    # step: Sections, joined by a blank line, an empty one left out:
    # step: "You are a coding assistant working in the user's project."
    # step: "Available tools:" and "- name: snippet" for each tool that has a snippet
    # step: "Guidelines:" and "- guideline" each, once, first seen first
    # step: each file as <project_instructions path="...">, its text, </project_instructions>
    # step: SKILLS_INTRO and "- name: description (path)" each, when a tool named read is there
    # step: "Current date: ..." and "Current working directory: ..."
    def section(title, items):
        return "\n".join([title, *(f"- {item}" for item in items)]) if items else ""

    snippets = [f"{tool['name']}: {tool['snippet']}" for tool in tools if tool.get("snippet")]
    guidelines = [line for tool in tools for line in tool.get("guidelines", [])]
    known = [f"{skill['name']}: {skill['description']} ({skill['path']})" for skill in skills]
    can_read = any(tool["name"] == "read" for tool in tools)
    sections = [
        "You are a coding assistant working in the user's project.",
        section("Available tools:", snippets),
        section("Guidelines:", list(dict.fromkeys(guidelines))),  # each once, first seen first
        *(
            f'<project_instructions path="{path}">\n{text}\n</project_instructions>'
            for path, text in context_files
        ),
        section(SKILLS_INTRO, known if can_read else []),
        f"Current date: {today}\nCurrent working directory: {cwd}",
    ]
    return "\n\n".join(filter(None, sections))
    # --- end ---
