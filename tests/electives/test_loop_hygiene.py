"""Loop hygiene: its guards against oracles on many runs, and that it only adds to a file."""

import asyncio
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

KEY = "loop-hygiene"
LESSONS = find_lessons()
MAIN = [one for one in LESSONS if one.kind != "elective"]
UP_TO_15 = MAIN[: [one.key for one in MAIN].index("15") + 1]
MANY = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def module(name, text):
    found = types.ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), vars(found))
    return found


@cache
def merged(stage):
    """harness.py with the elective, at the end of 15 or of the course."""
    return assemble(upto=KEY) if stage == "15" else assemble(elective=KEY)


def play(name, stage="the end", **args):
    scenes = module("scenes", lesson(KEY).scenes.read_text(encoding="utf-8"))
    return asyncio.run(getattr(scenes, name)(module("harness", merged(stage)), lab, **args))


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.sampled_from([0, 1, 1.0, "", "1", "a"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.sampled_from("xyz"), inner, max_size=3)
    ),
    max_leaves=4,
)
ARGUMENTS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)


def canonical(value):
    """What two JSON values have in common when they are the same but for the order of keys."""
    if isinstance(value, dict):
        return ("{}", frozenset((key, canonical(each)) for key, each in value.items()))
    if isinstance(value, list):
        return ("[]", tuple(canonical(each) for each in value))
    return (type(value).__name__, value)


def turned_around(value):
    """The same value with the keys in the other order, at every depth."""
    if isinstance(value, dict):
        return {key: turned_around(value[key]) for key in reversed(value)}
    return [turned_around(each) for each in value] if isinstance(value, list) else value


@MANY
@given(one=ARGUMENTS, other=ARGUMENTS)
@example(one={"a": 1}, other={"a": True})
@example(one={"a": [{"x": 1, "y": []}]}, other={"a": [{"y": [], "x": 1.0}]})
def test_two_calls_are_the_same_when_their_arguments_are_but_for_the_order_of_keys(one, other):
    key = module("harness", merged("the end")).call_key
    same = canonical(one) == canonical(other)
    assert (key(lab.call("look", one)) == key(lab.call("look", other))) is same
    assert key(lab.call("look", one)) == key(lab.call("look", turned_around(one)))
    assert key(lab.call("look", one)) != key(lab.call("list", one))


NAMES = ["look", "git_log", "wait"]
PATTERNS = {  # and which of the names each of them means
    "look": ["look"],
    "git_*": ["git_log"],
    "w?it": ["wait"],
    "*o*": ["look", "git_log"],
    "*": NAMES,
    "LOOK": [],
}
LOOK = ("look", {})  # often, or there would hardly be a chain
CALLS = st.sampled_from([*[LOOK] * 6, ("look", {"a": 1}), ("git_log", {}), ("wait", {})])
REPLIES = st.lists(st.lists(CALLS, min_size=1, max_size=4), max_size=8)
SOME = st.one_of(st.just([]), st.lists(st.sampled_from(sorted(PATTERNS)), max_size=2))
OPTIONS = st.fixed_dictionaries(
    {
        "thresholds": st.lists(st.integers(2, 6), min_size=1, max_size=4, unique=True),
        "exclude": SOME,
        "include": SOME,
    }
)
STEER = st.dictionaries(st.integers(1, 12).map(str), st.sampled_from(["Go on.", "Why?"]))


def watched(options):
    """The names that count."""

    def meant(patterns):
        return {name for pattern in patterns for name in PATTERNS[pattern]}

    return (meant(options["include"]) if options["include"] else set(NAMES)) - meant(
        options["exclude"]
    )


def tail(calls):
    """How many calls at the end are equal."""
    return next((n for n, each in enumerate(reversed(calls)) if each != calls[-1]), len(calls))


def told(replies, options, steer):
    """After how many results a notice comes by, found in another way than by counting.

    It keeps the watched calls since the user last said something, and looks at the end of them.
    What was said while a turn went on waits in line, and one of it comes by before each later turn.
    """
    line, since, results, notices = [], [], 0, []
    for turn in [*replies, *[[]] * 40]:
        said = line.pop(0) if line else None
        if said == "the user":
            since = []
        elif said == "a notice":
            notices.append(results)
        due = False
        for name, arguments in turn:
            results += 1
            if name in watched(options):
                since.append((name, arguments))
                due = due or tail(since) in options["thresholds"]
            line += ["the user"] * (str(results) in steer)
        line += ["a notice"] * due
    return notices


@MANY
@given(replies=REPLIES, options=OPTIONS, steer=STEER, stage=st.sampled_from(["15", "the end"]))
def test_it_tells_what_somebody_would_who_looks_at_the_end_of_the_calls(
    replies, options, steer, stage
):
    steps = [lab.reply(*(lab.call(*call) for call in calls)) for calls in replies]
    steps += [lab.say("Done.")] * 40
    seen = play("a_run", stage, replies=steps, options=options, steer=steer)
    assert seen["spoke_after"] == told(replies, options, steer)
    results = sum(map(len, replies))
    spoken = [words for n, words in steer.items() if int(n) <= results]
    assert sorted(seen["from_user"]) == sorted(["Go.", *spoken])
    assert seen["complaints"] == []
    assert seen["log"] == seen["record"] == seen["heard"]
    assert seen["ran"] == results
    for request in seen["requests"]:
        assert lab.validate(request) == []


LIMITS = st.lists(st.integers(1, 9), min_size=1, max_size=3)


def outcome(seconds, takes, looks, stop_at):
    """What comes back and when, from the moment at which somebody looks for the first time to find
    that something has fired: the tool, or at its end the limits themselves."""
    over = range(takes) if looks else ()
    fired = min([*seconds, *([stop_at] if stop_at else [])])
    moment = next((second for second in over if second >= fired), takes)
    expired = [each for each in seconds if each <= moment]
    if expired and not (stop_at and stop_at <= moment):
        return [f"tool call timed out after {expired[-1]}000ms", True], moment
    return [f"given up after {moment} s" if moment < takes else "done", False], moment


@MANY
@given(
    seconds=LIMITS,
    takes=st.integers(0, 10),
    looks=st.booleans(),
    stop_at=st.one_of(st.none(), st.integers(1, 10)),
)
@example(seconds=[2, 5, 2], takes=9, looks=False, stop_at=None)
@example(seconds=[5, 2], takes=9, looks=True, stop_at=2)
def test_of_limits_within_each_other_and_a_stop_it_is_the_first_that_somebody_saw(
    seconds, takes, looks, stop_at
):
    seen = play("timed", seconds=seconds, takes=takes, looks=looks, stop_at=stop_at)
    result, moment = outcome(seconds, takes, looks, stop_at)
    (given,) = seen["results"]
    assert [given["content"], given["is_error"]] == result
    assert seen["steps"] == [moment]
    assert seen["went_on"] == 0


def test_a_notice_is_one_message_more_to_a_model_and_changes_nothing_else():
    replies = [*[lab.reply(lab.call("look", {}))] * 9, lab.say("Done.")]
    silent = play("a_run", replies=replies, options={"exclude": ["*"]})
    seen = play("a_run", replies=replies)
    assert [m for m in seen["record"] if "source" not in m] == silent["record"]
    assert len(seen["record"]) == len(silent["record"]) + 3


@pytest.fixture(scope="module")
def runner():
    with Runner() as runner:
        yield runner


@pytest.mark.parametrize("one", MAIN, ids=lambda one: one.key)
def test_every_main_suite_passes_with_the_elective_in_the_file(tmp_path, runner, one):
    if not one.tests.is_file():
        pytest.skip("no suite yet")
    stages = ["15", "the end"] if one in UP_TO_15 else ["the end"]
    for stage in stages:
        for name, text in {**Stage(one, MAIN).files, HARNESS: merged(stage)}.items():
            (tmp_path / name).write_text(text, encoding="utf-8", newline="\n")
        records = judge(tmp_path / HARNESS, one, runner=runner)
        assert [(r.test, r.message) for r in records if r.status != "pass"] == [], stage


@pytest.mark.parametrize("stage", ["15", "D"])
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
    rest = iter(after.split("\n"))
    assert all(line in rest for line in before.split("\n") if line.strip())
    committed = (LESSONS[0].path.parent.parent / HARNESS).read_text(encoding="utf-8")
    assert "RepeatReminder" not in committed
    assert reference_with([KEY]).text.decode() == after
    assert reference_with(["15"]).text.decode() == committed


def test_both_electives_fit_into_one_file(tmp_path, runner):
    text = assemble(elective="turn-cap").encode()
    text = start(text, KEY)
    for gap in gaps(text):
        text = solve(text, KEY, gap.name)
    harness = tmp_path / HARNESS
    harness.write_bytes(text)
    for key in ("turn-cap", KEY):
        records = judge(harness, lesson(key), runner=runner)
        assert [(r.test, r.message) for r in records if r.status != "pass"] == []


def test_a_learner_starts_it_after_15_and_the_next_lesson_after_it(tmp_path):
    make(tmp_path)
    source = b""
    for one in UP_TO_15:
        if one.part.is_file():
            source = start(source, one.key)
        for gap in gaps(source):
            source = solve(source, gap.key, gap.name)
    (tmp_path / HARNESS).write_bytes(source)
    Progress(tmp_path).record_lab("15", True)
    assert begin(tmp_path, KEY).lesson.key == KEY
    started = (tmp_path / HARNESS).read_bytes()
    empty = [gap.name for gap in gaps(started) if gap.empty]
    assert empty == [
        "DeadlineToken.is_cancelled",
        "with_timeout",
        "call_key",
        "RepeatReminder.__init__",
        "RepeatReminder.count",
        "RepeatReminder.heard",
    ]
    assert begin(tmp_path).lesson.key == "16"
    later = (tmp_path / HARNESS).read_bytes()
    assert [gap.name for gap in gaps(later) if gap.key == KEY] == empty


def test_its_name_is_no_range_of_lessons():
    assert choose(KEY, b"", LESSONS) == choose("Loop-Hygiene ", b"", LESSONS) == [lesson(KEY)]
