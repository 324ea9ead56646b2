"""Only a look"""

LESSON = "14"

REPORT = """
Our assistant asks before it runs a command. It asked about `git status` forty times a day, so I
gave that one a standing yes. Everything else it still asks about, and I say no to whatever I do not
like.

On Thursday the folder `drafts` was gone. Nobody had asked me anything that day. I have tried it
since: ask for `rm -r drafts`, and the question comes, I say no, and nothing is touched. `git
status` goes through, as it should. In the settings there is one standing yes, the one I gave.
"""

QUESTION = "Nobody was asked on Thursday, and the folder is gone. How did it get past the door?"

OPTIONS = {
    "a": "The check broke on Thursday, and a door that breaks let the call through.",
    "b": "The standing yes was taken for the tool: after one yes to `bash`, all of `bash` is free.",
    "c": "The standing yes was held against the beginning of the command.",
    "d": "It did not get past the door: another tool, which has none, took the folder away.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "The check ran and answered. And had it raised, `guard` would have refused.",
    "b": "Then `rm -r drafts` would have needed no question either. It is asked about, in both runs"
    " and after the yes.",
    "c": "The command on Thursday began with the words that you had said yes to, and did not end"
    " there.",
    "d": "There is one tool, and it has a door. The call is on the record, with its result.",
}

REVEAL = """
`guard` did what it should: it asked its check, and got None. The check has a rule, `git status`,
and looked whether the command starts with it. `git status --short && rm -r drafts` does. One string
is one command to the check, and two to the shell. The model meant no harm: it had been asked to
tidy up, and looked while it was at it.

Mended, the rule is for a command that is equal to it, and the call is asked about. The price is
that `git status --short` is asked about as well. To split the string at `&&` would be the next
rule that is almost right: there are `;`, `|`, `$(...)` and a new line, and each of them is one more
way to say "and then".

The suite of the lesson cannot catch this. Its door is not broken; what was handed to it is.
**A rule about how a command begins says nothing about what it does.**
"""

SOURCE = "charmbracelet/crush#3425"
DIFFERS = ["record", "requests", "asked", "disk"]
SAME = ["shape", "calls", "alone", "look"]
SHOW = ["record", "asked", "disk"]
CAUGHT = False
MENDED = "the same door, with a rule for the whole command"

RULES = ["git status"]
THURSDAY = "git status --short && rm -r drafts"


def begins(command):
    return any(command.startswith(rule) for rule in RULES)


def equals(command):
    return command in RULES


def check_with(allowed, human, harness):
    ask = harness.confirm_with(human)

    def check(name, arguments):
        return None if allowed(arguments["command"]) else ask(name, arguments)

    return check


def terminal(harness, lab, ws):
    """A `bash` for commands that are joined by &&, each of which the plain one runs."""
    status = "nothing added to commit; untracked: drafts/\n"
    shell = lab.Shell(ws, {"git": lambda words: (status, 0, 0)})
    bash = harness.make_bash_tool(shell)

    async def execute(arguments, signal=None):
        parts = arguments["command"].split(" && ")
        return "".join([await bash["execute"]({"command": part}, signal) for part in parts])

    return {**bash, "execute": execute}


async def played(harness, lab, allowed, command):
    ws = lab.Workspace({"notes.md": "# Notes\n", "drafts/week.md": "Monday: ...\n"})
    human = lab.Human()  # says no to whatever it is asked
    door = harness.guard(terminal(harness, lab, ws), check_with(allowed, human, harness))
    model = lab.ScriptedModel(
        [lab.reply(lab.call("bash", {"command": command})), lab.say("That is all there was to do.")]
    )
    record = []
    await lab.drive(harness.run_agent(model, "You keep notes tidy.", record, [door], "Tidy up."))
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "calls": harness.tool_calls(record[1]),
        "asked": list(human.asked),
        "disk": ws.snapshot(),
    }


async def all_three(harness, lab, allowed):
    seen = await played(harness, lab, allowed, THURSDAY)
    for name, command in [("alone", "rm -r drafts"), ("look", "git status")]:
        other = await played(harness, lab, allowed, command)
        seen[name] = {key: other[key] for key in ("record", "asked", "disk")}
    return seen


async def scene(harness, lab):
    return await all_three(harness, lab, begins)


async def mended(harness, lab):
    return await all_three(harness, lab, equals)


def tell(seen):
    return [
        f"on Thursday: {seen['shape']}, questions asked: {len(seen['asked'])}",
        f"rm -r drafts, tried alone: questions asked: {len(seen['alone']['asked'])},"
        f" on disk: {', '.join(seen['alone']['disk'])}",
        f"git status, tried alone: questions asked: {len(seen['look']['asked'])}",
        f"result on Thursday: {seen['record'][2]['content']}",
        f"on disk: {', '.join(seen['disk'])}",
    ]
