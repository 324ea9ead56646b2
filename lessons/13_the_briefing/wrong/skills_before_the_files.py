"""caught by: test_a_line_for_each_skill

The skills stand before the project's own instructions.
"""


def build_system_prompt(tools, context_files, skills, cwd, today):
    def section(title, items):
        return "\n".join([title, *(f"- {item}" for item in items)]) if items else ""

    snippets = [f"{tool['name']}: {tool['snippet']}" for tool in tools if tool.get("snippet")]
    guidelines = [line for tool in tools for line in tool.get("guidelines", [])]
    known = [f"{skill['name']}: {skill['description']} ({skill['path']})" for skill in skills]
    can_read = any(tool["name"] == "read" for tool in tools)
    sections = [
        "You are a coding assistant working in the user's project.",
        section("Available tools:", snippets),
        section("Guidelines:", list(dict.fromkeys(guidelines))),
        section(SKILLS_INTRO, known if can_read else []),
        *(
            f'<project_instructions path="{path}">\n{text}\n</project_instructions>'
            for path, text in context_files
        ),
        f"Current date: {today}\nCurrent working directory: {cwd}",
    ]
    return "\n\n".join(filter(None, sections))
