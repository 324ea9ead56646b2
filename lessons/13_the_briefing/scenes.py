"""What lesson 13 plays: project files found on a disk, and the system prompt built from them."""

import copy


def files_discovered(harness, lab, files, cwd):
    """Look for the project's AGENTS.md files, twice, from one folder of this disk."""
    ws = lab.Workspace(files)
    found = [list(pair) for pair in harness.discover_context(ws, cwd)]
    again = [list(pair) for pair in harness.discover_context(ws, cwd)]
    return {
        "paths": [path for path, _text in found],
        "texts": [text for _path, text in found],
        "again": again,
        "writes": [list(write) for write in ws.writes],
    }


def _tools(lab, tools):
    """Tools of these names that say of themselves what is given here, and no more."""
    return [{**lab.tool(tool["name"]), **tool} for tool in tools]


def a_prompt(harness, lab, tools=(), context_files=(), skills=(), cwd=".", today="2026-03-02"):
    """Build the system prompt from these things, more than once."""
    made = _tools(lab, tools)
    files = [tuple(pair) for pair in context_files]
    given = (made, files, list(skills), cwd, today)
    before = copy.deepcopy(_plain(*given))
    prompts = [harness.build_system_prompt(*given) for _ in range(2)]
    fresh = (_tools(lab, tools), list(files), list(skills), cwd, today)
    prompts.append(harness.build_system_prompt(*fresh))
    return {
        "prompt": prompts[0],
        "lines": prompts[0].split("\n"),
        "again": prompts[1:],
        "before": before,
        "after": _plain(*given),
    }


def _plain(tools, files, skills, cwd, today):
    told = [{key: value for key, value in tool.items() if key != "execute"} for tool in tools]
    return [told, [list(pair) for pair in files], skills, cwd, today]


def the_prompt_of_the_three_tools(harness, lab, skills=()):
    """Build the system prompt of read, write and bash in a project with two AGENTS.md files."""
    ws = lab.Workspace(
        {
            "AGENTS.md": "Use plain words.\n",
            "services/api/AGENTS.md": "Never touch the {schema}.",
            "services/api/app.py": "",
        }
    )
    tools = [
        harness.make_read_tool(ws),
        harness.make_write_tool(ws),
        harness.make_bash_tool(lab.Shell(ws)),
    ]
    files = harness.discover_context(ws, "services/api")
    prompt = harness.build_system_prompt(tools, files, skills, "services/api", "2026-03-02")
    return {"prompt": prompt, "lines": prompt.split("\n")}


async def a_session_with_a_briefing(harness, lab):
    """Brief a harness; it reads the project's AGENTS.md and edits it, over two prompts."""
    ws = lab.Workspace({"AGENTS.md": "Use plain words.\n"})
    tools = [harness.make_read_tool(ws), harness.make_write_tool(ws)]
    files = harness.discover_context(ws, ".")
    system = harness.build_system_prompt(tools, files, [], ".", "2026-03-02")
    edit = {"path": "AGENTS.md", "content": "Use long words.\n"}
    steps = [
        lab.reply(lab.call("read", {"path": "AGENTS.md"})),
        lab.reply(lab.call("write", edit)),
        lab.say("Changed."),
        lab.say("Good morning."),
    ]
    model = lab.ScriptedModel(steps)
    owner = harness.Harness(model, system, tools)
    await lab.drive(owner.prompt("Change the project's rules."))
    await lab.drive(owner.prompt("Hello."))
    files = harness.discover_context(ws, ".")
    return {
        "record": list(owner.messages),
        "system": system,
        "requests": lab.requests(model),
        "next_morning": harness.build_system_prompt(tools, files, [], ".", "2026-03-03"),
    }
