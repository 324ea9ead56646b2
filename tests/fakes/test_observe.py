"""What scenes play with: runs driven, tools with a log, and what was sent, raised and printed."""

import asyncio
import inspect
import json

import pytest

import lab

HERE = __file__


async def events_of(*kinds):
    for kind in kinds:
        await lab.lap()
        yield {"type": kind}


async def boom(message="no disk"):
    await lab.lap()
    raise KeyError(message)


# -- drive and lap --


def test_an_async_iterator_is_driven_to_its_end():
    events = asyncio.run(lab.drive(events_of("agent_start", "agent_end")))
    assert events == [{"type": "agent_start"}, {"type": "agent_end"}]


def test_a_coroutine_is_awaited_and_has_no_events():
    seen = []

    async def run():
        await lab.lap()
        seen.append("ran")
        return "ignored"

    assert asyncio.run(lab.drive(run())) == [] and seen == ["ran"]


def test_events_before_a_failure_can_be_kept():
    async def run():
        yield 1
        raise ValueError("mid-run")

    kept = []
    with pytest.raises(ValueError, match="mid-run"):
        asyncio.run(lab.drive(run(), into=kept))
    assert kept == [1]


@pytest.mark.parametrize("run", [None, ["event"]])
def test_what_is_no_run_is_refused_with_a_hint(run):
    with pytest.raises(TypeError, match="drive takes a coroutine or an async iterator, not"):
        asyncio.run(lab.drive(run))


def test_a_lap_gives_the_floor_away_once():
    order = []

    async def walker(name):
        for step in range(2):
            order.append(f"{name}{step}")
            await lab.lap()

    async def both():
        await asyncio.gather(walker("a"), walker("b"))

    asyncio.run(both())
    assert order == ["a0", "b0", "a1", "b1"]


# -- tools --


def use(tool, arguments=None, **options):
    return asyncio.run(tool["execute"](arguments or {}, **options))


def test_a_tool_answers_and_keeps_a_log_that_later_changes_cannot_reach():
    tool, arguments = lab.tool("ls", returns="a.py"), {"paths": ["."]}
    assert use(tool, arguments) == "a.py"
    arguments["paths"].clear()
    use(tool, {"n": 2})
    assert tool["calls"] == [{"paths": ["."]}, {"n": 2}]
    assert lab.plain({key: tool[key] for key in ("name", "description", "parameters", "calls")})


def test_a_tool_may_return_anything_it_was_told_to():
    assert use(lab.tool("odd", returns=None)) is None
    assert use(lab.tool("odd", returns=3)) == 3


def test_a_tool_raises_words_or_an_exception():
    with pytest.raises(RuntimeError, match="no disk"):
        use(lab.tool("bad", raises="no disk"))
    with pytest.raises(PermissionError):
        use(lab.tool("bad", raises=PermissionError))
    tool = lab.tool("bad", raises=asyncio.CancelledError())
    with pytest.raises(asyncio.CancelledError):
        use(tool, {"x": 1})
    assert tool["calls"] == [{"x": 1}]


def test_a_tool_does_what_a_plain_or_async_function_does_with_arguments_and_signal():
    async def slowly(arguments, signal):
        await lab.lap()
        return f"slowly {arguments} {signal}"

    plain = lab.tool("do", does=lambda arguments, signal: f"{arguments} {signal}")
    assert use(plain, {"a": 1}, signal="stop") == "{'a': 1} stop"
    assert use(lab.tool("do", does=slowly), {"a": 1}) == "slowly {'a': 1} None"


def test_a_tool_takes_the_laps_it_was_told_to():
    run = lab.tool("slow", laps=3)["execute"]({})
    laps = 0
    with pytest.raises(StopIteration) as ended:
        while True:
            run.send(None)
            laps += 1
    assert laps == 3 and ended.value.value == "ok"


# -- requests --


def test_requests_are_plain_copies_of_what_each_call_was_sent():
    model = lab.ScriptedModel([lab.say("One."), lab.say("Two.")])
    spec = {"name": "ls", "description": "List.", "parameters": {}}
    asyncio.run(model.acomplete("S", (lab.user("Go."),), [spec]))
    asyncio.run(model.acomplete("S", [], []))
    sent = lab.requests(model)
    assert lab.plain(sent) == [
        {"system": "S", "messages": [lab.user("Go.")], "tools": [spec]},
        {"system": "S", "messages": [], "tools": []},
    ]
    sent[0]["messages"].clear()
    assert lab.requests(model)[0]["messages"] == [lab.user("Go.")]


# -- raised --


def fails():
    raise ValueError("on this line")


FAILS_LINE = inspect.getsourcelines(fails)[1] + 1
BOOM_LINE = inspect.getsourcelines(boom)[1] + 2


def test_what_a_callable_raised_is_plain_data():
    told = lab.raised(fails)
    assert told == {"type": "ValueError", "message": "on this line", "line": FAILS_LINE}
    assert lab.plain(told) is told


def test_a_class_of_somebodys_own_is_told_as_what_it_is_a_kind_of():
    class Torn(ValueError):
        pass

    def tears():
        raise Torn("line 3")

    assert lab.raised(tears)["type"] == "ValueError"
    assert lab.raised(tears)["message"] == "line 3"


def test_what_raised_nothing_is_none():
    async def fine():
        return 3

    assert lab.raised(lambda: 3) is None
    assert asyncio.run(lab.raised(fine())) is None
    assert asyncio.run(lab.raised(events_of("a"))) is None


@pytest.mark.parametrize("thing", [lambda: boom(), lambda: boom])
def test_a_coroutine_and_a_function_that_gives_one_are_awaited(thing):
    async def scene():
        return await lab.raised(thing())

    told = asyncio.run(scene())
    assert told == {"type": "KeyError", "message": "'no disk'", "line": BOOM_LINE}


def test_calling_what_gives_an_async_iterator_raised_nothing_yet():
    assert lab.raised(lambda: events_of("a")) is None


def test_the_line_is_that_of_the_caller_when_a_fake_or_the_library_raised():
    def reads():
        json.loads("{")

    def opens():
        lab.Workspace().read_text("gone")

    for play in (reads, opens):
        assert lab.raised(play)["line"] == inspect.getsourcelines(play)[1] + 1


def test_a_cancelled_task_and_an_exit_are_told():
    def leaves():
        raise SystemExit(3)

    def cancels():
        raise asyncio.CancelledError

    assert lab.raised(leaves)["type"] == "SystemExit"
    assert lab.raised(cancels)["type"] == "CancelledError"


def test_what_ends_a_scene_passes_through():
    model = lab.ScriptedModel([])
    with pytest.raises(lab.ScriptOver):
        asyncio.run(lab.raised(model.acomplete("", [], [])))

    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lab.raised(interrupted)


# -- printed --


def test_what_was_printed_is_told_and_nothing_reaches_the_terminal(capsys):
    async def later():
        print("before")
        await lab.lap()
        print("after")

    assert lab.printed(lambda: print("x", 1)) == "x 1\n"
    assert asyncio.run(lab.printed(later)) == "before\nafter\n"
    assert capsys.readouterr().out == ""


def test_what_a_printing_callable_raises_goes_up():
    with pytest.raises(ValueError, match="on this line"):
        lab.printed(fails)
