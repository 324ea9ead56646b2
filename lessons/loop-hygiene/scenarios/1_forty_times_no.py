"""Forty times no"""

LESSON = "loop-hygiene"

REPORT = """
Our agent may not use the shell without asking, and at night there is nobody to ask. So the door
says no. Last night it asked for `git log`, was refused, and asked for `git log`. In the morning
the log had forty refusals, all for this one command, and no answer.

We do have a reminder for a run that goes in circles. It's loaded, with the usual thresholds, and
last week I saw it speak up three times. There is not one notice on this record.
"""

QUESTION = "The reminder was loaded. Why did it say nothing?"

OPTIONS = {
    "a": "The model wrote the command a little differently each time.",
    "b": "It counts the calls that were carried out, and none of these was.",
    "c": "The door comes before the harness, so a refused call is no event.",
    "d": "The notices were queued, and the run ended before they came.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "All the calls on the record have the same name and the same arguments.",
    "b": "That sounds reasonable when you write it: what was not done can't be done too often."
    " It's the refused call that a model tries again, because it got nothing from it.",
    "c": "The door is part of the tool. A refusal is a result like any other: it's on the record,"
    " and `tool_execution_end` comes after it.",
    "d": "A notice that is queued comes with the next turn, and there are many next turns here.",
}

REVEAL = """
Theirs looks at the result first, and goes on only when it's a good one. So the guard is blind to
the loop that is worth most: each round costs a whole request, and none can ever bring anything.

The reference counts after execution, whatever came of it. After the third refusal the model is
told that it repeats itself, and this one draws the right conclusion and asks the user.
"""

SOURCE = "mrdushidush/claudette#164"
DIFFERS = ["requests", "refusals", "notices", "ended"]
SAME = ["first_refusal", "running"]
SHOW = ["requests", "refusals", "ended"]
CAUGHT = True


def theirs(harness):
    class RepeatReminder(harness.RepeatReminder):
        def heard(self, event, chain, steer):
            if event["type"] == "tool_execution_end" and event["result"]["is_error"]:
                return
            super().heard(event, chain, steer)

    harness.RepeatReminder = RepeatReminder


def asks(lab):
    """A model that wants its command, until somebody tells it that it repeats itself."""

    def step(request):
        words = [m["content"] for m in request.messages if m["role"] == "user"]
        if any("Automatic notice" in each for each in words):
            return lab.say("I may not run git log. Please run it, and send me what it says.")
        return lab.reply(lab.call("bash", {"command": "git log"}))

    return lab.ScriptedModel([lab.forever(step)])


async def scene(harness, lab):
    shell, model = lab.Shell(lab.Workspace()), asks(lab)
    bash = harness.make_bash_tool(shell)
    door = harness.guard(bash, lambda name, arguments: "nobody is here to allow it")
    owner = harness.GuardedHarness(
        model, "You write release notes.", [door], max_turns=40, guards=[harness.RepeatReminder()]
    )
    await lab.drive(owner.prompt("What is new since Monday?"))
    results = [m["content"] for m in owner.messages if m["role"] == "toolResult"]
    last = owner.messages[-1]
    return {
        "requests": len(model.calls),
        "refusals": len(results),
        "notices": sum("source" in message for message in owner.messages),
        "ended": harness.text_of(last) or last.get("error_message"),
        "first_refusal": results[0],
        "running": shell.running,
    }


def tell(seen):
    return [
        f"requests: {seen['requests']}",
        f"refusals: {seen['refusals']}, each: {seen['first_refusal']}",
        f"it ended with: {seen['ended']}",
    ]
