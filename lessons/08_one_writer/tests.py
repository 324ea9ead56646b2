"""Lesson 08: an object that owns one transcript and lets one run at a time write to it."""

import lab

PROMPT, AGAIN = lab.user("Is the build green?"), lab.user("And now?")
REFUSED = "RuntimeError: already running; use steer() or follow_up()"
ALONE = ["agent_start", "turn_start", "message_end", "message_end", "turn_end", "agent_end"]
CALL = ["tool_execution_start", "message_end", "tool_execution_end"]
CHECKED = [*ALONE[:4], *CALL, "turn_end", "turn_start", "message_end", *ALONE[4:]]


def test_a_prompt_is_a_run_over_its_own_transcript(play):
    """A prompt is a run: its events, and its messages on the transcript that the harness owns."""
    seen = play("two_prompts")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A U A"
    first, second = seen["events"]
    assert [event["type"] for event in first] == CHECKED
    assert [event["type"] for event in second] == ALONE
    assert first[-1]["messages"] == seen["record"][:4]
    assert second[-1]["messages"] == seen["record"][4:]


def test_the_next_prompt_goes_on_from_the_last(play):
    """The next prompt goes on from the last: the model is sent all there is, system and tools."""
    seen = play("two_prompts")
    assert [lab.shape(request["messages"]) for request in seen["requests"]] == [
        "U",
        "U A[c1] R(c1)",
        "U A[c1] R(c1) A U",
    ]
    assert seen["requests"][2]["messages"] == seen["record"][:5]
    told = [[r["system"], [t["name"] for t in r["tools"]]] for r in seen["requests"]]
    assert told == [["You are a careful release manager.", ["check"]]] * 3


def test_given_messages_are_copied(play):
    """A harness goes on from the messages it is given, and leaves the list they came in alone."""
    old = [lab.user("Hello."), lab.say("Hello. What shall I do?")]
    for messages in (old, []):
        seen = play("a_harness_that_is_given_messages", messages=messages)
        assert seen["record"] == [*messages, PROMPT, lab.say("All green.")]
        assert seen["their_list"] == [*messages, lab.user("I was never said.")]
        assert seen["requests"][0]["messages"] == [*messages, PROMPT]
        ends = [{"type": "agent_end", "messages": [PROMPT, lab.say("All green.")]}]
        assert seen["at_the_end"] == ends


def test_every_harness_has_a_transcript_of_its_own(play):
    """Every harness has a transcript of its own: what one is told, the next does not know."""
    seen = play("two_harnesses")
    shapes = {name: lab.shape(messages) for name, messages in seen.items()}
    assert shapes == {"first": "U A", "second": ""}


def test_messages_is_a_tuple_of_what_is_there(play):
    """`messages` is a tuple of what is there now: to read, not to write, and it does not grow."""
    seen = play("a_look_at_the_messages")
    assert seen["looks"] == ["", "U", "U A[c1]", "U A[c1] R(c1)", "U A[c1] R(c1) A"]
    assert seen["tuples"] == [True] * 5, "whether each look at `messages` gave a tuple"


def test_every_run_has_the_harnesss_max_turns(play):
    """Every run of a harness is stopped after the max_turns it was built with."""
    seen = play("a_capped_harness", max_turns=1)
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A(error) U A[c2] R(c2) A(error)"
    assert seen["record"][-1]["error_message"] == "Agent stopped after max_turns=1"
    assert seen["asked"] == 2
    assert lab.shape(play("a_capped_harness", max_turns=0)["record"]) == "U A(error) U A(error)"


def test_it_is_running_from_the_prompt_to_the_end(play):
    """A harness is running from the call of prompt until its run is exhausted."""
    assert play("is_it_running")["running"] == {
        "before": False,
        "prompted, not begun": True,
        "at agent_start": True,
        "at turn_start": True,
        "at message_end": True,
        "at turn_end": True,
        "at agent_end": True,
        "after": False,
    }


def test_a_second_prompt_is_refused_where_it_is_made(play):
    """While a run is going, a second prompt raises where it is made, and disturbs nothing."""
    for after in (0, 1, 3, 5, 12):
        seen = play("a_second_prompt", after=after)
        assert seen["raised"] == REFUSED, "what the second prompt raised, where it was made"
        assert seen["record_untouched"] is True, "the refused prompt changed the record"
        assert seen["events"] == CHECKED
        assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
        assert seen["calls"] == {"model": 2, "check": 1}


def test_however_a_run_ends_the_next_can_begin(play):
    """However a run ends, it is not running any more, and the next prompt is taken."""
    for how, raised, between in (
        ("it is exhausted", None, "U A"),
        ("it is closed before its first event", None, ""),
        ("it is closed half way", None, "U"),
        ("its consumer raises and closes it", "LookupError", "U"),
        ("the model raises", "KeyError", "U"),
        ("its task is cancelled", "CancelledError", "U"),
        ("a listener raises at message_end", "ValueError", "U"),
        ("a listener raises at agent_end", "ValueError", "U A"),
    ):
        seen = play("a_run_that_ends", how=how)
        assert {"running": seen["then"]["running"]} == {"running": False}
        assert seen["raised"] == raised, "what came out of the run"
        assert seen["raised_again"] is None, "what came out of the next prompt"
        assert seen["between"] == between
        assert lab.shape(seen["record"]) == f"{between} U A".strip()


def test_however_a_run_ends_nothing_is_left_open(play):
    """However a run ends, the loop inside it is closed with it, at once."""
    for how in (
        "it is exhausted",
        "it is closed before its first event",
        "it is closed half way",
        "its consumer raises and closes it",
        "the model raises",
        "its task is cancelled",
        "a listener raises at message_end",
        "a listener raises at agent_end",
    ):
        seen = play("a_run_that_ends", how=how)
        assert seen["then"]["left open"] == 0, "async generators that were begun and left open"
    seen = play("a_closed_run_in_the_middle_of_a_call")
    assert seen["left_open"] == 0, "async generators that were begun and left open"
    assert seen["running"] is False, "is_running, after the run was closed"
    assert lab.shape(seen["record"]) == "U A[c1]"
    assert seen["calls"] == {"model": 1, "check": 0}


def test_a_run_that_is_left_goes_on_waiting(play):
    """A run that is left and not closed is still running; once closed, it is not."""
    seen = play("a_run_that_is_left")
    assert seen["left"] == {"running": True, "a second prompt": "RuntimeError"}
    assert seen["closed"] == {"running": False}
    seen = play("an_old_run_is_closed_again")
    assert {"running": seen["running"], "after": seen["after"]} == {"running": True, "after": False}
    assert lab.shape(seen["record"]) == "U A U A"


def test_listeners_hear_each_event_before_the_consumer(play):
    """Every listener hears every event, before the consumer gets it."""
    seen = play("two_listeners_and_a_consumer")
    assert [event["type"] for event in seen["events"]] == CHECKED
    assert seen["told"]["one"] == seen["events"]
    assert seen["told"]["two"] == seen["events"]
    assert seen["heard_before"] == [
        {"event": event, "one": number, "two": number} for number, event in enumerate(CHECKED, 1)
    ], "at each event that the consumer got: how many each listener had heard"


def test_a_listener_finds_the_message_on_the_transcript(play):
    """When a listener hears of a message, the transcript of the harness ends with it."""
    seen = play("a_listener_looks_at_the_messages")
    assert seen["looks"] == [
        {"heard of": "U", "transcript": "U"},
        {"heard of": "A[c1]", "transcript": "U A[c1]"},
        {"heard of": "R(c1)", "transcript": "U A[c1] R(c1)"},
        {"heard of": "A", "transcript": "U A[c1] R(c1) A"},
    ]


def test_a_listener_stays_until_it_is_undone(play):
    """A listener hears every run until it is unsubscribed; doing that twice is harmless."""
    seen = play("a_listener_over_two_runs")
    assert seen["raised"] == [None, None]
    assert seen["heard"] == {"stays": 12, "goes": 6}


def test_unsubscribing_during_a_run_takes_effect(play):
    """A listener may be unsubscribed in the middle of a run, by itself too; the others hear all."""
    for who in ("by itself", "by the consumer"):
        seen = play("a_listener_that_has_heard_enough", who=who)
        assert seen["heard"] == {"before it": 6, "itself": 3, "after it": 6}
        assert seen["events"] == 6


def test_a_listener_that_prompts_is_refused(play):
    """A listener that prompts during a run is refused like anybody else, and the run goes on."""
    seen = play("a_listener_that_prompts")
    assert seen["told"] == [REFUSED]
    assert seen["events"] == ALONE
    assert lab.shape(seen["record"]) == "U A"
