"""Lesson 07: a run tells what it does, as a stream of events that any frontend can fold."""

import json

import lab

PROMPT = lab.user("Is the build green?")
ANSWER = lab.say("All green.")
FAILED = lab.fail("529: overloaded")
FINISH = "finish() says whether the run ended well"
STOPPED = {**lab.reply(stop_reason="aborted"), "error_message": "Operation aborted"}


def _lines(events):
    """An event a line: its type, and the shape of what it carries."""
    return [
        " ".join(
            [event["type"]]
            + ([event["call"]["id"]] if "call" in event else [])
            + ([lab.shape([event["message"]])] if "message" in event else [])
            + ([lab.shape([event["result"]])] if "result" in event else [])
            + ([lab.shape(event["messages"])] if "messages" in event else [])
        )
        for event in events
    ]


def _called(name):
    """The five events around the first call, with the turn it is in."""
    return [
        "turn_start",
        "message_end U",
        "message_end A[c1]",
        f"tool_execution_start {name}",
        "message_end R(c1)",
        f"tool_execution_end {name} R(c1)",
        "turn_end A[c1]",
    ]


def _fixed(events):
    """The events without what an event may carry beyond what it must."""
    keys = ("type", "message", "call", "result", "messages")
    return [{key: event[key] for key in keys if key in event} for event in events]


def test_a_run_is_a_stream_of_events(play):
    """A run can be iterated and closed, and does nothing until its first event is asked for."""
    assert play("a_run_that_nobody_watches") == {
        "run": {"can be iterated": True, "can be closed": True},
        "then": {"record": "", "asked": 0, "checks": 0},
    }


def test_an_answer_is_one_turn(play):
    """A run is agent_start, its turns and agent_end; an answer alone is one turn."""
    seen = play("a_run", script="an answer")
    assert _fixed(seen["events"]) == [
        {"type": "agent_start"},
        {"type": "turn_start"},
        {"type": "message_end", "message": PROMPT},
        {"type": "message_end", "message": ANSWER},
        {"type": "turn_end", "message": ANSWER},
        {"type": "agent_end", "messages": [PROMPT, ANSWER]},
    ]
    assert seen["record"] == [PROMPT, ANSWER]


def test_a_call_is_announced_answered_and_over(play):
    """A call is three events: it starts, its result is on the record, it ends with that result."""
    seen = play("a_run", script="one check")
    call = lab.call("check", {}, id="c1")
    result = lab.tool_result(call, "still red")
    asks = lab.reply(lab.text("Let me see."), call)
    assert _fixed(seen["events"]) == [
        {"type": "agent_start"},
        {"type": "turn_start"},
        {"type": "message_end", "message": PROMPT},
        {"type": "message_end", "message": asks},
        {"type": "tool_execution_start", "call": call},
        {"type": "message_end", "message": result},
        {"type": "tool_execution_end", "call": call, "result": result},
        {"type": "turn_end", "message": asks},
        {"type": "turn_start"},
        {"type": "message_end", "message": ANSWER},
        {"type": "turn_end", "message": ANSWER},
        {"type": "agent_end", "messages": [PROMPT, asks, result, ANSWER]},
    ]


def test_calls_of_one_reply_are_one_turn(play):
    """Calls of one reply are told one by one in one turn; each reply is a turn of its own."""
    together = play("a_run", script="two checks in one reply")
    assert _lines(together["events"]) == [
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
        "message_end A",
        "turn_end A",
        "agent_end U A[c1,c2] R(c1) R(c2) A",
    ]
    apart = play("a_run", script="two checks, one after the other")
    assert _lines(apart["events"]) == [
        "agent_start",
        *_called("c1"),
        "turn_start",
        "message_end A[c2]",
        "tool_execution_start c2",
        "message_end R(c2)",
        "tool_execution_end c2 R(c2)",
        "turn_end A[c2]",
        "turn_start",
        "message_end A",
        "turn_end A",
        "agent_end U A[c1] R(c1) A[c2] R(c2) A",
    ]


def test_a_failed_call_is_told_like_any_other(play):
    """A tool that fails, or is not there, is told like any other, its result flagged."""
    for script, words in (
        ("a tool that fails", "no disk"),
        ("a tool that is not there", "Tool nowhere not found"),
    ):
        seen = play("a_run", script=script)
        assert _lines(seen["events"]) == [
            "agent_start",
            *_called("c1"),
            "turn_start",
            "message_end A",
            "turn_end A",
            "agent_end U A[c1] R(c1) A",
        ]
        end = seen["events"][6]
        told = {"content": end["result"]["content"], "is_error": end["result"]["is_error"]}
        assert told == {"content": words, "is_error": True}


def test_the_record_changes_before_the_event(play):
    """Mutate, then announce: a message that is announced is on the record, and is the last."""
    seen = play("a_run_watched_closely", script="two checks in one reply")
    told = zip(_lines(seen["events"]), seen["then"], strict=True)
    records = {line: then["record"] for line, then in told if line.startswith("message_end")}
    assert records == {
        "message_end U": "U",
        "message_end A[c1,c2]": "U A[c1,c2]",
        "message_end R(c1)": "U A[c1,c2] R(c1)",
        "message_end R(c2)": "U A[c1,c2] R(c1) R(c2)",
        "message_end A": "U A[c1,c2] R(c1) R(c2) A",
    }


def test_events_come_as_things_happen(play):
    """Events come as things happen: what leads to a call is told before the call is made."""
    seen = play("a_run_watched_closely", script="two checks in one reply")
    told = zip(_lines(seen["events"]), seen["then"], strict=True)
    so_far = [f"{line}: asked {then['asked']}, ran {then['checks']}" for line, then in told]
    assert so_far == [
        "agent_start: asked 0, ran 0",
        "turn_start: asked 0, ran 0",
        "message_end U: asked 0, ran 0",
        "message_end A[c1,c2]: asked 1, ran 0",
        "tool_execution_start c1: asked 1, ran 0",
        "message_end R(c1): asked 1, ran 1",
        "tool_execution_end c1 R(c1): asked 1, ran 1",
        "tool_execution_start c2: asked 1, ran 1",
        "message_end R(c2): asked 1, ran 2",
        "tool_execution_end c2 R(c2): asked 1, ran 2",
        "turn_end A[c1,c2]: asked 1, ran 2",
        "turn_start: asked 1, ran 2",
        "message_end A: asked 2, ran 2",
        "turn_end A: asked 2, ran 2",
        "agent_end U A[c1,c2] R(c1) R(c2) A: asked 2, ran 2",
    ]


def test_every_start_has_its_end(play):
    """However a run ends by itself, every start has its end: a failure and a Stop too."""
    for script, reply in (
        ("a failure at once", "A(error)"),
        ("a failure after half a sentence", "A(error)"),
        ("a failed reply with a call in it", "A(error)"),
        ("a Stop", "A(aborted)"),
        ("nothing to say", "A"),
    ):
        seen = play("a_run", script=script)
        assert _lines(seen["events"]) == [
            "agent_start",
            "turn_start",
            "message_end U",
            f"message_end {reply}",
            f"turn_end {reply}",
            f"agent_end U {reply}",
        ]
    seen = play("a_run", script="a failure after a check")
    assert _lines(seen["events"]) == [
        "agent_start",
        *_called("c1"),
        "turn_start",
        "message_end A(error)",
        "turn_end A(error)",
        "agent_end U A[c1] R(c1) A(error)",
    ]


def test_the_stop_at_max_turns_is_a_full_turn(play):
    """At max_turns the error message is the reply of a full turn, told like any other."""
    seen = play("a_run", script="check after check", max_turns=1)
    assert _lines(seen["events"]) == [
        "agent_start",
        *_called("c1"),
        "turn_start",
        "message_end A(error)",
        "turn_end A(error)",
        "agent_end U A[c1] R(c1) A(error)",
    ]
    assert seen["events"][-2]["message"]["error_message"] == "Agent stopped after max_turns=1"
    assert {"requests": len(seen["requests"])} == {"requests": 1}
    seen = play("a_run", script="check after check", max_turns=2)
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A[c2] R(c2) A(error)"
    seen = play("a_run", script="check after check", max_turns=0)
    assert _lines(seen["events"]) == [
        "agent_start",
        "turn_start",
        "message_end U",
        "message_end A(error)",
        "turn_end A(error)",
        "agent_end U A(error)",
    ]
    assert {"requests": len(seen["requests"])} == {"requests": 0}


def test_agent_end_holds_what_this_run_added(play):
    """agent_end holds what this run added to the record, the prompt included, and nothing older."""
    old = [lab.user("Hello."), lab.say("Hello. What shall I do?")]
    seen = play("a_run", script="one check", history=old)
    assert lab.shape(seen["record"]) == "U A U A[c1] R(c1) A"
    assert seen["events"][-1]["messages"] == seen["record"][2:]
    assert [lab.shape(request["messages"]) for request in seen["requests"]] == [
        "U A U",
        "U A U A[c1] R(c1)",
    ]
    assert _lines(seen["events"])[:3] == ["agent_start", "turn_start", "message_end U"]


def test_a_closed_run_just_ends(play):
    """A run that is closed, after whichever event, just ends: nothing more is done or told."""
    for after, record, asked, checks in (
        (0, "", 0, 0),
        (3, "U", 0, 0),
        (4, "U A[c1]", 1, 0),
        (5, "U A[c1]", 1, 0),
        (6, "U A[c1] R(c1)", 1, 1),
        (7, "U A[c1] R(c1)", 1, 1),
        (8, "U A[c1] R(c1)", 1, 1),
        (9, "U A[c1] R(c1)", 1, 1),
        (10, "U A[c1] R(c1) A", 2, 1),
        (11, "U A[c1] R(c1) A", 2, 1),
        (12, "U A[c1] R(c1) A", 2, 1),
    ):
        seen = play("a_run_that_is_closed", after=after)
        assert seen["raised"] is None, f"closing the run raised {seen['raised']}"
        assert seen["then"] == {"record": record, "asked": asked, "checks": checks}
        assert seen["events_after_that"] == []
    for after in (1, 2):
        seen = play("a_run_that_is_closed", after=after)
        assert seen["raised"] is None, f"closing the run raised {seen['raised']}"
        calls = {"asked": seen["then"]["asked"], "checks": seen["then"]["checks"]}
        assert calls == {"asked": 0, "checks": 0}
        assert seen["events_after_that"] == []


def test_a_cancelled_task_is_cancelled(play):
    """A run in a task that is cancelled just ends, and the cancellation goes through."""
    head = ["agent_start", "turn_start", "message_end"]
    for during, events, record, asked, checks in (
        ("the model", head, "U", 1, 0),
        ("the tool", [*head, "message_end", "tool_execution_start"], "U A[c1]", 1, 1),
    ):
        seen = play("a_task_that_is_cancelled", during=during)
        assert seen["events"] == events
        assert seen["then"] == {"record": record, "asked": asked, "checks": checks}
        assert {"cancelled": seen["cancelled"]} == {"cancelled": True}


def test_json_renderer_prints_a_line_an_event(play):
    """JsonRenderer prints every event as it comes, as one line of JSON that reads back the same."""
    seen = play("a_run_rendered", frontend="JsonRenderer", script="two checks in one reply")
    lines = [line.count("\n") for line in seen["meanwhile"]]
    assert lines == [1] * len(seen["events"]), "how many lines were printed for each event"
    assert [json.loads(line) for line in seen["meanwhile"]] == seen["events"]
    assert seen["at_the_end"] == ""
    odd = [lab.user('caf\u00e9\nand "tea"\u2028\U0001f642')]
    seen = play("told_of_messages", frontend="JsonRenderer", messages=odd)
    assert [line.count("\n") for line in seen["meanwhile"]] == [1]
    assert json.loads(seen["meanwhile"][0]) == {"type": "message_end", "message": odd[0]}


def test_json_renderer_remembers_a_failure(play):
    """JsonRenderer's run ended well unless some reply failed or was stopped; tools may fail."""
    call = lab.call("check", {}, id="c1")
    broken = lab.tool_result(call, "no disk", is_error=True)
    for messages, ended_well in (
        ([], True),
        ([PROMPT, ANSWER], True),
        ([PROMPT, lab.reply(call), broken, ANSWER], True),
        ([PROMPT, FAILED], False),
        ([PROMPT, STOPPED], False),
        ([PROMPT, FAILED, PROMPT, ANSWER], False),
    ):
        seen = play("told_of_messages", frontend="JsonRenderer", messages=messages)
        assert seen["ended_well"] is ended_well, FINISH


def test_final_text_renderer_prints_the_last_words(play):
    """FinalTextRenderer prints nothing but what the assistant said last, and only at the end."""
    call = lab.call("check", {}, id="c1")
    asks, result = lab.reply(lab.text("Let me see."), call), lab.tool_result(call, "still red")
    two = lab.reply(lab.text("All green.\n"), lab.text("Ship it."))
    for messages, words in (
        ([PROMPT, asks, result, ANSWER], "All green."),
        ([PROMPT, two], "All green.\nShip it."),
        ([PROMPT, asks, result], "Let me see."),
        ([PROMPT, ANSWER, lab.user("Sure?")], "All green."),
        ([PROMPT, FAILED, PROMPT, ANSWER], "All green."),
        ([PROMPT, lab.reply()], ""),
    ):
        seen = play("told_of_messages", frontend="FinalTextRenderer", messages=messages)
        assert seen["meanwhile"] == [""] * len(messages)
        assert seen["at_the_end"].removesuffix("\n") == words
        assert seen["ended_well"] is True, FINISH
    seen = play("a_run_rendered", frontend="FinalTextRenderer", script="one check")
    assert ["".join(seen["meanwhile"]), seen["at_the_end"].rstrip("\n")] == ["", "All green."]
    assert seen["ended_well"] is True, FINISH


def test_final_text_renderer_says_what_went_wrong(play):
    """FinalTextRenderer prints the error when the last reply failed; without a reply, nothing."""
    half = lab.fail("529: overloaded", partial="The build is")
    for messages, words in (
        ([PROMPT, FAILED], "Error: 529: overloaded"),
        ([PROMPT, half], "Error: 529: overloaded"),
        ([PROMPT, STOPPED], "Error: Operation aborted"),
        ([PROMPT, ANSWER, PROMPT, FAILED], "Error: 529: overloaded"),
        ([PROMPT], ""),
        ([], ""),
    ):
        seen = play("told_of_messages", frontend="FinalTextRenderer", messages=messages)
        assert seen["meanwhile"] == [""] * len(messages)
        assert seen["at_the_end"].removesuffix("\n" if words else "") == words
        assert seen["ended_well"] is False, FINISH
