"""Lesson 05: a run that stops, and a record that the next run can go on from."""

import lab

PROMPT = lab.user("Is the build green?")


def _shapes(seen):
    """The record's shape, and the shape of what each request held."""
    return [lab.shape(seen["record"]), *(lab.shape(r["messages"]) for r in seen["requests"])]


def _cap(turns):
    return {
        "role": "assistant",
        "content": [],
        "stop_reason": "error",
        "error_message": f"Agent stopped after max_turns={turns}",
    }


def test_a_stop_is_a_message(play):
    """A stop is a message: an assistant's, empty, with a stop_reason and an error_message."""
    assert play("the_message_itself") == {
        "failure": {
            "role": "assistant",
            "content": [],
            "stop_reason": "error",
            "error_message": "529: the provider is overloaded",
        },
        "stop": {
            "role": "assistant",
            "content": [],
            "stop_reason": "aborted",
            "error_message": "Operation aborted",
        },
    }


def test_a_runaway_is_stopped_after_max_turns_calls(play):
    """A model that never stops asking is asked max_turns times, and no further call is paid for."""
    seen = play("a_runaway", max_turns=3)
    assert _shapes(seen) == [
        "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A(error)",
        "U",
        "U A[c1] R(c1)",
        "U A[c1] R(c1) A[c2] R(c2)",
    ]
    assert {"checks run": seen["ran"], "bill": seen["bill"]} == {"checks run": 3, "bill": 333}


def test_the_record_says_why_it_stopped(play):
    """The record says why: its last message is the error `Agent stopped after max_turns=<n>`."""
    seen = play("a_runaway", max_turns=2)
    assert seen["record"][-1] == _cap(2)
    assert lab.validate(seen["record"], record=True) == []


def test_max_turns_counts_model_calls(play):
    """max_turns counts model calls: exactly enough is enough, 0 asks nobody, none is no limit."""
    for max_turns, shape in ((0, "U A(error)"), (1, "U A[c1] R(c1) A(error)")):
        seen = play("a_runaway", max_turns=max_turns)
        assert lab.shape(seen["record"]) == shape
        assert seen["record"][-1] == _cap(max_turns)
        assert {"requests": len(seen["requests"])} == {"requests": max_turns}
    for turns, together, max_turns, shape in (
        (1, 1, 1, "U A"),
        (3, 1, 2, "U A[c1] R(c1) A[c2] R(c2) A(error)"),
        (3, 1, 3, "U A[c1] R(c1) A[c2] R(c2) A"),
        (2, 3, 2, "U A[c1,c2,c3] R(c1) R(c2) R(c3) A"),
    ):
        seen = play("a_run_of_turns", turns=turns, together=together, max_turns=max_turns)
        assert lab.shape(seen["record"]) == shape
        assert {"requests": len(seen["requests"])} == {"requests": min(turns, max_turns)}
    seen = play("a_run_of_turns", turns=30)
    assert {"requests": len(seen["requests"])} == {"requests": 30}
    assert lab.shape(seen["record"][-2:]) == "R(c29) A"


def test_every_run_has_max_turns_of_its_own(play):
    """Every run has its max_turns calls, however many stand on the record already."""
    seen = play("two_runaways", max_turns=2)
    turns = "A[c1] R(c1) A[c2] R(c2)", "A[c3] R(c3) A[c4] R(c4)"
    assert lab.shape(seen["record"]) == f"U {turns[0]} A(error) U {turns[1]} A(error)"
    assert seen["asked"] == [2, 4]


def test_a_failure_ends_the_run(play):
    """A provider's failure, at the first, second or last call, ends the run; nobody asks again."""
    for at, shape, requests in (
        ("first", "U A(error)", 1),
        ("second", "U A[c1] R(c1) A(error)", 2),
        ("last", "U A[c1] R(c1) A[c2] R(c2) A(error)", 3),
    ):
        for partial in (None, "The build is"):
            seen = play("a_provider_that_fails", at=at, partial=partial)
            assert lab.shape(seen["record"]) == shape
            assert {"requests": len(seen["requests"])} == {"requests": requests}


def test_a_failed_reply_stays_on_the_record_as_it_came(play):
    """A failed reply stays on the record as it came: its words and the provider's reason."""
    for max_turns in (None, 1):
        seen = play("a_provider_that_fails", at="first", partial="The build", max_turns=max_turns)
        assert seen["record"] == [
            PROMPT,
            {
                "role": "assistant",
                "content": [{"type": "text", "text": "The build"}],
                "stop_reason": "error",
                "error_message": "529: overloaded",
            },
        ]


def test_nothing_of_a_failed_reply_is_acted_on(play):
    """None of a reply that failed or was stopped is acted on: the calls in it are not run."""
    for how, words, calls in (
        ("error", None, 2),
        ("error", "Let me see.", 1),
        ("aborted", None, 2),
        ("aborted", "The build is", 0),
        ("aborted", None, 0),
    ):
        seen = play("a_reply_that_was_cut", stop_reason=how, words=words, calls=calls)
        assert lab.shape(seen["record"]) == f"U A({how})"
        assert len(seen["record"][1]["content"]) == calls + bool(words)
        done = {"checks run": seen["ran"], "requests": len(seen["requests"])}
        assert done == {"checks run": 0, "requests": 1}


def test_calls_decide_whether_a_run_goes_on(play):
    """Of a reply that did not fail, the calls decide whether to go on, not its stop_reason."""
    for stop_reason, calls, shape in (("stop", 1, "U A[c1] R(c1) A"), ("toolUse", 0, "U A")):
        seen = play("a_reply_with_a_stop_reason", stop_reason=stop_reason, calls=calls)
        assert lab.shape(seen["record"]) == shape
        assert {"requests": len(seen["requests"])} == {"requests": 1 + calls}


def test_the_next_run_is_not_sent_what_is_empty(play):
    """After a bad end the next run goes on: a reply with nothing in it is not sent again."""
    for first, sent in (
        ("a failure without words", "U U"),
        ("a failure after a check", "U A[c1] R(c1) U"),
        ("a failure with blanks", "U U"),
        ("max_turns", "U A[c1] R(c1) A[c2] R(c2) U"),
        ("a reply with nothing in it", "U U"),
        ("a reply of blanks", "U U"),
        ("a Stop", "U U"),
    ):
        seen = play("the_run_after", first=first)
        assert lab.shape(seen["requests"][-1]["messages"]) == sent
        assert lab.show(seen["record"][-1:]) == 'assistant -> "All green."'


def test_the_record_keeps_what_is_not_sent(play):
    """What is not sent again stays on the record: it happened."""
    for first, kept in (
        ("a failure without words", "U A(error) U A"),
        ("a failure after a check", "U A[c1] R(c1) A(error) U A"),
        ("a failure with blanks", "U A(error) U A"),
        ("max_turns", "U A[c1] R(c1) A[c2] R(c2) A(error) U A"),
        ("a reply with nothing in it", "U A U A"),
        ("a Stop", "U A(aborted) U A"),
        ("a reply of blanks", "U A U A"),
    ):
        seen = play("the_run_after", first=first)
        assert lab.shape(seen["record"]) == kept
    assert seen["record"][1]["content"] == [
        {"type": "text", "text": " "},
        {"type": "text", "text": "\n\t"},
    ]


def test_half_a_sentence_is_sent_again(play):
    """A failed reply that got some words out is sent again, words and all: they were said."""
    seen = play("the_run_after", first="a failure after half a sentence")
    assert seen["requests"][-1]["messages"] == [
        PROMPT,
        lab.fail("529: overloaded", partial="The build is"),
        lab.user("And now?"),
    ]
    assert lab.shape(seen["record"]) == "U A(error) U A"


def test_the_view_leaves_out_empty_replies_and_nothing_else(play):
    """The view leaves out replies with no call and no words but blanks, and nothing else."""
    call = lab.call("check", {}, id="c1")
    kept = [
        PROMPT,
        lab.reply(call),
        lab.tool_result(call, ""),
        lab.fail("529: overloaded", partial="The build is"),
        lab.user("Well?"),
        lab.say("  Red. "),
    ]
    empty = [
        lab.reply(),
        lab.say(""),
        lab.say(" \n\t "),
        lab.reply(lab.text(" "), lab.text("")),
        lab.reply(stop_reason="toolUse"),
        lab.fail("529: overloaded"),
        {**lab.reply(stop_reason="aborted"), "error_message": "Operation aborted"},
        lab.fail("529: overloaded", partial="\n"),
    ]
    mixed = [*empty[:2], *kept[:3], *empty[2:4], *kept[3:5], *empty[4:6], *kept[5:], *empty[6:]]
    seen = play("what_a_provider_accepts", messages=mixed)
    assert seen["view"] == kept
    assert seen["record"] == mixed


def test_the_view_is_a_list_of_its_own(play):
    """The view is a list of its own, even when it leaves nothing out."""
    for messages in ([], [PROMPT, lab.say("Yes.")]):
        seen = play("what_a_provider_accepts", messages=messages)
        assert seen["view"] == messages
        assert seen["a_new_list"] is True, (
            "context_for_model gave the record itself back: a change to the view changes the record"
        )


def test_an_exception_out_of_a_model_goes_up(play):
    """An exception out of a model is a bug in its adapter: it goes up, and nobody asks again."""
    seen = play("a_model_that_raises")
    happened = {"raised": seen["raised"], "requests": seen["asked"]}
    assert happened == {"raised": "KeyError", "requests": 1}
