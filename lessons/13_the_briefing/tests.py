"""Lesson 13: the briefing says what is really there, each thing once, the same bytes each time."""

import posixpath

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

OPENING = "You are a coding assistant working in the user's project."
ENDING = "Current date: 2026-03-02\nCurrent working directory: ."

TREE = {
    "AGENTS.md": "The top.\n",
    "services/AGENTS.md": "All services.\n",
    "services/api/AGENTS.md": "This one.\n",
    "services/api/v2/AGENTS.md": "Below.\n",
    "services/web/AGENTS.md": "Beside.\n",
    "web/AGENTS.md": "Elsewhere.\n",
}


def found(seen):
    """The paths that were found, `./AGENTS.md` and `AGENTS.md` being the same."""
    return [posixpath.normpath(path) for path in seen["paths"]]


def plain_paths(prompt):
    """The prompt with `./AGENTS.md` written `AGENTS.md`."""
    return prompt.replace('path="./', 'path="')


def sections(seen):
    """What stands between the opening and the ending, or all of it when they are not there."""
    start, end = OPENING + "\n\n", "\n\n" + ENDING
    prompt = seen["prompt"]
    if prompt == OPENING + "\n\n" + ENDING:
        return ""
    if prompt.startswith(start) and prompt.endswith(end):
        return prompt[len(start) : -len(end)]
    return prompt


def test_every_agents_md_from_the_top_down(play):
    """Every AGENTS.md from the top down to the working folder is found, broad to specific."""
    cwds = ["services/api/v2", "services/api", "services", "."]
    seen = {cwd: play("files_discovered", files=TREE, cwd=cwd) for cwd in cwds}
    assert {cwd: found(each) for cwd, each in seen.items()} == {
        "services/api/v2": [
            "AGENTS.md",
            "services/AGENTS.md",
            "services/api/AGENTS.md",
            "services/api/v2/AGENTS.md",
        ],
        "services/api": ["AGENTS.md", "services/AGENTS.md", "services/api/AGENTS.md"],
        "services": ["AGENTS.md", "services/AGENTS.md"],
        ".": ["AGENTS.md"],
    }
    assert seen["services/api"]["texts"] == ["The top.\n", "All services.\n", "This one.\n"]


def test_levels_without_one_are_passed_over(play):
    """A level without an AGENTS.md is passed over, and files of other names or folders are none."""
    files = {
        "README.md": "No.",
        "agents.md": "No.",
        "AGENTS.md.bak": "No.",
        "a/MY-AGENTS.md": "No.",
        "a/b/AGENTS.md": "Yes.",
        "a/b/c/notes.md": "No.",
        "AGENTS/AGENTS.md": "No.",
        "ab/AGENTS.md": "No.",
    }
    cwds = ["a/b/c", "a/b", "a", ".", "a/b/c/new", "new/empty"]
    assert {cwd: found(play("files_discovered", files=files, cwd=cwd)) for cwd in cwds} == {
        "a/b/c": ["a/b/AGENTS.md"],
        "a/b": ["a/b/AGENTS.md"],
        "a": [],
        ".": [],
        "a/b/c/new": ["a/b/AGENTS.md"],
        "new/empty": [],
    }
    assert play("files_discovered", files={}, cwd="a/b")["paths"] == []


def test_the_files_come_as_they_are(play):
    """A file's text comes as it is on the disk, empty or not; reading it changes nothing."""
    texts = {
        "AGENTS.md": "No newline at the end: caf\u00e9 \u5317 \u2028",
        "a/AGENTS.md": "",
        "a/b/AGENTS.md": "\r\n  Both kinds\r\nof line ends.\n\n",
    }
    seen = play("files_discovered", files=texts, cwd="a/b")
    assert found(seen) == ["AGENTS.md", "a/AGENTS.md", "a/b/AGENTS.md"]
    assert seen["texts"] == list(texts.values())
    assert seen["again"] == [list(pair) for pair in zip(seen["paths"], seen["texts"], strict=True)]
    assert seen["writes"] == []


def test_with_nothing_there_it_says_who_it_is_when_and_where(play):
    """With no tools, files or skills there are two sections: who it is, and the date and folder."""
    seen = play("a_prompt")
    assert seen["prompt"] == OPENING + "\n\n" + ENDING
    seen = play("a_prompt", cwd="services/api", today="a Monday")
    assert seen["lines"][1:] == [
        "",
        "Current date: a Monday",
        "Current working directory: services/api",
    ]


def test_a_line_for_each_tool_that_has_a_snippet(play):
    """Each tool that has a snippet gets a line, in the tools' order; a tool without gets none."""
    tools = [
        {"name": "write", "snippet": "Create files"},
        {"name": "secret"},
        {"name": "bash", "snippet": "Run commands"},
    ]
    seen = play("a_prompt", tools=tools)
    assert sections(seen) == "Available tools:\n- write: Create files\n- bash: Run commands"
    assert sections(play("a_prompt", tools=[{"name": "secret"}])) == ""


def test_each_guideline_once(play):
    """Each guideline stands there once, first seen first, however many tools bring it."""
    tools = [
        {"name": "a", "guidelines": ["Zeal first.", "Be brief."]},
        {"name": "b"},
        {"name": "c", "guidelines": []},
        {"name": "d", "guidelines": ["Ask.", "Be brief.", "Ask.", "Be"], "snippet": "Do"},
        {"name": "e", "guidelines": ["Zeal first.", "Also this."]},
    ]
    lines = ["Zeal first.", "Be brief.", "Ask.", "Be", "Also this."]
    seen = play("a_prompt", tools=tools)
    assert sections(seen) == "\n".join(
        ["Available tools:", "- d: Do", "", "Guidelines:", *(f"- {line}" for line in lines)]
    )
    none = [{"name": "c", "guidelines": []}, {"name": "d", "snippet": "Do"}]
    assert sections(play("a_prompt", tools=none)) == "Available tools:\n- d: Do"


def test_each_context_file_in_a_tag_of_its_own(play):
    """Each context file stands in a section of its own, in order, its text as it is."""
    files = [
        ["AGENTS.md", "Two lines\nand a newline.\n"],
        ["a/AGENTS.md", "{cwd} %s {0} $today </project_instructions>"],
        ["a/b/AGENTS.md", ""],
        ["a/b/c/AGENTS.md", "  \r\nTwo lines\nand a newline.\n"],
    ]
    seen = play("a_prompt", context_files=files)
    assert sections(seen).split("\n") == [
        '<project_instructions path="AGENTS.md">',
        "Two lines",
        "and a newline.",
        "",
        "</project_instructions>",
        "",
        '<project_instructions path="a/AGENTS.md">',
        "{cwd} %s {0} $today </project_instructions>",
        "</project_instructions>",
        "",
        '<project_instructions path="a/b/AGENTS.md">',
        "",
        "</project_instructions>",
        "",
        '<project_instructions path="a/b/c/AGENTS.md">',
        "  \r",
        "Two lines",
        "and a newline.",
        "",
        "</project_instructions>",
    ]


SKILLS = [
    {"name": "changelog", "description": "Write the changelog", "path": "skills/changelog.md"},
    {"name": "release", "description": "Cut a release", "path": "skills/release.md"},
]
SKILL_LINES = [
    "- changelog: Write the changelog (skills/changelog.md)",
    "- release: Cut a release (skills/release.md)",
]


def test_a_line_for_each_skill(play):
    """After the files come the skills: a sentence saying what they are, and a line for each."""
    files = [["AGENTS.md", "Be brief."]]
    seen = play("a_prompt", tools=[{"name": "read"}], context_files=files, skills=SKILLS)
    start = '<project_instructions path="AGENTS.md">\nBe brief.\n</project_instructions>\n\n'
    assert sections(seen)[: len(start)] == start
    lines = sections(seen)[len(start) :].split("\n")
    assert lines[-2:] == SKILL_LINES
    assert "".join(lines[:-2]).strip() != "", "nothing says what the skills are"
    assert seen["prompt"].count("changelog.md") == 1
    one = play("a_prompt", tools=[{"name": "read"}], skills=SKILLS[1:])
    assert sections(one).split("\n")[-1:] == SKILL_LINES[1:]


def test_skills_only_for_who_can_read_them(play):
    """Without a tool named read there are no skills, and without skills nothing is said of them."""
    prompts = {
        "no tools": play("a_prompt", skills=SKILLS),
        "reader, write": play(
            "a_prompt", tools=[{"name": "reader"}, {"name": "write"}], skills=SKILLS
        ),
        "read, no skills": play("a_prompt", tools=[{"name": "read"}]),
    }
    assert {tools: sections(seen) for tools, seen in prompts.items()} == dict.fromkeys(prompts, "")
    last = play("a_prompt", tools=[{"name": "write"}, {"name": "read"}], skills=SKILLS)
    assert sections(last).split("\n")[-2:] == SKILL_LINES


def test_all_of_it_in_its_order(play):
    """All of it stands in one order, a blank line between two sections and none at the end."""
    seen = play("the_prompt_of_the_three_tools")
    lines = plain_paths(seen["prompt"]).split("\n")
    assert lines == [
        OPENING,
        "",
        "Available tools:",
        "- read: Read file contents",
        "- write: Create or overwrite files",
        "- bash: Run shell commands",
        "",
        "Guidelines:",
        "- Use read to examine files instead of cat or sed.",
        "- Show file paths clearly when working with files.",
        "- Use write only for new files or complete rewrites.",
        "- Say what a command is for before you run it.",
        "",
        '<project_instructions path="AGENTS.md">',
        "Use plain words.",
        "",
        "</project_instructions>",
        "",
        '<project_instructions path="services/api/AGENTS.md">',
        "Never touch the {schema}.",
        "</project_instructions>",
        "",
        "Current date: 2026-03-02",
        "Current working directory: services/api",
    ]
    skilled = plain_paths(play("the_prompt_of_the_three_tools", skills=SKILLS)["prompt"])
    assert skilled.split("\n")[:22] == lines[:22]
    assert skilled.split("\n")[-5:] == [*SKILL_LINES, *lines[-3:]]


def test_the_same_things_give_the_same_bytes(play):
    """The same things give the same bytes each time, and are not changed by it."""
    tools = [
        {"name": "read", "snippet": "Read", "guidelines": ["Be brief.", "Be brief.", "Ask."]},
        {"name": "bash", "guidelines": ["Ask.", "Say why."]},
    ]
    files = [["AGENTS.md", "Rules.\n"], ["a/AGENTS.md", "More."]]
    seen = play("a_prompt", tools=tools, context_files=files, skills=SKILLS)
    assert seen["again"] == [seen["prompt"]] * 2
    assert seen["after"] == seen["before"]


WORDS = st.text("ab{}%-:", min_size=1, max_size=4)
TOOLS = st.lists(
    st.fixed_dictionaries(
        {"name": st.sampled_from(["read", "bash", "x"]), "guidelines": st.lists(WORDS, max_size=4)},
        optional={"snippet": WORDS},
    ),
    max_size=3,
    unique_by=lambda tool: tool["name"],
)


@settings(
    max_examples=25,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(tools=TOOLS)
def test_any_tools(play, tools):
    """Whatever tools are there: each snippet, each guideline once, the same bytes again."""
    seen = play("a_prompt", tools=tools)
    guidelines = []
    for line in (line for tool in tools for line in tool["guidelines"]):
        guidelines += [] if line in guidelines else [line]
    snippets = [f"{tool['name']}: {tool['snippet']}" for tool in tools if "snippet" in tool]
    expected = [
        "\n".join([title, *(f"- {line}" for line in lines)])
        for title, lines in (("Available tools:", snippets), ("Guidelines:", guidelines))
        if lines
    ]
    assert sections(seen) == "\n\n".join(expected)
    assert seen["again"] == [seen["prompt"]] * 2


def test_a_harness_is_briefed_once(play):
    """Every request of a session carries the same briefing; the files are read when it is built."""
    seen = play("a_session_with_a_briefing")
    rules = '<project_instructions path="AGENTS.md">\n{} words.\n\n</project_instructions>'
    assert [request["system"] for request in seen["requests"]] == [seen["system"]] * 4
    now, then = (plain_paths(seen[key]) for key in ("system", "next_morning"))
    assert now.split("\n\n", 3)[3] == rules.format("Use plain") + "\n\n" + ENDING
    tomorrow = ENDING.replace("03-02", "03-03")
    assert then.split("\n\n", 3)[3] == rules.format("Use long") + "\n\n" + tomorrow
