"""A file nobody pasted in"""

LESSON = "13"

REPORT = """
The API service did not start after the release: a syntax error, in a line our assistant had
written the day before. The service runs on Python 3.8, the line uses an f-string that 3.8 can't
read, and our instructions for the service say in so many words not to do that.

We have a good system prompt. One of us keeps it by hand, and our instructions are pasted right
into it. The run itself looks perfect: it read the file, it wrote the file, nothing was flagged,
and it said what it had done.
"""

QUESTION = "The rule is written down. Why didn't the model follow it?"

OPTIONS = {
    "a": "It never got the rule: the prompt has instructions in it, and not these.",
    "b": "It didn't look: it should have listed the folder, and found the rule.",
    "c": "It did read the rule, and gave more weight to its habits: models forget long prompts.",
    "d": "It got two rules that contradict each other, and followed the first.",
}

RIGHT = "a"

FEEDBACK = {
    "a": "Somebody pasted a file once. The project has grown another since, closer to the work.",
    "b": "It might have. A briefing that depends on the model looking for it is no briefing.",
    "c": "Look at what was sent. The prompt is short, and the rule isn't in it.",
    "d": "Only one file was sent. With both, the closer one comes last, and says which service"
    " it is for.",
}

REVEAL = """
The prompt was right on the day it was written. Then a service got rules of its own, in its own
`AGENTS.md`, and nobody told the prompt.

The reference builds the prompt for each session from what is there: every `AGENTS.md` from the
top down to the folder it works in, the broad one first. The record has the same shape, the answer
is the same sentence, nothing is flagged in either run. The difference is in the system prompt and
in the one line that was written: on the record as the call's argument, and on the disk.
"""

DIFFERS = ["system", "requests", "record", "disk"]
SAME = ["shape", "flagged", "answer"]
SHOW = ["system", "disk"]
CAUGHT = True

TOP = "Log every request. Keep lines under 100 characters.\n"
API = "This service runs on Python 3.8: no f-strings here, use str.format.\n"
OLD = "def greet(user):\n    return 'hello'\n"
F_STRING = "def greet(user):\n    return f'hello {user['name']}'\n"
FORMAT = "def greet(user):\n    return 'hello {}'.format(user['name'])\n"


def theirs(harness):
    def build_system_prompt(tools, context_files, skills, cwd, today):
        return f"You are a coding assistant working in the user's project.\n\n# AGENTS.md\n\n{TOP}"

    harness.build_system_prompt = build_system_prompt


async def scene(harness, lab):
    ws = lab.Workspace(
        {"AGENTS.md": TOP, "services/api/AGENTS.md": API, "services/api/greet.py": OLD}
    )

    def written(request):
        new = FORMAT if "no f-strings" in request.system else F_STRING
        return lab.reply(lab.call("write", {"path": "services/api/greet.py", "content": new}))

    model = lab.ScriptedModel(
        [
            lab.reply(lab.call("read", {"path": "services/api/greet.py"})),
            written,
            lab.say("greet() now greets the user by name."),
        ]
    )
    tools = [harness.make_read_tool(ws), harness.make_write_tool(ws)]
    cwd = "services/api"
    found = harness.discover_context(ws, cwd)
    system = harness.build_system_prompt(tools, found, [], cwd, "2026-02-03")
    agent = harness.Harness(model, system, tools)
    await lab.drive(agent.prompt("Make greet() greet the user by name."))
    record = list(agent.messages)
    return {
        "system": system,
        "record": record,
        "shape": lab.shape(record),
        "flagged": [m["tool_call_id"] for m in record if m.get("is_error")],
        "answer": harness.text_of(record[-1]),
        "requests": lab.requests(model),
        "disk": ws.snapshot(),
    }


def tell(seen):
    files = [path for path in seen["disk"] if path.endswith("AGENTS.md")]
    told = [path for path in files if seen["disk"][path].strip() in seen["system"]]
    return [
        f"requests: {len(seen['requests'])}",
        f"record: {seen['shape']}",
        f"results flagged as errors: {len(seen['flagged'])}",
        f"rules in the prompt: {', '.join(told)}",
        f"answer: {seen['answer']}",
        f"written: {seen['disk']['services/api/greet.py'].splitlines()[1].strip()}",
    ]
