"""Lesson 03: the loop."""

import lab

SYSTEM = "You are a careful assistant."


def test_every_call_of_a_reply_is_answered(play):
    """Several calls in one reply get a result each, in the order of the calls."""
    seen = play("three_calls_in_one_reply")
    asked = [
        lab.call("weigh", {"what": "salt"}, id="c1"),
        lab.call("look", {"at": "room"}, id="c2"),
        lab.call("weigh", {"what": "flour"}, id="c3"),
    ]
    assert lab.shape(seen["record"]) == "U A[c1,c2,c3] R(c1) R(c2) R(c3) A"
    assert seen["record"] == [
        lab.user("Weigh salt and flour."),
        lab.reply(lab.text("Let me see."), *asked),
        lab.tool_result(asked[0], "salt: weighed"),
        lab.tool_result(asked[1], "a kitchen"),
        lab.tool_result(asked[2], "flour: weighed"),
        lab.say("All weighed."),
    ]
    log = {"weigh": [{"what": "salt"}, {"what": "flour"}], "look": [{"at": "room"}]}
    assert seen["log"] == log


def test_the_model_is_asked_again_when_every_call_has_its_result(play):
    """The model is asked again once every call of its reply has a result, and not before."""
    seen = play("three_calls_in_one_reply")
    shapes = [lab.shape(request["messages"]) for request in seen["requests"]]
    assert shapes == ["U", "U A[c1,c2,c3] R(c1) R(c2) R(c3)"]
    assert seen["requests"][1]["messages"] == seen["record"][:5]


def test_a_run_goes_on_until_a_reply_holds_no_call(play):
    """A run goes on as long as replies hold calls; the first without one is its last message."""
    shapes = {
        "no call": lab.shape(play("rounds", batches=[])["record"]),
        "one round": lab.shape(play("rounds", batches=[1])["record"]),
        "three rounds": lab.shape(play("rounds", batches=[1, 1, 1])["record"]),
        "rounds of 2, 1 and 3": lab.shape(play("rounds", batches=[2, 1, 3])["record"]),
    }
    assert shapes == {
        "no call": "U A",
        "one round": "U A[c1] R(c1) A",
        "three rounds": "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A",
        "rounds of 2, 1 and 3": (
            "U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A[c4,c5,c6] R(c4) R(c5) R(c6) A"
        ),
    }


def test_every_request_holds_all_that_came_before(play):
    """Every request of a run holds all that came before it, with the same system and tools."""
    seen = play("rounds", batches=[2, 1, 3])
    sent = seen["requests"]
    assert [lab.shape(request["messages"]) for request in sent] == [
        "U",
        "U A[c1,c2] R(c1) R(c2)",
        "U A[c1,c2] R(c1) R(c2) A[c3] R(c3)",
        "U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A[c4,c5,c6] R(c4) R(c5) R(c6)",
    ]
    assert sent[3]["messages"] == seen["record"][:-1]
    assert [request["system"] for request in sent] == [SYSTEM] * 4
    names = [[spec["name"] for spec in request["tools"]] for request in sent]
    assert names == [["weigh"]] * 4


def test_the_loop_has_no_end_of_its_own(play):
    """Sixty rounds are played as well as one: the model says when it is done, nobody else."""
    seen = play("sixty_rounds")
    counts = {"requests": seen["asked"], "tool calls": len(seen["log"])}
    assert counts == {"requests": 61, "tool calls": 60}
    assert seen["last"] == lab.say("Done.")


def test_each_result_is_that_of_its_own_call(play):
    """Twelve calls of one tool in one reply: each result is what came of its own call."""
    seen = play("rounds", batches=[12])
    results = {m["tool_call_id"]: m["content"] for m in seen["record"] if "tool_call_id" in m}
    assert results == {f"c{n}": f"thing {n}: weighed" for n in range(1, 13)}
    assert seen["log"] == [f"thing {n}" for n in range(1, 13)]
    assert len(seen["results"]) == 12


def test_the_same_call_twice_is_run_twice(play):
    """The same call twice is two calls: each is run, and each gets a result of its own."""
    seen = play("the_same_call_twice")
    assert lab.shape(seen["record"]) == "U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A"
    assert seen["results"] == ["count 1", "count 2", "count 3"]
    assert seen["log"] == [{"by": 1}, {"by": 1}, {"by": 1}]


def test_a_slow_tool_does_not_lose_its_place(play):
    """A slow tool's result does not lose its place: results stand in the order of the calls."""
    seen = play("slow_and_fast_tools")
    assert lab.shape(seen["record"]) == "U A[c1,c2,c3] R(c1) R(c2) R(c3) A"
    assert seen["results"] == ["the slow one", "the fast one", "the medium one"]


def test_words_beside_a_call_do_not_end_a_run(play):
    """Words beside a call do not end a run: they stay on the record, and the call is answered."""
    seen = play("words_beside_calls")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A[c2] R(c2) A"
    said = [m["content"] for m in seen["record"] if m["role"] == "assistant"]
    assert said == [
        [lab.text("The answer is near."), lab.call("weigh", {"what": "salt"}, id="c1")],
        [lab.call("weigh", {"what": "flour"}, id="c2"), lab.text("Salt is done.")],
        [lab.text("Both are done.")],
    ]


def test_a_reply_with_nothing_in_it_ends_a_run(play):
    """A reply with no calls and no words ends a run too; it is recorded, and nobody asks again."""
    seen = play("a_last_reply_without_words")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
    assert seen["record"][-1] == lab.reply()
    assert {"requests": len(seen["requests"])} == {"requests": 2}


def test_calls_decide_not_how_a_reply_stopped(play):
    """Whether a run goes on is decided by the calls in a reply, not by how it says it stopped."""
    seen = play("stop_reasons_that_mislead")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A[c2,c3] R(c2) R(c3) A"
    assert seen["results"] == ["salt: weighed", "flour: weighed", "milk: weighed"]
    assert {"requests": len(seen["requests"])} == {"requests": 3}


def test_a_second_run_runs_its_own_calls_only(play):
    """A second run on the same record runs the calls of its own replies, and no earlier ones."""
    seen = play("two_runs")
    first = "U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A"
    second = "U A[c4] R(c4) A[c5,c6] R(c5) R(c6) A"
    assert lab.shape(seen["record"]) == f"{first} {second}"
    assert seen["log"] == ["salt", "flour", "milk", "eggs", "sugar", "butter"]
    prompts = [m["content"] for m in seen["record"] if m["role"] == "user"]
    assert prompts == ["Weigh.", "Weigh more."]
    assert {"requests": len(seen["requests"])} == {"requests": 6}


def test_a_long_result_is_paid_for_in_every_later_round(play):
    """A long result is paid for again in every later round: four times, with four to come."""
    short, long = play("a_long_result", length=4), play("a_long_result", length=4004)
    assert short["tokens"] == [53, 105, 157, 209, 261]
    more = [b - a for a, b in zip(short["tokens"], long["tokens"], strict=True)]
    assert more == [0, 1000, 1000, 1000, 1000]
    assert long["bill"] - short["bill"] == 4000
