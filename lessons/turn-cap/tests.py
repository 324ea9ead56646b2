"""The turn cap: a result with a reason, a limit that hands the work back, a log that goes on."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lab

FEW = settings(
    max_examples=15,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def _look(*places, words=""):
    calls = [lab.call("look", {"at": place}) for place in places]
    return lab.reply(*([lab.text(words)] if words else []), *calls)


BOOM = lab.reply(lab.call("boom", {}))
DONE = lab.say("All seen.")
STOPPED = {**lab.reply(stop_reason="aborted"), "error_message": "Operation aborted"}


def _result(text, reason, turns):
    return {"text": text, "reason": reason, "turns": turns}


def _types(log):
    return [event["type"] for event in log]


def _rows(text):
    return text.split()


# A run of two turns, as it is told: one call, then the answer.
ONE_CALL = _rows(
    "session.start [before_plan] plan.draft plan.commit [after_plan] [before_step] step.start"
    " tool.call [before_tool_call] tool.result [after_tool_call] step.end [after_step]"
    " [before_plan] plan.draft plan.commit [after_plan] session.complete [on_complete]"
)


def test_a_call_says_how_it_ended(play):
    """A call returns what the model said last, why it ended, and how often the model was asked."""
    for steps, text, reason in (
        ([DONE], "All seen.", "finished"),
        ([lab.reply()], "", "no_tool_call"),
        ([lab.say(" \n")], " \n", "no_tool_call"),
        ([lab.fail("529: overloaded")], "", "error"),
        ([lab.fail("529: overloaded", partial="All s")], "All s", "error"),
        ([STOPPED], "", "aborted"),
    ):
        seen = play("capped", steps=[_look(1), *steps], calls=["Look."], max_turns=9)
        assert seen["results"] == [_result(text, reason, 2)]
        assert {"raised": seen["raised"], "last": seen["record"][-1]} == {
            "raised": [],
            "last": steps[0],
        }


def test_the_cap_is_told_by_its_reason_not_by_the_text(play):
    """At the cap the reason is budget; the text is what the model said in this call, or empty."""
    for steps, calls, max_turns, results in (
        ([_look(1, words="First 1.")], ["Look."], 1, [("First 1.", "budget", 1)]),
        ([_look(1)], ["Look."], 1, [("", "budget", 1)]),
        ([], ["Look."], 0, [("", "budget", 0)]),
        ([DONE], ["Look."], 1, [("All seen.", "finished", 1)]),
        ([_look(1, words="First."), _look(2)], ["Look."], 2, [("", "budget", 2)]),
        (
            [_look(1, words="First."), DONE],
            ["Look.", 0, 1],
            1,
            [("First.", "budget", 1), ("", "budget", 0), ("All seen.", "finished", 1)],
        ),
    ):
        seen = play("capped", steps=steps, calls=calls, max_turns=max_turns)
        assert seen["results"] == [_result(*result) for result in results]
        assert seen["raised"] == []


def test_the_cap_is_a_cap(play):
    """The model is asked as often as the cap says, and every call it made has been run by then."""
    seen = play("capped", steps=[_look(n, -n) for n in range(9)], calls=["Look."], max_turns=3)
    assert (
        lab.shape(seen["record"])
        == "U A[c1,c2] R(c1) R(c2) A[c3,c4] R(c3) R(c4) A[c5,c6] R(c5) R(c6)"
    )
    assert {"asked": seen["asked"], "run": len(seen["ran"])} == {"asked": [3], "run": 6}


def test_resume_goes_on_from_where_the_cap_stopped_it(play):
    """Resumed, it goes on as if there had been no cap: nothing is asked, run or recorded twice."""
    steps = [_look(1), _look(2, 3), BOOM, _look(4), DONE]
    whole = play("capped", steps=steps, calls=["Look."], max_turns=9)
    for calls, asked in ((["Look.", 9], [1, 5]), (["Look.", 2, 1, 1], [1, 3, 4, 5])):
        seen = play("capped", steps=steps, calls=calls, max_turns=1)
        assert seen["record"] == whole["record"]
        assert seen["requests"] == whole["requests"]
        assert {"asked": seen["asked"], "ran": seen["ran"]} == {"asked": asked, "ran": whole["ran"]}
        assert seen["results"][-1]["reason"] == "finished"
    assert lab.validate(whole["record"], record=True) == []


def test_resume_goes_on_after_a_failure(play):
    """After a failure or a Stop it can be resumed too; after the model's last word it cannot."""
    steps = [_look(1), lab.fail("529: overloaded"), STOPPED, DONE, lab.say("Once more.")]
    calls = [1, "Look.", 9, 9, 9, "Look again."]
    seen = play("capped", steps=steps, calls=calls, max_turns=9)
    assert [each["reason"] for each in seen["results"]] == [
        "error",
        "aborted",
        "finished",
        "finished",
    ]
    assert seen["raised"] == [["RuntimeError", "nothing to resume; use run()"]] * 2
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A(error) A(aborted) A U A"
    empty = play("capped", steps=[lab.reply()], calls=["Look.", 1], max_turns=9)
    assert empty["raised"] == [["RuntimeError", "nothing to resume; use run()"]]


def test_nothing_of_a_failed_reply_is_run(play):
    """The calls in a reply that failed are not run, neither at once nor when it is resumed."""
    cut = {**_look(1), "stop_reason": "error", "error_message": "the line went dead"}
    seen = play("capped", steps=[cut], calls=["Look.", 0], max_turns=1)
    assert seen["ran"] == []
    assert [each["reason"] for each in seen["results"]] == ["error", "budget"]


def test_an_interrupted_batch_is_finished_first(play):
    """Cancelled in the middle of a batch, it resumes with the calls that have no result yet."""
    seen = play("cancelled_in_a_tool", steps=[_look(1, 2, 3), DONE], at=2, max_turns=1)
    assert seen == {
        "left": "U A[c1,c2,c3] R(c1)",
        "shape": "U A[c1,c2,c3] R(c1) R(c2) R(c3) A",
        "seen": [1, 2, 2, 3],
        **_result("All seen.", "finished", 1),
    }


def test_a_bug_in_the_adapter_goes_up(play):
    """An exception out of a model goes up, and is no result."""
    out = play.outcome("a_model_that_raises")
    assert out["seen"] == {"raised": "KeyError", "record": [lab.user("Look.")]}


def test_one_function_changes_state(play):
    """A change of state is one of the table's; another is refused by name, and nothing changes."""
    allowed = {
        "idle": ["planning", "executing"],
        "planning": ["executing", "reflecting", "idle"],
        "executing": ["awaiting_tool", "reflecting", "idle"],
        "awaiting_tool": ["executing"],
        "reflecting": ["planning", "done"],
        "done": [],
    }
    found = play("state_changes")
    assert len(found) == 36
    for old, news in allowed.items():
        for new in allowed:
            change = f"{old} -> {new}"
            wanted = [new, None] if new in news else [old, f"illegal change of state: {change}"]
            assert found[change] == wanted


def test_a_session_tells_all_it_does(play):
    """A session without a limit tells of each thing it does, once, hooks before and after it."""
    seen = play("session", steps=[_look(1), DONE])
    assert seen["trace"] == ONE_CALL
    assert seen["outcomes"] == [_result("All seen.", "finished", 2)]
    first, draft, commit, start, call = seen["log"][:5]
    asked = lab.call("look", {"at": 1}, id="c1")
    assert first["prompt"] == "Look."
    assert first["budget"] == {"turns": None, "tool_calls": None, "seconds": None}
    assert draft["message"] == lab.reply(asked)
    assert {"steps": commit["steps"], "call": call["call"]} == {"steps": [asked], "call": asked}
    assert start["step"] == 0
    result, end = seen["log"][5:7]
    assert result["message"] == lab.tool_result(asked, "saw 1")
    assert end == {"type": "step.end", "step": 0}
    assert seen["log"][-1] == {"type": "session.complete"}


def test_a_session_says_when_the_model_says_nothing(play):
    """A session that ends without a word says so in its reason."""
    seen = play("session", steps=[lab.say(" ")])
    assert seen["outcomes"] == [_result(" ", "no_tool_call", 1)]
    assert seen["states"] == ["done"]


def test_hooks_are_told_what_it_is_about(play):
    """Each hook is told what it is about: the messages, the plan, the call, the result, the end."""
    told = play("told_to_hooks", steps=[_look(1), BOOM, DONE])
    look, boom = lab.call("look", {"at": 1}, id="c1"), lab.call("boom", {}, id="c2")
    broke = lab.tool_result(boom, "it broke", is_error=True)
    assert [lab.shape(view) for view in told["before_plan"]] == [
        "U",
        "U A[c1] R(c1)",
        "U A[c1] R(c1) A[c2] R(c2)",
    ]
    assert told["after_plan"] == [[look], [boom], []]
    for topic in ("before_step", "after_step", "before_tool_call"):
        assert told[topic] == [look, boom]
    assert told["after_tool_call"] == [lab.tool_result(look, "saw 1"), broke]
    assert told["on_error"] == [broke]
    assert told["on_complete"] == [_result("All seen.", "finished", 3)]
    assert [told["on_pause"], told["on_budget_exceeded"]] == [[], []]
    told = play("told_to_hooks", steps=[lab.fail("529: overloaded")])
    assert told["on_error"] == [lab.fail("529: overloaded")]
    assert [each["pull"] for each in told["on_pause"]] == ["error"]
    assert [told["on_budget_exceeded"], told["after_plan"]] == [[], []]
    told = play("told_to_hooks", steps=[_look(1)], budget={"tool_calls": 0})
    assert told["on_budget_exceeded"] == ["tool_calls"]
    assert [told["before_step"], len(told["on_pause"])] == [[], 1]


def test_a_hook_may_refuse_a_call(play):
    """A reason from a hook refuses the call: not run, answered, told as an error; it counts."""
    for reasons, said in (
        (["not today"], "not today"),
        ([None, "no", "never"], "no"),
        (["raise"], "the hook failed: 'policy'"),
        ([""], ""),
    ):
        seen = play("refused", steps=[_look(1, 2), DONE], reasons=reasons)
        assert seen["ran"] == []
        assert lab.shape(seen["record"]) == "U A[c1,c2] R(c1) R(c2) A"
        for message in seen["record"][2:4]:
            assert message["content"] == f"Tool call blocked: {said}"
            assert message["is_error"] is True
        assert {"counted": seen["counted"], "errors": seen["log"].count("tool.error")} == {
            "counted": 2,
            "errors": 2,
        }
        asked = len([reason for reason in reasons if reason is None]) + 1
        assert len(seen["asked"]) == 2 * asked
    seen = play("refused", steps=[_look(1, 2), DONE], reasons=[None, None])
    assert {"ran": len(seen["ran"]), "asked": len(seen["asked"])} == {"ran": 2, "asked": 4}


def test_a_failed_tool_is_an_event_of_its_own(play):
    """A tool that fails is told as tool.error, its call is answered, and the session goes on."""
    seen = play("session", steps=[BOOM, DONE])
    at = ONE_CALL.index("tool.result")
    wanted = [*ONE_CALL[:at], "tool.error", "[after_tool_call]", "[on_error]", *ONE_CALL[at + 2 :]]
    assert seen["trace"] == wanted
    assert lab.shape(seen["at"]["messages"]) == "U A[c1] R(c1) A"


def test_a_limit_is_a_yield(play):
    """At a limit it warns, calls the hook, pauses and hands back reason, state and counters."""
    for budget, ticks, reason, state, turns, calls in (
        ({"turns": 0}, False, "turns", "planning", 0, 0),
        ({"turns": 1}, False, "turns", "planning", 1, 2),
        ({"tool_calls": 0}, False, "tool_calls", "executing", 1, 0),
        ({"tool_calls": 1}, False, "tool_calls", "executing", 1, 1),
        ({"seconds": 1}, True, "seconds", "planning", 0, 0),
        ({"seconds": 2}, True, "seconds", "executing", 1, 0),
        ({"seconds": 7}, True, "seconds", "executing", 1, 1),
        ({"turns": 1, "tool_calls": 1, "seconds": 99}, True, "tool_calls", "executing", 1, 1),
    ):
        seen = play("session", steps=[_look(1, 2), DONE], budget=budget, ticks=ticks)
        whole = {"turns": None, "tool_calls": None, "seconds": None, **budget}
        payload = {"turns": turns, "tool_calls": calls, "budget": whole}
        assert seen["outcomes"] == [{"pull": reason, "state": state, "payload": payload}]
        assert seen["trace"][-4:] == [
            "budget.warn",
            "[on_budget_exceeded]",
            "session.pause",
            "[on_pause]",
        ]
        assert seen["log"][-2:] == [
            {"type": "budget.warn", "limit": reason},
            {"type": "session.pause", "reason": reason},
        ]
        spent = {"state": seen["states"], "asked": len(seen["requests"]), "ran": len(seen["ran"])}
        assert spent == {"state": ["idle"], "asked": turns, "ran": calls}


def test_enough_is_enough(play):
    """A session that needs no more than its budget ends in the ordinary way, without a warning."""
    budget = {"turns": 2, "tool_calls": 1, "seconds": 99}
    seen = play("session", steps=[_look(1), DONE], budget=budget, ticks=True)
    assert seen["trace"] == ONE_CALL
    assert seen["outcomes"] == [_result("All seen.", "finished", 2)]


def test_resume_re_enters_the_state_it_paused_in(play):
    """Resumed with more, it goes on in the state it paused in; only the limit named is higher."""
    seen = play(
        "session",
        steps=[_look(1, 2), _look(3), DONE],
        budget={"turns": 2, "tool_calls": 1},
        more=[{"tool_calls": 1}, {"tool_calls": 5}, {"turns": 2, "seconds": 9}],
    )
    assert [each.get("pull") or each["reason"] for each in seen["outcomes"]] == [
        "tool_calls",
        "tool_calls",
        "turns",
        "finished",
    ]
    began = [event for event in seen["log"] if event["type"] == "session.start"]
    assert [event["prompt"] for event in began] == ["Look.", None, None, None]
    assert [list(event["budget"].values()) for event in began] == [
        [2, 1, None],
        [2, 2, None],
        [2, 7, None],
        [4, 7, None],
    ]
    plain = play("session", steps=[_look(1, 2), _look(3), DONE])
    assert seen["at"]["messages"] == plain["at"]["messages"]
    assert seen["requests"] == plain["requests"]
    assert {"asked": len(seen["requests"]), "ran": seen["ran"]} == {
        "asked": 3,
        "ran": [{"at": 1}, {"at": 2}, {"at": 3}],
    }


def test_resume_without_more_pauses_again(play):
    """Resumed without more, it warns and pauses again, in the same state; nothing is spent."""
    for budget, state in (({"turns": 1}, "planning"), ({"tool_calls": 1}, "executing")):
        more = [{}, {}]
        seen = play("session", steps=[_look(1, 2), DONE], budget=budget, more=more)
        assert [each["state"] for each in seen["outcomes"]] == [state] * 3
        assert seen["outcomes"][0] == seen["outcomes"][1] == seen["outcomes"][2]
        assert len(seen["requests"]) == 1
        assert _types(seen["log"])[-3:] == ["session.start", "budget.warn", "session.pause"]


def test_a_failed_reply_is_a_yield_too(play):
    """A reply that failed pauses the session, none of it acted on; resumed, the model is asked."""
    for bad, reason in ((lab.fail("529: overloaded"), "error"), (STOPPED, "aborted")):
        steps = [_look(1), bad, DONE]
        seen = play("session", steps=steps, budget={"turns": 2}, more=[{"turns": 1}])
        assert seen["outcomes"] == [
            {
                "pull": reason,
                "state": "planning",
                "payload": {
                    "turns": 2,
                    "tool_calls": 1,
                    "budget": {"turns": 2, "tool_calls": None, "seconds": None},
                },
            },
            _result("All seen.", "finished", 3),
        ]
        assert lab.shape(seen["at"]["messages"]) == f"U A[c1] R(c1) A({reason}) A"
        at = seen["trace"].index("session.pause")
        wanted = _rows("plan.draft [on_error] session.pause [on_pause] session.start")
        assert seen["trace"][at - 2 : at + 3] == wanted


def test_replay_says_where_it_is_at_every_event(play):
    """At every event, a replay of the saved log says what the session says of itself."""
    seen = play(
        "replayed_at_every_event",
        steps=[_look(1, 2), lab.fail("529: overloaded"), BOOM, DONE],
        budget={"turns": 2, "tool_calls": 1},
        more=[{"tool_calls": 1}, {"turns": 3}, {"tool_calls": 1}],
    )
    assert seen["again"] == seen["live"]
    last = seen["again"][-1]
    assert {key: last[key] for key in ("state", "plan", "cursor", "turns", "tool_calls")} == {
        "state": "done",
        "plan": [],
        "cursor": 0,
        "turns": 4,
        "tool_calls": 3,
    }
    assert [list(at["budget"].values()) for at in seen["again"]][-1] == [5, 3, None]


def test_replay_rebuilds_plan_and_cursor(play):
    """In the middle of a plan, a replay has the plan, the step it is at, and what was spent."""
    log = play("session", steps=[_look(1, 2), DONE])["log"]
    for size, state, cursor, step, calls in (
        (1, "planning", 0, None, 0),
        (2, "planning", 0, None, 0),
        (3, "executing", 0, None, 0),
        (4, "executing", 0, "open", 0),
        (5, "awaiting_tool", 0, "open", 1),
        (6, "executing", 0, "answered", 1),
        (7, "executing", 1, None, 1),
        (9, "awaiting_tool", 1, "open", 2),
        (11, "reflecting", 2, None, 2),
        (12, "planning", 2, None, 2),
        (13, "reflecting", 0, None, 2),
        (14, "done", 0, None, 2),
    ):
        at = play("replayed", events=log[:size])["at"]
        found = [at[key] for key in ("state", "cursor", "step", "tool_calls")]
        assert found == [state, cursor, step, calls], f"after {size} events"
    at = play("replayed", events=log[:3])["at"]
    assert at["plan"] == [lab.call("look", {"at": n}, id=f"c{n}") for n in (1, 2)]
    assert at["draft"] is None


def test_a_log_that_does_not_fit_is_refused(play):
    """A log with an event missing, doubled or unknown is refused: which event, in what state."""
    log = play("session", steps=[_look(1), DONE], budget={"turns": 1}, more=[{"turns": 1}])["log"]
    assert _types(log)[6:10] == ["step.end", "budget.warn", "session.pause", "session.start"]
    lunch = {"type": "lunch.break"}
    for events, words in (
        (log[1:], "event 1: plan.draft does not come in state idle"),
        ([*log[:2], log[0]], "event 3: session.start does not come in state planning"),
        ([*log[:4], *log[5:]], "event 5: tool.result does not come in state executing"),
        ([*log[:5], *log[4:]], "event 6: tool.call does not come in state awaiting_tool"),
        ([*log[:3], *log[2:]], "event 4: plan.commit does not come in state executing"),
        ([*log[:2], log[3]], "event 3: step.start does not come in state planning"),
        ([*log, log[-1]], f"event {len(log) + 1}: session.complete does not come in state done"),
        ([lunch], "event 1: lunch.break does not come in state idle"),
        ([*log[:9], *log[10:]], "event 10: plan.draft does not come in state idle"),
    ):
        assert play("replayed", events=events) == {"raised": ["ValueError", words]}
    nothing = {"turns": None, "tool_calls": None, "seconds": None}
    assert play("replayed", events=[])["at"] == {
        "state": "idle",
        "plan": [],
        "cursor": 0,
        "turns": 0,
        "tool_calls": 0,
        "messages": [],
        "budget": nothing,
        "draft": None,
        "step": None,
        "warned": None,
        "paused": None,
    }


def test_a_pause_is_still_a_pause_in_another_process(play):
    """Another process that reads the log of a paused session knows what it is waiting for."""
    seen = play("a_restored_pause", steps=[_look(1)], budget={"turns": 1})
    assert seen["read"] == seen["given"]
    assert seen["read"]["pull"] == "turns"
    assert {"before": seen["before"], "calls": seen["calls"]} == {"before": None, "calls": [0, 0]}


def test_the_same_object_goes_on(play):
    """A session whose listener raised goes on when it is resumed, and tells nothing twice."""
    whole = play("session", steps=[_look(1), BOOM, DONE])["log"]
    for at in range(1, len(whole)):
        seen = play("the_same_object_goes_on", steps=[_look(1), BOOM, DONE], at=at)
        assert seen["log"] == whole
        assert seen["raised"] == "the disk is full"
        assert seen["outcome"] == _result("All seen.", "finished", 3)


def test_what_makes_no_sense_is_refused(play):
    """A caller's mistake is refused in words: a hook, a limit, a start, a resume."""
    limits = "a budget limits turns, tool_calls, seconds"
    seen = play("what_is_refused")
    assert seen["raised"] == {
        "an unknown hook": ["ValueError", "unknown hook: before_lunch"],
        "an unknown limit": ["ValueError", limits],
        "seconds without a clock": ["ValueError", "a limit in seconds needs a clock"],
        "a budget beside a log": [
            "ValueError",
            "the budget of a saved session is in its log; resume() extends it",
        ],
        "a second start": ["RuntimeError", "already started; use resume()"],
        "resumed before it began": ["RuntimeError", "nothing to resume"],
        "resumed when done": ["RuntimeError", "nothing to resume"],
        "more of an unknown limit": ["ValueError", limits],
        "more without a pause": ["RuntimeError", "not paused"],
    }
    assert {"log": seen["log"], "done": seen["done"]} == {"log": 2, "done": 4}


REPLIES = st.one_of(
    st.lists(st.integers(0, 9), min_size=1, max_size=3).map(lambda places: _look(*places)),
    st.sampled_from([BOOM, lab.fail("529: overloaded"), STOPPED]),
)
PLANS = st.lists(REPLIES, max_size=4).map(lambda steps: [*steps, DONE])
BUDGETS = st.fixed_dictionaries(
    {},
    optional={
        "turns": st.integers(0, 3),
        "tool_calls": st.integers(0, 3),
        "seconds": st.integers(0, 20),
    },
)
MORE = st.fixed_dictionaries(
    {"turns": st.integers(1, 3), "tool_calls": st.integers(1, 3), "seconds": st.integers(6, 20)}
)


def _count(log, *kinds):
    return sum(json.loads(line)["type"] in kinds for line in log)


@FEW
@given(steps=PLANS, budget=BUDGETS, more=MORE)
def test_any_prefix_is_enough_to_go_on_from(play, steps, budget, more):
    """From any prefix of its log it ends with the same log, and runs only what is not on it."""
    seen = play("gone_on_from_any_prefix", steps=steps, budget=budget, more=more)
    results = ("tool.result", "tool.error")
    for size, log in enumerate(seen["logs"]):
        assert log == seen["log"], f"gone on from {size} of {len(seen['log'])} events"
        rest = seen["log"][size:]
        assert seen["calls"][size] == [_count(rest, "plan.draft"), _count(rest, *results)]


@FEW
@given(steps=PLANS, budget=BUDGETS, more=MORE)
def test_a_process_a_step_is_as_good_as_one(play, steps, budget, more):
    """With a new process for each event the log is that of one process, and so is the bill."""
    seen = play("cut_after_every_event", steps=steps, budget=budget, more=more)
    assert seen["cut"] == seen["log"]
    assert seen["cut_calls"] == seen["calls"]
