"""Lesson 15: a Stop is a flag that is looked at in time, and a task that will not look is ended."""

import lab

ABORTED = "Operation aborted"
INTERRUPTED = (
    "Tool call interrupted: no result was recorded. It may not have run, or may have run partly;"
    " check before repeating it."
)


def aborted():
    """The reply of a turn that a Stop took the place of."""
    return {
        "role": "assistant",
        "content": [],
        "stop_reason": "aborted",
        "error_message": ABORTED,
    }


def steps(events):
    """Each event in one line, with what it carries."""
    lines = []
    for event in events:
        words = [event["type"]]
        if "message" in event:
            words.append(lab.shape([event["message"]]))
        if "call" in event:
            words.append(event["call"]["id"])
        if "result" in event:
            words.append(lab.shape([event["result"]]))
        if "messages" in event:
            words.append(f"({lab.shape(event['messages'])})")
        lines.append(" ".join(words))
    return lines


def test_a_token_is_a_flag_of_its_own(play):
    """A token is not set until it is cancelled, then it stays set; another one knows nothing."""
    seen = play("tokens")
    expected = {
        "new": [False, False],
        "one cancelled": [True, False],
        "cancelled twice": [True, False],
        "a third": [False],
    }
    assert seen == expected
    assert lab.same(seen, expected), "is_cancelled() should answer True or False"


def test_a_call_after_a_stop_is_answered_and_not_run(play):
    """A call after a Stop is answered `Operation aborted`, an error, and its tool is not run."""
    seen = play("calls_with_a_signal", signal="set", names=["look", "boom", "look"])
    assert seen["aborted"] == ABORTED
    assert seen["results"] == [
        lab.tool_result(lab.call("look", {}, "c1"), ABORTED, True),
        lab.tool_result(lab.call("boom", {}, "c2"), ABORTED, True),
        lab.tool_result(lab.call("look", {}, "c3"), ABORTED, True),
    ]
    assert seen["ran"] == []


def test_without_a_stop_nothing_changes(play):
    """Until Stop is pressed nothing changes: results, queues, listeners, one run at a time."""
    answers = {
        "look": ["ok", False],
        "boom": ["no disk", True],
        "silent": ["KeyError", True],
        "odd": ["Tool odd returned int, not text", True],
        "nothing": ["Tool nothing not found", True],
    }
    for signal in ("not set", "none"):
        seen = play("calls_with_a_signal", signal=signal, names=list(answers))
        assert seen["results"] == [
            lab.tool_result(lab.call(name, {}, f"c{number}"), *answer)
            for number, (name, answer) in enumerate(answers.items(), start=1)
        ]
    seen = play("a_run_without_a_stop")
    assert lab.shape(seen["record"]) == "U A U U A[c1] R(c1) U A U A[c2] R(c2) A U A U A"
    words = [message["content"] for message in seen["record"] if message["role"] == "user"]
    assert words == ["Hi.", "Look.", "First.", "Second.", "Third.", "Fourth.", "Fifth."]
    assert seen["heard"] == seen["events"]
    told = [each and f"{each['type']}: {each['message']}" for each in seen["refused"]]
    assert told == ["RuntimeError: already running; use steer() or follow_up()"]


def test_the_signal_reaches_the_tool_and_the_model(play):
    """The signal reaches the tool and the model, through run_agent and through a Harness."""
    assert play("who_sees_the_signal", through="run_tool")["told"] == ["the tool saw the signal"]
    assert play("who_sees_the_signal", through="run_agent")["told"] == [
        "the model saw the signal",
        "the tool saw the signal",
        "the model saw the signal",
    ]
    assert play("who_sees_the_signal", through="run_agent, none given")["told"] == [
        "the model saw None",
        "the tool saw None",
        "the model saw None",
    ]
    assert play("who_sees_the_signal", through="Harness")["told"] == [
        "the model saw a signal that is not set",
        "the tool saw a signal that is not set",
        "the model saw a signal that is not set",
    ]


def test_a_stopped_turn_is_a_full_turn(play):
    """A Stop takes the place of a reply, in a full turn: all events come in pairs, to the end."""
    seen = play("stopped_before_it_began")
    assert seen["record"] == [lab.user("Hi."), lab.say("Hello."), lab.user("Go."), aborted()]
    assert seen["requests"] == []
    assert steps(seen["events"]) == [
        "agent_start",
        "turn_start",
        "message_end U",
        "message_end A(aborted)",
        "turn_end A(aborted)",
        "agent_end (U A(aborted))",
    ]

    seen = play("stopped_at_an_event", number=6)
    assert steps(seen["events"]) == [
        "agent_start",
        "turn_start",
        "message_end U",
        "message_end A[c1,c2]",
        "tool_execution_start c1",
        "message_end R(c1)",
        "tool_execution_end c1 R(c1)",
        "tool_execution_start c2",
        "message_end R(c2)",
        "tool_execution_end c2 R(c2)",
        "turn_end A[c1,c2]",
        "turn_start",
        "message_end A(aborted)",
        "turn_end A(aborted)",
        "agent_end (U A[c1,c2] R(c1) R(c2) A(aborted))",
    ]
    assert seen["events"][-1]["messages"] == seen["record"]
    assert seen["events"][9]["result"] == seen["record"][3]


def test_a_stop_at_any_event(play):
    """Whenever Stop is pressed: what ran stays, each call is answered, no request is paid for."""
    begun = "0 ran, 0 paid: U A(aborted)"
    none_ran = "0 ran, 1 paid: U A[c1,c2] R(c1) R(c2) A(aborted)"
    one_ran = "1 ran, 1 paid: U A[c1,c2] R(c1) R(c2) A(aborted)"
    two_ran = "2 ran, 1 paid: U A[c1,c2] R(c1) R(c2) A(aborted)"
    not_the_third = "2 ran, 2 paid: U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A(aborted)"
    three_ran = "3 ran, 2 paid: U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A(aborted)"
    done = "3 ran, 3 paid: U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A"
    assert play("stopped_at_every_event", events=21) == {
        "01 agent_start": begun,
        "02 turn_start": begun,
        "03 message_end": begun,
        "04 message_end": none_ran,
        "05 tool_execution_start": none_ran,
        "06 message_end": one_ran,
        "07 tool_execution_end": one_ran,
        "08 tool_execution_start": one_ran,
        "09 message_end": two_ran,
        "10 tool_execution_end": two_ran,
        "11 turn_end": two_ran,
        "12 turn_start": two_ran,
        "13 message_end": not_the_third,
        "14 tool_execution_start": not_the_third,
        "15 message_end": three_ran,
        "16 tool_execution_end": three_ran,
        "17 turn_end": three_ran,
        "18 turn_start": three_ran,
        "19 message_end": done,
        "20 turn_end": done,
        "21 agent_end": done,
    }
    seen = play("stopped_at_an_event", number=6)
    assert seen["told"] == ["Seen.", ABORTED]
    assert seen["record"][-1] == aborted()


def test_a_stop_while_a_command_runs(play):
    """A Stop reaches a running command, through a door too: it ends, and nothing is left behind."""
    for guarded in (False, True):
        seen = play("stopped_during_a_command", guarded=guarded)
        assert seen["running_before"] == ["sleep 5000"]
        assert seen["told"] == ["Command cancelled", ABORTED]
        assert lab.same(seen["flags"], [False, True]), f"the flags are {seen['flags']}"
        assert lab.shape(seen["record"]) == "U A[c1,c2] R(c1) R(c2) A(aborted)"
        assert seen["requests"] == ["U"]
        assert seen["running_after"] == []


def test_a_tool_that_never_looks_keeps_its_result(play):
    """A tool that never looks at the signal runs to its end, and its result is kept."""
    seen = play("stopped_during_a_tool_that_never_looks")
    assert seen["told"] == ["All of it.", ABORTED]
    assert lab.shape(seen["record"]) == "U A[c1,c2] R(c1) R(c2) A(aborted)"
    assert seen["ran"] == 1
    assert seen["requests"] == ["U"]


def test_a_stop_while_the_model_is_asked(play):
    """A Stop while the model is asked: its reply is recorded, none of it is acted on."""
    cases = {
        "it looks": ["U A(aborted)", "U U"],
        "it stops half way": ["U A(aborted)", "U A(aborted) R(c1) U"],
        "it never looks": ["U A[c1] R(c1) A(aborted)", "U A[c1] R(c1) U"],
        "it never looks and asks for nothing": ["U A", "U A U"],
    }
    seen = {}
    for how, (stopped, next_request) in cases.items():
        seen[how] = play("stopped_during_a_model_call", how=how)
        assert {how: lab.shape(seen[how]["stopped"])} == {how: stopped}
        assert {how: seen[how]["requests"][1:]} == {how: [next_request]}
        assert {how: f"{seen[how]['ran']} calls ran"} == {how: "0 calls ran"}
    assert seen["it looks"]["stopped"] == [lab.user("Look."), aborted()]
    half = seen["it stops half way"]["stopped"][1]
    assert half["error_message"] == ABORTED
    assert half["content"] == [lab.text("I look."), lab.call("look", {}, "c1")]
    assert seen["it never looks"]["told"] == [ABORTED]


def test_a_cap_that_is_reached_says_so(play):
    """When the cap on turns is reached and Stop was pressed too, the turn says it was the cap."""
    capped = "error: Agent stopped after max_turns="
    cases = {0: [f"{capped}0", 0], 1: [f"{capped}1", 1], 2: [f"aborted: {ABORTED}", 1]}
    for cap, (reply, requests) in cases.items():
        seen = play("a_cap_and_a_stop", max_turns=cap)
        last = seen["record"][-1]
        case = f"max_turns={cap}"
        assert {case: f"{last['stop_reason']}: {last.get('error_message')}"} == {case: reply}
        paid = f"{len(seen['requests'])} requests"
        assert {case: paid} == {case: f"{requests} requests"}


def test_what_was_waiting_at_a_stop_is_not_lost(play):
    """What was said to a stopped run is recorded or heard by the next one, never lost."""
    during = play("a_prompt_after_a_stop", number=6)
    assert lab.shape(during["stopped"]) == "U A[c1,c2] R(c1) R(c2) U A(aborted)"
    assert during["stopped"][4:] == [lab.user("Wait."), aborted()]
    assert lab.show(during["after"]) == lab.show(
        [lab.user("Go on."), lab.say("Good."), lab.user("And then?"), lab.say("Fine.")]
    )
    assert during["requests"][1:] == [
        "U A[c1,c2] R(c1) R(c2) U U",
        "U A[c1,c2] R(c1) R(c2) U U A U",
    ]
    before = play("a_prompt_after_a_stop", number=2)
    assert lab.shape(before["stopped"]) == "U A(aborted)"
    words = [m["content"] for m in before["record"] if m["role"] == "user"]
    assert words == ["Look.", "Go on.", "Wait.", "And then?"]


def test_a_stop_when_nothing_runs_is_harmless(play):
    """A Stop counts for the run that prompt has begun; when there is none it is harmless."""
    shapes = {
        "before the first run": "U A U A",
        "after prompt, before the first event": "U A(aborted) U A",
        "after a run was closed": "U A",
        "between two runs": "U A U A",
        "after the last run": "U A U A",
    }
    for when, shape in shapes.items():
        seen = play("pressed_when", when=when)
        assert {when: lab.shape(seen["record"])} == {when: shape}
        assert {when: list(seen["raised"].values())} == {when: [None, None]}
        assert {when: seen["is_running"]} == {when: False}


def test_stop_run_gives_a_task_its_grace(play):
    """stop_run gives a task `grace` laps, 5 by default: over by then is clean, else it is ended."""
    clean = ["clean", "over", "not cancelled"]
    hard = ["hard", "over", "cancelled"]
    assert play("tasks_that_take_laps", laps=[0, 1, 4, 5, 6, 100])["told"] == {
        "0 laps": clean,
        "1 laps": clean,
        "4 laps": clean,
        "5 laps": hard,
        "6 laps": hard,
        "100 laps": hard,
    }
    for grace, hows in {0: "hard hard", 1: "clean hard", 8: "clean hard", 9: "clean clean"}.items():
        told = play("tasks_that_take_laps", laps=[0, 8], grace=grace)["told"]
        found = " ".join(how for how, _over, _cancelled in told.values())
        assert {f"0 and 8 laps, grace {grace}": found} == {f"0 and 8 laps, grace {grace}": hows}


def test_a_task_that_ends_in_time_was_stopped_cleanly(play):
    """However a task ended in time, it was stopped cleanly; when it must be ended, that is hard."""
    ways = (
        "fails in time",
        "was cancelled by somebody else",
        "was over before",
        "has to be cancelled",
        "will not be cancelled",
        "fails when it is cancelled",
    )
    seen = {how: play("a_task_that_ends", how=how) for how in ways}
    assert {how: each["told"] for how, each in seen.items()} == {
        "fails in time": "clean",
        "was cancelled by somebody else": "clean",
        "was over before": "clean",
        "has to be cancelled": "hard",
        "will not be cancelled": "hard",
        "fails when it is cancelled": "raised ValueError: no disk",
    }
    assert {how: each["over"] for how, each in seen.items()} == dict.fromkeys(ways, True)
    assert seen["has to be cancelled"]["tidied"] == ["tidied up"]


def test_a_stop_run_that_is_stopped_itself(play):
    """When stop_run is being cancelled itself, that goes up: it never passes for the task's end."""
    seen = {
        "during the grace": play("stop_run_is_stopped", grace=50),
        "while the task is being ended": play("stop_run_is_stopped", grace=0),
    }
    assert seen == {
        "during the grace": {"stop_run was": "cancelled"},
        "while the task is being ended": {"stop_run was": "cancelled"},
    }


def test_a_stopped_harness_is_usable_at_once(play):
    """Stopped politely or not, a harness is usable at once: no run, no process, a valid request."""
    polite = "U A[c1] R(c1) A(aborted)"
    cases = {
        ("a command", 50): ["clean", polite, "U A[c1] R(c1) U"],
        ("a model that looks", 50): ["clean", "U A(aborted)", "U U"],
        ("a command", 0): ["hard", "U A[c1]", "U A[c1] R(c1) U"],
        ("a tool that never looks", 5): ["hard", "U A[c1]", "U A[c1] R(c1) U"],
        ("a model that never looks", 5): ["hard", "U", "U U"],
    }
    for (what, grace), (told, stopped, next_request) in cases.items():
        seen = play("a_run_stopped", what=what, grace=grace)
        case = f"{what}, grace {grace}"
        assert {case: seen["told"]} == {case: told}
        assert {case: lab.shape(seen["stopped"])} == {case: stopped}
        assert {case: seen["processes"]} == {case: []}
        assert seen["is_running"] is False, f"{case}: the run is stopped, and is_running is True"
        assert {case: seen["again"]} == {case: None}
        assert {case: lab.shape(seen["last_request"])} == {case: next_request}
        assert {case: seen["complaints"]} == {case: []}
        assert seen["record"][len(seen["stopped"]) :] == [lab.user("Go on."), lab.say("Good.")]
        if told == "hard" and "R(c1)" in next_request:
            call = seen["last_request"][1]["content"][0]
            assert seen["last_request"][2] == lab.tool_result(call, INTERRUPTED, True)
