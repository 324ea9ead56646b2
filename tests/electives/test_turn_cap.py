"""The turn cap: the property of its log on many runs, and that it only adds to a learner's file."""

import asyncio
import json
import types
from functools import cache

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import lab
from lab.check.judge import judge
from lab.check.run import choose
from lab.check.runner import Runner
from lab.check.suite import reference_with
from lab.course.folder import begin, make
from lab.course.lesson import find_lessons, lesson
from lab.course.merge import assemble, gaps, solve, start
from lab.course.progress import Progress
from lab.gate.stage import HARNESS, Stage

KEY = "turn-cap"
LESSONS = find_lessons()
MAIN = [one for one in LESSONS if one.kind != "elective"]
UP_TO_05 = MAIN[: [one.key for one in MAIN].index("05") + 1]
MANY = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def module(name, text):
    found = types.ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), vars(found))
    return found


def scenes():
    return module("scenes", lesson(KEY).scenes.read_text(encoding="utf-8"))


@cache
def merged(stage):
    """harness.py with the elective, at the end of 05 or of the course."""
    return assemble(upto=KEY) if stage == "05" else assemble(elective=KEY)


def play(name, stage="the end", **args):
    return asyncio.run(getattr(scenes(), name)(module("harness", merged(stage)), lab, **args))


def _look(*places):
    return lab.reply(*(lab.call("look", {"at": place}) for place in places))


BOOM, NOWHERE = lab.reply(lab.call("boom", {})), lab.reply(lab.call("nowhere", {}))
MIXED = lab.reply(lab.text("Hm."), lab.call("boom", {}), lab.call("look", {"at": 1}))
BAD = [
    lab.fail("529: overloaded"),
    lab.fail("529: overloaded", partial="All s"),
    {**lab.reply(stop_reason="aborted"), "error_message": "Operation aborted"},
]
REPLIES = st.one_of(
    st.lists(st.integers(0, 9), min_size=1, max_size=4).map(lambda places: _look(*places)),
    st.sampled_from([BOOM, NOWHERE, MIXED, *BAD]),
)
LAST = st.sampled_from([lab.say("All seen."), lab.reply(), lab.say(" ")])
PLANS = st.tuples(st.lists(REPLIES, max_size=6), LAST).map(lambda both: [*both[0], both[1]])
LIMIT = st.one_of(st.none(), st.integers(0, 5))
BUDGETS = st.fixed_dictionaries(
    {"turns": LIMIT, "tool_calls": LIMIT, "seconds": st.one_of(st.none(), st.integers(0, 60))}
)
MORE = st.fixed_dictionaries(
    {"turns": st.integers(1, 3), "tool_calls": st.integers(1, 3), "seconds": st.integers(6, 30)}
)
TIGHT = {"turns": 0, "tool_calls": 0, "seconds": 0}
LEAST = {"turns": 1, "tool_calls": 1, "seconds": 6}


def count(lines, *kinds):
    return sum(json.loads(line)["type"] in kinds for line in lines)


@MANY
@given(steps=PLANS, budget=BUDGETS, more=MORE)
@example(steps=[_look(1, 2), *BAD, MIXED, lab.reply()], budget=TIGHT, more=LEAST)
def test_gone_on_from_any_prefix_it_ends_with_the_same_log(steps, budget, more):
    seen = play("gone_on_from_any_prefix", steps=steps, budget=budget, more=more)
    whole = seen["log"]
    assert len(seen["logs"]) == len(whole)
    for size, log in enumerate(seen["logs"]):
        assert log == whole
        rest = whole[size:]
        no_tool = sum("Tool nowhere not found" in line for line in rest)
        ran = count(rest, "tool.result", "tool.error") - no_tool
        assert seen["calls"][size] == [count(rest, "plan.draft"), ran]


@MANY
@given(steps=PLANS, budget=BUDGETS, more=MORE)
@example(steps=[_look(1, 2), *BAD, MIXED, lab.reply()], budget=TIGHT, more=LEAST)
def test_cut_off_after_each_event_it_ends_with_the_same_log_and_bill(steps, budget, more):
    seen = play("cut_after_every_event", steps=steps, budget=budget, more=more)
    assert seen["cut"] == seen["log"]
    assert seen["cut_calls"] == seen["calls"]


@MANY
@given(steps=PLANS, budget=BUDGETS, more=MORE, stage=st.sampled_from(["05", "the end"]))
def test_a_replay_is_where_the_session_is_and_runs_nothing(steps, budget, more, stage):
    budget = {**budget, "seconds": None}
    pauses = len(steps) * 6
    seen = _session(stage, steps, budget, [more] * pauses)
    harness = module("harness", merged(stage))
    log = json.loads(json.dumps(seen["log"]))
    assert harness.replay(log) == seen["at"]
    told = [event["message"] for event in log if "message" in event]
    assert seen["at"]["messages"][1:] == told
    nothing = {"acomplete": None, "execute": None}  # whoever awaits one of these, raises
    restored = harness.Session(types.SimpleNamespace(**nothing), "", [nothing], events=log)
    assert restored.at == seen["at"]


def _session(stage, steps, budget, more):
    """A session resumed until it is done."""
    harness, model = module("harness", merged(stage)), lab.ScriptedModel(steps)
    tools = [lab.tool("look", does=lambda a, s: f"saw {a['at']}"), lab.tool("boom", raises="no")]
    machine = harness.Session(model, "Look.", tools, budget)

    async def live():
        outcome = await machine.start("Look.")
        for each in more:
            if isinstance(outcome, harness.RunResult):
                break
            outcome = await machine.resume(**each)
        assert outcome == machine.result()

    asyncio.run(live())
    return {"log": machine.events, "at": machine.at}


@MANY
@given(steps=PLANS, caps=st.lists(st.integers(0, 3), max_size=12))
def test_a_run_in_parts_is_the_run_in_one(steps, caps):
    patience = [9] * (len(steps) + 1)
    calls = ["Look.", *caps, *patience]
    parts = play("capped", steps=steps, calls=calls, max_turns=1)
    whole = play("capped", steps=steps, calls=["Look.", *patience], max_turns=9)
    assert parts["record"] == whole["record"]
    assert parts["requests"] == whole["requests"]
    assert parts["ran"] == whole["ran"]
    assert sum(each["turns"] for each in parts["results"]) == len(whole["requests"])


@pytest.fixture(scope="module")
def runner():
    with Runner() as runner:
        yield runner


@pytest.mark.parametrize("one", MAIN, ids=lambda one: one.key)
def test_every_main_suite_passes_with_the_elective_in_the_file(tmp_path, runner, one):
    if not one.tests.is_file():
        pytest.skip("no suite yet")
    stages = ["05", "the end"] if one in UP_TO_05 else ["the end"]
    for stage in stages:
        for name, text in {**Stage(one, MAIN).files, HARNESS: merged(stage)}.items():
            (tmp_path / name).write_text(text, encoding="utf-8", newline="\n")
        records = judge(tmp_path / HARNESS, one, runner=runner)
        assert [(r.test, r.message) for r in records if r.status != "pass"] == [], stage


@pytest.mark.parametrize("stage", ["05", "07", "12", "D"])
def test_it_passes_its_own_suite_wherever_it_is_started(tmp_path, runner, stage):
    text = start(assemble(upto=stage).encode(), KEY)
    for gap in gaps(text):
        text = solve(text, KEY, gap.name)
    harness = tmp_path / HARNESS
    harness.write_bytes(text)
    records = judge(harness, lesson(KEY), runner=runner)
    assert [(r.test, r.message) for r in records if r.status != "pass"] == []


def test_it_only_adds():
    before, after = assemble(), assemble(elective=KEY)
    plain = [line for line in before.split("\n") if line.strip()]
    rest = iter(after.split("\n"))
    assert all(line in rest for line in plain)
    committed = (LESSONS[0].path.parent.parent / HARNESS).read_text(encoding="utf-8")
    assert "RunResult" not in committed
    assert reference_with([KEY]).text.decode() == after
    assert reference_with(["05"]).text.decode() == committed


def test_a_learner_starts_it_after_05_and_the_next_lesson_after_it(tmp_path):
    make(tmp_path)
    source = b""
    for one in UP_TO_05:
        source = start(source, one.key)
        for gap in gaps(source):
            source = solve(source, gap.key, gap.name)
    (tmp_path / HARNESS).write_bytes(source)
    Progress(tmp_path).record_lab("05", True)
    assert begin(tmp_path, KEY).lesson.key == KEY
    started = (tmp_path / HARNESS).read_bytes()
    empty = [gap.name for gap in gaps(started) if gap.empty]
    assert empty == [
        "CappedAgent.go_on",
        "change_state",
        "apply",
        "replay",
        "Session.resume",
        "Session._held",
    ]
    assert begin(tmp_path).lesson.key == "06"
    later = (tmp_path / HARNESS).read_bytes()
    assert [gap.name for gap in gaps(later) if gap.key == KEY] == empty


def test_its_name_is_no_range_of_lessons():
    assert choose(KEY, b"", LESSONS) == choose("Turn-Cap ", b"", LESSONS) == [lesson(KEY)]
