"""A session worked by hand: what each of its requests costs, to the token."""

import asyncio

import harness
import lab

SYSTEM = "You are a careful release manager."
PROMPT = "Work through the release checklist in notes.md and report."
LONG = "".join(
    f"- step {n:03}: check the {n:03} service, then tick this line off\n" for n in range(1, 401)
)
SHORT = "- step 001: check the one service\n"


def run(command):
    return lab.reply(lab.call("bash", {"command": command}))


def session(notes):
    """The model after the whole session."""
    steps = [run("echo starting"), lab.reply(lab.call("read", {"path": "notes.md"}))]
    steps += [run(f"echo step {n} done") for n in range(1, 10)]
    steps.append(lab.say("Checklist done: 9 steps, all green."))
    model, ws = lab.ScriptedModel(steps), lab.Workspace({"notes.md": notes})
    tools = [harness.make_read_tool(ws), harness.make_bash_tool(lab.Shell(ws))]
    asyncio.run(lab.drive(harness.run_agent(model, SYSTEM, [], tools, PROMPT)))
    return model


def test_each_request_costs_what_was_worked_out_by_hand():
    costs = [lab.count_tokens(request.text) for request in session(LONG).calls]
    assert costs == [220, 280, 6335, 6396, 6457, 6518, 6579, 6640, 6701, 6762, 6823, 6885]


def test_the_bill_is_the_sum_and_one_read_is_most_of_it():
    long, short = session(LONG).bill, session(SHORT).bill
    assert (long, short, long - short) == (66596, 6677, 59919)


def test_ten_of_the_twelve_requests_carry_the_file():
    assert sum("- step 400: " in request.text for request in session(LONG).calls) == 10
