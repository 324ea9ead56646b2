"""Lesson 04: a failure is a result."""

import lab

FILES = {"notes.md": "Buy milk.\n", "src/main.py": "print(1)\n", "todo.txt": "Nothing.\n"}


def _contents(results):
    """What each result says."""
    return {how: result["content"] for how, result in results.items()}


def _flags(results):
    """How each result is flagged, in words."""
    words = {"True": "flagged as an error", "False": "not flagged"}
    flags = {how: repr(result["is_error"]) for how, result in results.items()}
    return {how: words.get(flag, flag) for how, flag in flags.items()}


def test_an_unknown_tool_is_a_failed_call(play):
    """A call of a tool that is not there gets a result that says so, flagged as an error."""
    seen = play("unknown_tools")
    assert _contents(seen["results"]) == {
        "fly": "Tool fly not found",
        "look": "Tool look not found",
        "LOOK": "Tool LOOK not found",
        "look3": "Tool look3 not found",
    }
    assert seen["results"]["fly"] == {
        "role": "toolResult",
        "tool_call_id": "c3",
        "tool_name": "fly",
        "content": "Tool fly not found",
        "is_error": True,
    }
    assert _flags(seen["results"]) == dict.fromkeys(seen["results"], "flagged as an error")
    assert {"tools run": seen["log"]} == {"tools run": [[], []]}


def test_a_tool_that_raises_is_a_failed_call(play):
    """A tool that raises is a failed call: its result is the exception's words, and is flagged."""
    results = play("tools_that_raise")["results"]
    assert _contents(results) == {
        "RuntimeError": "no disk",
        "ValueError": "n must be a string",
        "FileNotFoundError": "File not found: a.txt",
        "one of its own": "over 5 kg\nby far ",
        "KeyError": "'id'",
        "OSError with a number": "[Errno 13] Permission denied",
        "words that look like success": "ok",
    }
    assert _flags(results) == dict.fromkeys(results, "flagged as an error")
    ids = [result["tool_call_id"] for result in results.values()]
    assert ids == ["c1", "c2", "c3", "c4", "c5", "c6", "c7"]


def test_an_exception_without_words_is_named(play):
    """An exception without words is told by the name of its class, never by an empty result."""
    results = play("tools_that_raise_without_a_word")["results"]
    assert _contents(results) == {
        "RuntimeError": "RuntimeError",
        "ValueError": "ValueError",
        "KeyError": "KeyError",
        "TimeoutError": "TimeoutError",
        "AssertionError": "AssertionError",
        "one of its own": "TooHeavy",
    }
    assert _flags(results) == dict.fromkeys(results, "flagged as an error")


def test_what_is_no_text_is_a_failed_call(play):
    """A tool that returns something else than text is a failed call, and the result says what."""
    results = play("tools_that_return_no_text")["results"]
    assert _contents(results) == {
        "None": "Tool work returned NoneType, not text",
        "5": "Tool work returned int, not text",
        "1.5": "Tool work returned float, not text",
        "True": "Tool work returned bool, not text",
        "False": "Tool work returned bool, not text",
        "['a', 'b']": "Tool work returned list, not text",
        "{'text': 'a'}": "Tool work returned dict, not text",
    }
    assert _flags(results) == dict.fromkeys(results, "flagged as an error")
    result = play("a_tool_that_returns_bytes")["results"]["bytes"]
    assert result["content"] == "Tool work returned bytes, not text"
    assert result["is_error"] is True


def test_text_is_no_failure(play):
    """A tool that returns text has not failed, whatever the text says, be it nothing at all."""
    results = play("tools_that_work")["results"]
    assert _contents(results) == {
        "some words": "Done.",
        "nothing": "",
        "words that look like trouble": "RuntimeError: no disk",
        "the word None": "None",
    }
    assert _flags(results) == dict.fromkeys(results, "not flagged")


def test_the_model_is_told_and_the_run_goes_on(play):
    """A failure is told to the model as the call's one result, and the run goes on."""
    seen = play("a_tool_that_fails_in_a_run")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A"
    save = lab.call("save", {"what": "it"}, id="c1")
    fly, look = lab.call("fly", {}, id="c2"), lab.call("look", {}, id="c3")
    results = [
        lab.tool_result(save, "no disk", is_error=True),
        lab.tool_result(fly, "Tool fly not found", is_error=True),
        lab.tool_result(look, "a desk"),
    ]
    assert seen["results"] == results
    assert [request["messages"][-1] for request in seen["requests"][1:]] == results
    assert seen["log"] == {"save": [{"what": "it"}], "look": [{}]}


def test_one_failure_leaves_the_other_calls_alone(play):
    """A call that fails leaves the others of its reply alone: each is run, and each is answered."""
    seen = play("failures_in_one_reply")
    assert lab.shape(seen["record"]) == "U A[c1,c2,c3,c4,c5] R(c1) R(c2) R(c3) R(c4) R(c5) A"
    assert [[result["content"], result["is_error"]] for result in seen["results"]] == [
        ["a desk", False],
        ["no disk", True],
        ["Tool fly not found", True],
        ["Tool count returned int, not text", True],
        ["a desk", False],
    ]
    assert seen["log"] == {"look": 2, "save": 1, "count": 1}


def test_a_cancelled_task_is_no_failure(play):
    """asyncio.CancelledError is a stop, no failure of the tool: it goes up, and ends the run."""
    seen = play("a_tool_that_is_cancelled")
    assert seen["raised"] == {"run_tool": "CancelledError", "run_agent": "CancelledError"}
    assert lab.shape(seen["record"]) == "U A[c1]"
    seen = play("a_task_cancelled_during_a_tool")
    assert lab.shape(seen["record"]) == "U A[c1]"
    came = {"the task was cancelled": seen["cancelled"], "requests": len(seen["requests"])}
    assert came == {"the task was cancelled": True, "requests": 1}


def test_a_string_argument_is_handed_on(play):
    """A string argument is handed on as it is: an empty one, blanks and a number in quotes, too."""
    values = ["a.txt", "", "  ", "5", "null", "\u4f60\u597d\n"]
    assert play("string_arguments", values=values)["told"] == {
        '"a.txt"': "a.txt",
        '""': "",
        '"  "': "  ",
        '"5"': "5",
        '"null"': "null",
        '"\\u4f60\\u597d\\n"': "\u4f60\u597d\n",
    }


def test_what_is_no_string_is_refused(play):
    """An argument that is missing, or no string, is a ValueError that names the argument."""
    values = [None, 5, 0, 1.5, True, False, [], ["a.txt"], {"path": "a.txt"}]
    wrong = "ValueError: path must be a string"
    told = play("string_arguments", values=values)["told"]
    assert told == {
        "null": wrong,
        "5": wrong,
        "0": wrong,
        "1.5": wrong,
        "true": wrong,
        "false": wrong,
        "[]": wrong,
        '["a.txt"]': wrong,
        '{"path": "a.txt"}': wrong,
    }
    missing = play("missing_arguments")["told"]
    assert missing == {"path": wrong, "content": "ValueError: content must be a string"}


def test_the_tools_say_what_they_are(play):
    """The tools say what they do and need: `write` a path and the new contents, `read` a path."""
    seen = play("the_write_tool")
    assert seen["parameters"] == (
        '{"type": "object", "properties": {'
        '"path": {"type": "string", "description": "Path of the file to write."}, '
        '"content": {"type": "string", "description": "The new contents."}}, '
        '"required": ["path", "content"]}'
    )
    del seen["parameters"]
    assert seen == {
        "name": "write",
        "description": "Write a text file. Creates the file, or replaces its whole contents.",
        "snippet": "Create or overwrite files",
        "guidelines": [
            "Use write only for new files or complete rewrites.",
            "Show file paths clearly when working with files.",
        ],
        "disk": FILES,
    }
    seen = play("the_read_tool")
    sentence = "Read a text file and return its contents."
    limits = "One call returns at most 2000 lines or 50000 bytes; use offset to read on."
    description = seen.pop("description")
    assert description in (sentence, f"{sentence} {limits}")
    assert seen == {
        "name": "read",
        "path": '{"type": "string", "description": "Path of the file to read."}',
        "required": ["path"],
        "snippet": "Read file contents",
        "guidelines": [
            "Use read to examine files instead of cat or sed.",
            "Show file paths clearly when working with files.",
        ],
    }


def test_write_creates_a_file_or_replaces_all_of_it(play):
    """Writing creates a file, or replaces all of it, to the character, and says so."""
    writes = [
        ["new.txt", "One.\r\nTwo."],
        ["notes.md", "\n  \u4f60\u597d\u2028 \n\n"],
        ["docs/deep/plan.md", "# Plan\n"],
        ["todo.txt", ""],
        ["new.txt", "Three.\n"],
    ]
    seen = play("files_written", writes=writes)
    assert seen["answers"] == [
        "Successfully wrote to new.txt.",
        "Successfully wrote to notes.md.",
        "Successfully wrote to docs/deep/plan.md.",
        "Successfully wrote to todo.txt.",
        "Successfully wrote to new.txt.",
    ]
    assert seen["disk"] == {
        "docs/deep/plan.md": "# Plan\n",
        "new.txt": "Three.\n",
        "notes.md": "\n  \u4f60\u597d\u2028 \n\n",
        "src/main.py": "print(1)\n",
        "todo.txt": "",
    }
    assert seen["writes"] == [["write", path, text] for path, text in writes]


def test_write_with_a_wrong_argument_changes_nothing(play):
    """Writing with a wrong argument says which one it is, and leaves the disk as it was."""
    seen = play("writes_with_wrong_arguments")
    path, content = "ValueError: path must be a string", "ValueError: content must be a string"
    assert seen["told"] == {
        "no content": content,
        "content is null": content,
        "content is a number": content,
        "content is a list": content,
        "no path": path,
        "path is null": path,
        "path is a number": path,
    }
    assert seen["disk"] == FILES
    assert {"changes on the disk": seen["writes"]} == {"changes on the disk": []}


def test_a_write_that_the_disk_refuses_is_a_failed_call(play):
    """A write that the disk refuses is a failed call in the disk's words, never a success."""
    seen = play("writes_that_the_disk_refuses")
    assert lab.shape(seen["record"]) == "U A[c1,c2,c3,c4] R(c1) R(c2) R(c3) R(c4) A"
    assert [[result["content"], result["is_error"]] for result in seen["results"]] == [
        ["path leaves the workspace: '../secret.txt'", True],
        ["Is a folder: src", True],
        ["Successfully wrote to one.txt.", False],
        ["[Errno 28] No space left on device: 'two.txt'", True],
    ]
    assert seen["disk"] == {**FILES, "one.txt": "Hello.\n"}


def test_read_says_which_files_there_are(play):
    """Reading what is not there says which files there are; a wrong path is a ValueError."""
    here = "Files here: notes.md, src/, todo.txt"
    wrong = "ValueError: path must be a string"
    assert play("reads_that_fail")["told"] == {
        "a file that is not there": f"FileNotFoundError: File not found: note.md. {here}",
        "not there, in a folder": f"FileNotFoundError: File not found: src/test.py. {here}",
        "a folder": f"FileNotFoundError: File not found: src. {here}",
        "no path": wrong,
        "path is null": wrong,
        "path is a number": wrong,
        "path is a list": wrong,
        "an empty workspace": "FileNotFoundError: File not found: notes.md. Files here: ",
    }


def test_a_model_that_is_told_can_put_it_right(play):
    """A model that is told what went wrong can put it right: the next call reads the file."""
    seen = play("a_wrong_path_put_right")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A[c2] R(c2) A"
    assert seen["results"] == [
        lab.tool_result(
            lab.call("read", {}, id="c1"),
            "File not found: NOTES. Files here: notes.md, src/, todo.txt",
            is_error=True,
        ),
        lab.tool_result(lab.call("read", {}, id="c2"), "Buy milk.\n"),
    ]
