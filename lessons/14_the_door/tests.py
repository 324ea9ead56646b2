"""Lesson 14: a call is refused in code, and the model reads the reason."""

import json

import lab

FOR_GOOD = "rm -rf deletes files for good. Ask the user to run it themselves if they want it."


def test_a_guarded_tool_is_the_same_tool_with_another_execute(play):
    """A guarded tool is the same dict with another execute; the tool itself stays as it was."""
    seen = play("the_dict_itself")
    assert seen["door"] == seen["before"]
    assert seen["tool"] == seen["before"]
    assert seen["the tool kept its execute"] is True, "the tool itself was given another execute"
    assert seen["specs"][1] == seen["specs"][0]
    assert seen["by_itself"] is None, "the tool itself is called by hand, and raises"
    assert seen["refused"] is not None, "the guarded tool was called, and nothing was raised"
    assert f"{seen['refused']['type']}: {seen['refused']['message']}" == (
        "PermissionError: Tool call blocked: not on a Friday"
    )


def test_a_reason_comes_back_as_the_calls_result(play):
    """A reason refuses: the tool is not run, and the reason is the call's result, an error."""
    seen = play("a_door", verdicts=["not on a Friday"])
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
    assert seen["told"] == ["Tool call blocked: not on a Friday"]
    assert lab.same(seen["flags"], [True]), "the result is not flagged as an error"
    assert seen["ran_with"] == []
    assert seen["requests"][1]["messages"] == seen["record"][:3]


def test_no_reason_lets_the_call_through(play):
    """None lets the call through: the tool runs once, with the call's arguments."""
    seen = play("a_door", verdicts=[None])
    assert seen["told"] == ["Deployed."]
    assert lab.same(seen["flags"], [False]), "the result is flagged as an error"
    assert seen["ran_with"] == [{"to": "host 1"}]


def test_each_call_is_checked(play):
    """Each call is checked by itself, before it runs; a refused one does not stop the others."""
    verdicts = [None, "not that host", None, "nor that one"]
    told = [
        "Deployed.",
        "Tool call blocked: not that host",
        "Deployed.",
        "Tool call blocked: nor that one",
    ]
    shapes = {
        True: "U A[c1,c2,c3,c4] R(c1) R(c2) R(c3) R(c4) A",
        False: "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A[c4] R(c4) A",
    }
    for together, shape in shapes.items():
        seen = play("a_door", verdicts=verdicts, together=together)
        assert lab.shape(seen["record"]) == shape
        assert seen["told"] == told
        assert seen["asked"] == [["deploy", {"to": f"host {n}"}] for n in (1, 2, 3, 4)]
        assert seen["ran_with"] == [{"to": "host 1"}, {"to": "host 3"}]


def test_the_check_is_told_the_tool_and_its_arguments(play):
    """The check is told the tool's name and the call's arguments; no door, no check."""
    seen = play("two_tools_with_one_check")
    assert seen["asked"] == [["look", {}], ["deploy", {"to": "all", "n": 3}], ["look", {}]]
    assert seen["told"] == ["ok", "Tool call blocked: not now", "ok", "ok"]
    assert seen["ran"] == {"look": 2, "deploy": 0, "note": 1}


def test_only_none_lets_through(play):
    """Only None lets through: a reason without words is a reason."""
    seen = play("a_door", verdicts=["", " "])
    assert seen["told"] == ["Tool call blocked: ", "Tool call blocked:  "]
    assert lab.same(seen["flags"], [True, True]), "a result is not flagged as an error"
    assert seen["ran_with"] == []


def test_a_check_that_raises_refuses(play):
    """A check that raises refuses: a door that breaks stays shut, and says what broke."""
    blocked = "Tool call blocked: the check failed: "
    reasons = {
        "it has words": "the rules cannot be read",
        "it has none": "",
        "a key is missing": "'command'",
        "no terminal": "[Errno 5] no terminal",
    }
    for how, reason in reasons.items():
        seen = play("a_check_that_raises", how=how)
        assert {how: seen["told"]} == {how: [blocked + reason] * 2}
        assert {how: seen["ran"]} == {how: 0}
        assert lab.shape(seen["record"]) == "U A[c1,c2] R(c1) R(c2) A"


def test_an_open_door_changes_nothing(play):
    """An open door changes nothing: record, events and requests are those of the tool alone."""
    seen = play("an_open_door", guarded=True)
    assert seen["told"] == ["Fine.", "no disk", "KeyError", "Tool odd returned int, not text"]
    assert lab.same(seen["flags"], [False, True, True, True]), f"the flags: {seen['flags']}"
    alone = play("an_open_door", guarded=False)
    assert seen["record"] == alone["record"]
    assert seen["events"] == alone["events"]
    assert seen["requests"] == alone["requests"]


def test_the_signal_goes_through_the_door(play):
    """The signal of a run goes through the door to the tool."""
    seen = play("a_signal_handed_through")
    assert seen["told"] == ["the signal", "None"]
    assert seen["answers"] == ["Fine.", "Fine."]


def test_a_door_behind_a_door(play):
    """A tool may stand behind two doors: the outer one is asked first, and both must open."""
    cases = {
        "both open": (None, None, "outer, inner", "Deployed."),
        "outer refuses": ("outside", None, "outer", "Tool call blocked: outside"),
        "inner refuses": (None, "inside", "outer, inner", "Tool call blocked: inside"),
        "both refuse": ("outside", "inside", "outer", "Tool call blocked: outside"),
    }
    for name, (outer, inner, asked, told) in cases.items():
        seen = play("two_doors", outer=outer, inner=inner)
        assert {name: ", ".join(seen["asked"])} == {name: asked}
        assert {name: seen["told"]} == {name: [told]}
        assert {name: seen["ran"]} == {name: int(name == "both open")}


def test_rm_rf_is_refused(play):
    """deny_destructive refuses a bash command with `rm -rf` in it, and nothing else."""
    cases = [
        ("bash", {"command": "rm -rf build"}, FOR_GOOD),
        ("bash", {"command": "git status && rm -rf /"}, FOR_GOOD),
        ("bash", {"command": "rm -fr build"}, None),
        ("bash", {"command": "rm -r build"}, None),
        ("bash", {"command": "ls"}, None),
        ("bash", {"command": ""}, None),
        ("bash", {"command": 7}, None),
        ("bash", {"command": None}, None),
        ("bash", {"command": ["rm -rf"]}, None),
        ("bash", {"path": "rm -rf"}, None),
        ("bash", {}, None),
        ("write", {"command": "rm -rf build"}, None),
    ]
    seen = play("commands_looked_at", calls=[[name, args] for name, args, _reason in cases])
    assert seen == {f"{name} {json.dumps(args)}": reason for name, args, reason in cases}


def test_what_is_refused_is_not_started(play):
    """A refused command is never started; a spelling that the check does not know walks past it."""
    seen = play("a_shell_behind_the_door", commands=["rm -rf build", "cat notes.md", "rm -rf ."])
    assert seen["told"] == [
        f"Tool call blocked: {FOR_GOOD}",
        "Keep me.\n",
        f"Tool call blocked: {FOR_GOOD}",
    ]
    assert seen["disk"] == {"build/app.js": "1", "notes.md": "Keep me.\n"}
    assert seen["writes"] == []
    bump = play("a_shell_behind_the_door", commands=["rm -fr build"])
    assert bump["disk"] == {"notes.md": "Keep me.\n"}


def test_a_user_is_asked_about_each_call(play):
    """A user is asked about each call, also about the same one again, and True lets it through."""
    calls = [
        ["deploy", {"to": "host", "n": 3, "dry": True}],
        ["deploy", {"to": "host", "n": 3, "dry": True}],
        ["tag", {}],
    ]
    seen = play("a_user_is_asked", answers=[True, False, True], calls=calls)
    assert seen["asked_before"] == []
    assert seen["asked"] == [
        'Allow deploy {"to": "host", "n": 3, "dry": true}?',
        'Allow deploy {"to": "host", "n": 3, "dry": true}?',
        "Allow tag {}?",
    ]
    assert seen["told"] == ["Done.", "Tool call blocked: the user said no", "Done."]
    assert seen["ran"] == {"deploy": 1, "tag": 1}
    silent = play("a_user_is_asked", answers=[], calls=calls[:2])
    assert silent["told"] == ["Tool call blocked: the user said no"] * 2
    assert silent["ran"] == {"deploy": 0}


def test_anything_but_true_is_a_no(play):
    """Anything but True is a no: 1, words, a list, nothing at all, or a user who hung up."""
    answers = [True, False, None, 1, 0, "yes", "True", "", [True], 1.0]
    no = "the user said no"
    told = play("verdicts_of_a_user", answers=answers)["told"]
    seen = {repr(answer): verdict for answer, verdict in zip(answers, told, strict=True)}
    assert seen == {repr(answer): None if answer is True else no for answer in answers}
    gone = play("a_user_who_hung_up")
    assert gone["told"] == ["Tool call blocked: the check failed: the terminal is closed"]
    assert gone["ran"] == 0


def test_a_note_cannot_open_the_door(play):
    """A note that talks the model into `rm -rf` cannot open the door; the model reads why."""
    assert play("an_order_in_a_note", guarded=False)["disk"] == ["notes.md"]
    seen = play("an_order_in_a_note", guarded=True)
    assert seen["disk"] == ["build/app.js", "notes.md"]
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A[c2] R(c2) A"
    assert seen["answer"] == (
        "A note told me to run `rm -rf build`, and it was refused: "
        f"Tool call blocked: {FOR_GOOD} Do you want me to run it?"
    )
