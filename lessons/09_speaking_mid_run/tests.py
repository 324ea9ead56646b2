"""Lesson 09: the sentences of `steer`, `follow_up` and the two asks in `run_agent`."""

import lab


def heard(seen):
    """What the user had said, in each request that the model got."""
    return [
        [message["content"] for message in request["messages"] if message["role"] == "user"]
        for request in seen["requests"]
    ]


def types(seen):
    """The types of a run's events, in order."""
    return [event["type"] for event in seen["events"]]


def test_steering_waits_for_every_result(play):
    """What is steered while a tool runs waits for all results, then opens the next turn."""
    seen = play("steered_while_a_tool_runs")
    assert lab.shape(seen["record"]) == "U A[c1,c2] R(c1) R(c2) U A"
    assert seen["record"][4] == lab.user("Use port 8081.")
    assert [m["content"] for m in seen["record"] if m["role"] == "toolResult"] == [
        "built",
        "tested",
    ]
    assert seen["ran"] == {"build": 1, "test": 1}
    assert heard(seen) == [["Build it."], ["Build it.", "Use port 8081."]]


def test_steer_writes_nothing_itself(play):
    """steer and follow_up only queue: the record is the loop's to write, at the next turn."""
    seen = play("steered_while_a_tool_runs")
    assert seen["told"] == {"the steered words were on the record at once": False}
    seen = play("steered_while_the_model_thinks")
    assert {
        "the record before steering": seen["before_steering"],
        "the record after steering": seen["after_steering"],
    } == {"the record before steering": "U", "the record after steering": "U"}
    assert lab.shape(seen["record"]) == "U A U A"
    assert play("steered_before_the_run")["record_when_idle"] == []
    assert play("a_follow_up_in_a_long_run")["record_when_idle"] == []


def test_steering_is_heard_after_a_turn_without_calls(play):
    """Steering is heard after a turn without calls too: the run goes on instead of ending."""
    seen = play("steered_while_the_model_thinks")
    assert heard(seen) == [["Build it."], ["Build it.", "Use port 8081."]]
    seen = play("spoken_when_it_seems_over", how="steer")
    assert lab.shape(seen["record"]) == "U A U A"
    assert heard(seen) == [["Build it."], ["Build it.", "Test it too."]]
    assert types(seen).count("agent_start") == 1
    assert types(seen).count("agent_end") == 1


def test_what_waited_comes_right_after_the_prompt(play):
    """What was steered before the run comes right after its prompt, in the same turn."""
    seen = play("steered_before_the_run")
    assert heard(seen) == [["Build it.", "Use port 8081."]]
    assert lab.shape(seen["record"]) == "U U A"
    heard_by = {
        f"steered by the {who} that hears agent_start": heard(
            play("steered_at_the_first_event", by=who)
        )
        for who in ("listener", "consumer")
    }
    assert heard_by == {
        "steered by the listener that hears agent_start": [["Build it.", "Use port 8081."]],
        "steered by the consumer that hears agent_start": [["Build it.", "Use port 8081."]],
    }


def test_what_waits_is_heard_one_a_turn(play):
    """What waits is heard one message a turn, in the order it was said, doubles included."""
    seen = play("three_things_waiting", how="steer")
    assert heard(seen) == [
        ["Go.", "One."],
        ["Go.", "One.", "Two."],
        ["Go.", "One.", "Two.", "Two."],
    ]
    assert lab.shape(seen["record"]) == "U U A U A U A"
    seen = play("three_things_waiting", how="follow_up")
    assert heard(seen) == [
        ["Go."],
        ["Go.", "One."],
        ["Go.", "One.", "Two."],
        ["Go.", "One.", "Two.", "Two."],
    ]
    assert lab.shape(seen["record"]) == "U A U A U A U A"


def test_a_follow_up_waits_for_the_end(play):
    """A follow-up is heard only when the run would otherwise end, however many turns that takes."""
    seen = play("a_follow_up_in_a_long_run")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A[c2] R(c2) A U A"
    assert seen["record"][6] == lab.user("Tag it.")
    assert heard(seen) == [["Build it."]] * 3 + [["Build it.", "Tag it."]]
    seen = play("spoken_when_it_seems_over", how="follow_up")
    assert heard(seen) == [["Build it."], ["Build it.", "Test it too."]]


def test_steering_goes_before_a_follow_up(play):
    """All that was steered is heard before a follow-up, whichever was said first."""
    seen = play("both_waiting")
    assert heard(seen) == [
        ["Build it."],
        ["Build it.", "Use port 8081."],
        ["Build it.", "Use port 8081.", "And say so."],
        ["Build it.", "Use port 8081.", "And say so.", "Tag it."],
    ]
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) U A U A U A"


def test_it_is_one_run_that_tells_of_it(play):
    """It is still one run: each message is announced in its turn and counted at agent_end."""
    seen = play("both_waiting")
    turn = ["turn_start", "message_end", "message_end", "turn_end"]
    tool = ["tool_execution_start", "message_end", "tool_execution_end"]
    first = ["turn_start", "message_end", "message_end", *tool, "turn_end"]
    assert types(seen) == ["agent_start", *first, *turn * 3, "agent_end"]
    said = [event["message"] for event in seen["events"] if event["type"] == "message_end"]
    assert said == seen["record"]
    replies = [event["message"] for event in seen["events"] if event["type"] == "turn_end"]
    assert replies == [m for m in seen["record"] if m["role"] == "assistant"]
    assert seen["events"][-1]["messages"] == seen["record"]
    call = seen["record"][1]["content"][0]
    begins, ends = [event for event in seen["events"] if "tool" in event["type"]]
    assert begins["call"] == call
    assert (ends["call"], ends["result"]) == (call, seen["record"][2])
    seen = play("spoken_after_the_end")
    assert seen["events"][-1]["messages"] == seen["record"][2:]
    seen = play("prompted_while_a_tool_runs")
    assert seen["raised"] == "RuntimeError: already running; use steer() or follow_up()"
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
    assert seen["listeners"] == {"all": types(seen), "one": ["agent_start"]}


def test_who_is_asked_when(play):
    """Steering is asked for at the start and after each turn; follow-ups when nothing is left."""
    seen = play("the_asks_of_a_run", replies=["calls", "says"], steering=[], follow_ups=[])
    start, end = ["agent_start", "steering?"], ["steering?", "follow-ups?", "agent_end"]
    turn = ["model", "turn_end"]
    assert seen["log"] == [*start, *turn, "steering?", *turn, *end]
    seen = play(
        "the_asks_of_a_run",
        replies=["calls", "says", "says", "says"],
        steering=[[], ["Now this."], [], []],
        follow_ups=[["Then that."]],
    )
    asked = ["steering?", "follow-ups?"]
    assert seen["log"] == [*start, *turn, "steering?", *turn, *asked, *turn, *end]
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) U A U A"


def test_a_list_of_several_opens_one_turn(play):
    """run_agent takes whole lists: all messages of one answer open the same turn, in order."""
    seen = play(
        "the_asks_of_a_run",
        replies=["calls", "says", "says"],
        steering=[["One.", "Two."], ["Three.", "Four."]],
        follow_ups=[["Five.", "Six."]],
    )
    start = ["Go.", "One.", "Two."]
    assert heard(seen) == [
        start,
        [*start, "Three.", "Four."],
        [*start, "Three.", "Four.", "Five.", "Six."],
    ]
    assert lab.shape(seen["record"]) == "U U U A[c1] R(c1) U U A U U A"
    assert seen["events"][-1]["messages"] == seen["record"]


def test_either_function_may_be_missing(play):
    """Either of the two functions may be None or left out: then nobody is waiting there."""
    only = {
        f"only {given} is given": heard(play("only_one_of_the_two", given=given))
        for given in ("get_steering", "get_follow_ups")
    }
    assert only == {
        "only get_steering is given": [["Build it."], ["Build it.", "Test it too."]],
        "only get_follow_ups is given": [["Build it."], ["Build it.", "Test it too."]],
    }


def test_nobody_is_asked_after_a_failed_reply(play):
    """After a reply that failed or was stopped the run ends, and nobody is asked for more."""
    seen = {
        last: play(
            "the_asks_of_a_run",
            replies=["calls", last],
            steering=[[], [], ["Too late."]],
            follow_ups=[["Too late."]],
        )
        for last in ("fails", "fails half way", "fails with a call", "is stopped")
    }
    logs = {last: one["log"] for last, one in seen.items()}
    before = ["agent_start", "steering?", "model", "turn_end", "steering?", "model"]
    assert {last: log[: len(before)] for last, log in logs.items()} == dict.fromkeys(logs, before)
    assert {last: log[len(before) :] for last, log in logs.items()} == {
        "fails": ["turn_end", "agent_end"],
        "fails half way": ["turn_end", "agent_end"],
        "fails with a call": ["turn_end", "agent_end"],
        "is stopped": ["turn_end", "agent_end"],
    }
    assert {last: lab.shape(one["record"]) for last, one in seen.items()} == {
        "fails": "U A[c1] R(c1) A(error)",
        "fails half way": "U A[c1] R(c1) A(error)",
        "fails with a call": "U A[c1] R(c1) A(error)",
        "is stopped": "U A[c1] R(c1) A(aborted)",
    }
    assert seen["fails with a call"]["tool_runs"] == 1


def test_what_waits_outlives_a_failure(play):
    """What waits when a reply fails is kept, and heard in the next run."""
    seen = {
        how: play("waiting_when_a_reply_fails", how=how)
        for how in ("without a word", "half way", "stopped half way")
    }
    assert {how: lab.shape(one["after_the_first_run"]) for how, one in seen.items()} == {
        "without a word": "U A(error)",
        "half way": "U A(error)",
        "stopped half way": "U A(aborted)",
    }
    next_run = [
        ["Build it.", "Go on.", "Use port 8081."],
        ["Build it.", "Go on.", "Use port 8081.", "Tag it."],
    ]
    assert {how: heard(one)[1:] for how, one in seen.items()} == {
        "without a word": next_run,
        "half way": next_run,
        "stopped half way": next_run,
    }


def test_what_was_said_counts_against_max_turns(play):
    """A turn for the user's words is a turn like any other: max_turns counts it."""
    shapes = {
        f"{kind}, cap {cap}": lab.shape(play("at_the_cap", how=how, max_turns=cap)["record"])
        for how, kind in (("steer", "two steered"), ("follow_up", "two follow-ups"))
        for cap in (0, 1, 2, 3)
    }
    assert shapes == {
        "two steered, cap 0": "U U A(error)",
        "two steered, cap 1": "U U A U A(error)",
        "two steered, cap 2": "U U A U A",
        "two steered, cap 3": "U U A U A",
        "two follow-ups, cap 0": "U A(error)",
        "two follow-ups, cap 1": "U A U A(error)",
        "two follow-ups, cap 2": "U A U A U A(error)",
        "two follow-ups, cap 3": "U A U A U A",
    }
    seen = play("beyond_the_cap")
    said = [m["content"] for m in seen["record"] if m["role"] == "user"]
    assert said == ["Go.", "One.", "Go on.", "Two."]
    assert seen["record"][3] == {
        "role": "assistant",
        "content": [],
        "stop_reason": "error",
        "error_message": "Agent stopped after max_turns=1",
    }


def test_what_waits_outlives_a_closed_run(play):
    """What nobody asked for before a run was closed is still waiting for the next one."""
    seen = play("closed_with_words_waiting", when="before its first event")
    assert lab.shape(seen["when_closed"]) == ""
    assert heard(seen) == [
        ["Go on.", "Use port 8081."],
        ["Go on.", "Use port 8081.", "Tag it."],
    ]
    seen = play("closed_with_words_waiting", when="at a turn_end")
    assert lab.shape(seen["when_closed"]) == "U A[c1] R(c1)"
    assert heard(seen)[1:] == [
        ["Build it.", "Go on.", "Use port 8081."],
        ["Build it.", "Go on.", "Use port 8081.", "Tag it."],
    ]


def test_queues_belong_to_one_harness_and_outlive_its_runs(play):
    """Words wait in the harness they were said to, also after the end of a run."""
    seen = play("two_harnesses")
    assert [m["content"] for m in seen["second"] if m["role"] == "user"] == ["Second."]
    said = [m["content"] for m in seen["first"] if m["role"] == "user"]
    assert said == ["First.", "Use port 8081.", "Tag it."]
    seen = play("spoken_after_the_end")
    assert lab.shape(seen["after_the_first_run"]) == "U A"
    assert lab.shape(seen["record"]) == "U A U U A U A"
    assert heard(seen) == [
        ["Build it."],
        ["Build it.", "Go on.", "Use port 8081."],
        ["Build it.", "Go on.", "Use port 8081.", "Tag it."],
    ]
