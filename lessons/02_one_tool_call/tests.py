"""Lesson 02: the model asks for a tool, and the harness runs it."""

import lab

SYSTEM = "You are a careful assistant."
ONE = lab.call("read", {"path": "a.txt"}, id="c1")
TWO = lab.call("look", {}, id="c2")
EMPTY = {"type": "object", "properties": {}, "required": []}
LOOK = {"name": "look", "description": "Look around.", "parameters": EMPTY}


def test_the_calls_of_a_reply_are_its_call_blocks(play):
    """The calls of a reply are its call blocks, each as it is, in order; words are no calls."""
    assert play("the_calls_of_replies")["calls"] == {
        "a call alone": [ONE],
        "words, a call": [ONE],
        "a call, words, a call": [TWO, ONE],
        "the same tool twice": [ONE, {**ONE, "id": "c7"}],
        "words alone": [],
        "nothing at all": [],
    }


def test_a_spec_is_name_description_and_parameters(play):
    """A provider is told a tool's name, description and parameters, in that order, and no more."""
    seen = play("the_specs_of_tools")
    size = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    assert seen["keys"] == [["name", "description", "parameters"]] * 2
    assert seen["specs"] == [
        LOOK,
        {"name": "grow", "description": "Make it grow.", "parameters": size},
    ]
    assert seen["none"] == []
    assert seen["left in the tools"] == {
        "look": ["calls", "description", "execute", "name", "parameters"],
        "grow": ["description", "execute", "guidelines", "name", "parameters", "snippet"],
    }


def test_a_result_says_which_call_it_answers(play):
    """A result says which call it answers, by its id and its tool's name, and what came of it."""
    result = play("a_call_run")["result"]
    assert result == {
        "role": "toolResult",
        "tool_call_id": "c5",
        "tool_name": "look",
        "content": "a sock\nand dust",
        "is_error": False,
    }
    assert result["is_error"] is False


def test_the_tool_that_the_call_names_is_run(play):
    """The tool that the call names is run, once, with the call's arguments as they are."""
    seen = play("the_named_tool_among_three")
    said = {name: result["content"] for name, result in seen["results"].items()}
    assert said == {"three": "three was here", "one": "one was here", "two": "two was here"}
    assert seen["log"] == {
        "one": [{"as": 2, "with": ["a", {"b": None}]}],
        "two": [{"as": 3, "with": ["a", {"b": None}]}],
        "three": [{"as": 1, "with": ["a", {"b": None}]}],
    }
    ids = {name: result["tool_call_id"] for name, result in seen["results"].items()}
    assert ids == {"three": "c1", "one": "c2", "two": "c3"}


def test_a_result_is_the_tools_text_to_the_character(play):
    """A result is the tool's text to the character; nothing is a text, too."""
    results = play("results_of_every_kind")["results"]
    assert {how: result["content"] for how, result in results.items()} == {
        "nothing": "",
        "blanks": "  \n",
        "line breaks": "one\r\ntwo\n\n",
        "Chinese": "\u4f60\u597d \u2028 \U0001f600",
        "JSON": '{"is_error": true}',
    }
    flagged = [how for how, result in results.items() if result["is_error"] is not False]
    assert {"flagged as an error": flagged} == {"flagged as an error": []}


def test_a_slow_tool_is_waited_for(play):
    """A tool that takes its time is waited for."""
    seen = play("a_tool_that_takes_its_time")
    assert seen["result"]["content"] == "found it"
    assert seen["log"] == ["lap 1", "lap 2", "lap 3", "lap 4", "lap 5", "back"]


def test_call_and_result_stand_on_the_record(play):
    """A run with a call leaves four messages: prompt, reply with the call, its result, answer."""
    seen = play("one_call_in_a_run")
    asks = lab.reply(lab.text("Let me see."), lab.call("look", {"where": "kitchen"}, id="c1"))
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
    assert seen["record"] == [
        lab.user("Who is in the kitchen?"),
        asks,
        lab.tool_result(asks["content"][1], "A cat."),
        lab.say("There is a cat."),
    ]
    assert seen["log"] == [{"where": "kitchen"}]


def test_the_model_is_asked_again_with_the_result(play):
    """The model is asked once more, with the call and its result before it."""
    seen = play("one_call_in_a_run")
    sent = seen["requests"]
    assert [lab.shape(request["messages"]) for request in sent] == ["U", "U A[c1] R(c1)"]
    assert sent[1]["messages"] == seen["record"][:3]
    assert [request["system"] for request in sent] == [SYSTEM, SYSTEM]


def test_every_request_names_the_tools(play):
    """Every request tells the model of all its tools, the second one too."""
    sent = play("one_call_in_a_run")["requests"]
    assert [request["tools"] for request in sent] == [[LOOK], [LOOK]]
    assert [request["tools"] for request in play("no_call_in_a_run")["requests"]] == [[LOOK]]


def test_without_a_call_the_reply_is_the_answer(play):
    """A reply without a call is the answer: no tool is run and nobody is asked again."""
    seen = play("no_call_in_a_run")
    assert lab.shape(seen["record"]) == "U A"
    assert {"requests": len(seen["requests"]), "tool calls": seen["log"]} == {
        "requests": 1,
        "tool calls": [],
    }


def test_a_call_is_what_asks_for_a_tool(play):
    """A call in the reply asks for a tool, and nothing else does: not how the reply stopped."""
    seen = play("stop_reasons_that_mislead", calls=True, stop_reason="stop")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
    assert {"tool calls": seen["log"]} == {"tool calls": [{}]}
    seen = play("stop_reasons_that_mislead", calls=False, stop_reason="toolUse")
    assert lab.shape(seen["record"]) == "U A"
    assert {"tool calls": seen["log"]} == {"tool calls": []}


def test_runs_on_one_record_go_on_from_each_other(play):
    """The next prompt finds calls and results on the record: they're sent again, not run again."""
    seen = play("three_prompts")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A U A U A[c2] R(c2) A"
    assert [lab.shape(request["messages"]) for request in seen["requests"]] == [
        "U",
        "U A[c1] R(c1)",
        "U A[c1] R(c1) A U",
        "U A[c1] R(c1) A U A U",
        "U A[c1] R(c1) A U A U A[c2] R(c2)",
    ]
    results = [m["content"] for m in seen["record"] if m["role"] == "toolResult"]
    assert results == ["count 1", "count 2"]
    assert seen["log"] == [{}, {}]


def test_a_call_and_its_result_are_paid_for(play):
    """A tool costs tokens: its spec with every request, its call and its result from then on."""
    seen = play("one_call_in_a_run")
    assert seen["tokens"] == [56, 123]
    assert seen["bill"] == 179


def test_the_read_tool_says_what_it_is(play):
    """The tool `read` says what it does and what it needs: a path, a string."""
    seen = play("the_read_tool")
    sentence = "Read a text file and return its contents."
    limits = "One call returns at most 2000 lines or 50000 bytes; use offset to read on."
    description = seen.pop("description")
    assert description in (sentence, f"{sentence} {limits}")
    assert seen == {
        "name": "read",
        "keys of the parameters": ["type", "properties", "required"],
        "type": "object",
        "path": [["type", "string"], ["description", "Path of the file to read."]],
        "required": ["path"],
        "snippet": "Read file contents",
        "guidelines": [
            "Use read to examine files instead of cat or sed.",
            "Show file paths clearly when working with files.",
        ],
    }


def test_read_returns_the_whole_file(play):
    """Reading returns the whole file to the character, and changes nothing on the disk."""
    seen = play("files_read")
    assert seen["texts"] == {
        "notes.md": "Buy milk.\nFeed the cat.\n",
        "crlf.txt": "one\r\ntwo\r\n",
        "no newline.txt": "the end",
        "empty.txt": "",
        "odd.txt": "a\fb\rc\u2028d \U0001f600\n\n\n",
        "src/deep/main.py": "print('hello')\n",
    }
    assert seen["writes"] == []


def test_a_file_is_read_when_the_model_asks(play):
    """A file is read when the model asks, so a second read shows what was changed in between."""
    seen = play("a_file_read_twice")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A U A[c2] R(c2) A"
    assert seen["results"] == ["Buy milk.\nFeed the cat.\n", "All done.\n"]
    assert seen["disk"] == {"notes.md": "All done.\n", "other.md": "Not this one.\n"}
