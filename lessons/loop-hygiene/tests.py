"""Loop hygiene: a run that goes in circles is told so, and a tool has only so much time."""

import json

import lab

DONE = lab.say("I give up.")
SOURCE = {"kind": "plugin", "plugin": "repeat-tool-reminder", "form": "notice"}


def _again(times, name="look", **arguments):
    """The same call, so many replies in a row."""
    return [lab.reply(lab.call(name, arguments)) for _ in range(times)]


def _calls(*arguments, name="look"):
    """One reply for each."""
    return [lab.reply(lab.call(name, each)) for each in arguments]


def test_the_same_call_again_is_told_at_each_threshold(play):
    """After the third, the fifth and the eighth call in a row that is the same, and at no other."""
    seen = play("a_run", replies=[*_again(12, at="a"), DONE])
    assert seen["spoke_after"] == [3, 5, 8]
    seen = play("a_run", replies=[*_again(6), DONE], options={"thresholds": [4, 2]})
    assert seen["spoke_after"] == [2, 4]
    seen = play("a_run", replies=[*_again(2, at="a"), DONE])
    assert seen["spoke_after"] == []


def test_it_never_refuses_a_call(play):
    """Every call is run, and its result is what the tool gave: nothing is added to it."""
    seen = play("a_run", replies=[*_again(9, at="a"), DONE])
    results = [m["content"] for m in seen["record"] if m["role"] == "toolResult"]
    assert {"ran": seen["ran"], "results": results} == {"ran": 9, "results": ["ok"] * 9}
    assert seen["record"][-1] == DONE
    assert seen["complaints"] == []


def test_the_first_notice_is_gentle_the_others_are_exact(play):
    """The first notice says how many; a later one also which tool, and with which arguments."""
    replies = [*_again(5, "git_log", path="src/ä.py", n=2), DONE]
    assert play("a_run", replies=replies)["notices"] == [
        "[Automatic notice, not from the user] The last 3 calls were the same. If they did not get"
        " you further, change something, or say what is in the way.",
        "[Automatic notice, not from the user] git_log was called 5 times in a row with the same"
        ' arguments: {"n": 2, "path": "src/ä.py"} Doing it again will most likely change nothing.',
    ]


def test_a_call_that_was_denied_or_failed_counts(play):
    """What counts is the call: denied, failed or without such a tool, it is told all the same."""
    for name, more in (
        ("bash", {"denied": ["bash"]}),
        ("look", {"failing": ["look"]}),
        ("nowhere", {}),
    ):
        seen = play("a_run", replies=[*_again(5, name, command="rm -rf /"), DONE], **more)
        assert {"tool": name, "spoke_after": seen["spoke_after"]} == {
            "tool": name,
            "spoke_after": [3, 5],
        }


def test_the_order_of_keys_makes_no_difference(play):
    """Two calls are the same when their arguments are, in whatever order, at every depth."""
    one = {"a": 1, "b": {"x": [{"p": 1, "q": 2}], "y": {"m": 1, "n": {"k": 1, "l": 2}}}}
    two = {"b": {"y": {"n": {"l": 2, "k": 1}, "m": 1}, "x": [{"q": 2, "p": 1}]}, "a": 1}
    assert play("a_run", replies=[*_calls(one, two, one), DONE])["spoke_after"] == [3]


OTHERS = [
    ({"at": "a"}, {"at": "b"}),
    ({"at": "a"}, {"at": "a "}),
    ({"at": "a"}, {"to": "a"}),
    ({"at": 1}, {"at": True}),
    ({"at": 1}, {"at": 1.0}),
    ({"at": 1}, {"at": "1"}),
    ({"at": [1, 2]}, {"at": [2, 1]}),
    ({"at": None}, {}),
    ({"at": {"deep": [{"x": 1}]}}, {"at": {"deep": [{"x": 2}]}}),
]


def test_another_call_is_another_chain(play):
    """A call that differs in anything ends the chain, and its own begins at one."""
    for one, other in OTHERS:
        seen = play("a_run", replies=[*_calls(one, one, other, one, one, other, other), DONE])
        assert {"calls": [one, other], "told": seen["notices"]} == {
            "calls": [one, other],
            "told": [],
        }
        seen = play("a_run", replies=[*_calls(one, one, other, other, other, one), DONE])
        assert seen["spoke_after"] == [5]


def test_another_tool_is_another_chain(play):
    """The same arguments to another tool are another call."""
    look, list_ = lab.call("look", {"at": "a"}), lab.call("list", {"at": "a"})
    calls = [look, look, list_, look, look]
    seen = play("a_run", replies=[*(lab.reply(call) for call in calls), DONE])
    assert seen["spoke_after"] == []


def test_the_notice_is_cut_the_comparison_is_not(play):
    """Arguments are shown up to preview_chars characters, and compared to their last one."""
    words = "北" * 600
    options = {"thresholds": [2, 3], "preview_chars": 50}
    replies = [*_calls({"text": words}, {"text": words + "a"}, {"text": words + "b"}), DONE]
    assert play("a_run", replies=replies, options=options)["spoke_after"] == []
    later = play("a_run", replies=[*_again(3, text=words), DONE], options=options)["notices"][1]
    shown = json.dumps({"text": words}, ensure_ascii=False)[:50]
    assert {"shown": shown in later, "one more": shown + "北" in later} == {
        "shown": True,
        "one more": False,
    }
    assert "北... (612 characters) Doing" in later
    default = {"thresholds": [2, 3]}
    later = play("a_run", replies=[*_again(3, text=words), DONE], options=default)["notices"][1]
    assert later.count("北") == 490


def test_arguments_that_fit_are_shown_whole(play):
    """Arguments of exactly preview_chars characters are not cut."""
    whole = '{"at": "abc"}'
    for size in (len(whole) + 1, len(whole), len(whole) - 1):
        options = {"thresholds": [2, 3], "preview_chars": size}
        later = play("a_run", replies=[*_again(3, at="abc"), DONE], options=options)["notices"][1]
        fits = size >= len(whole)
        assert {"size": size, "whole": whole in later, "cut": "13 characters" in later} == {
            "size": size,
            "whole": fits,
            "cut": not fits,
        }


def test_a_tool_that_is_not_watched_neither_counts_nor_resets(play):
    """An excluded tool is as if it were not there: a chain goes on past it, and it has none."""
    look, wait = lab.call("look", {"at": "a"}), lab.call("wait", {})
    calls = [look, wait, look, wait, wait, wait, look, wait]
    replies = [*(lab.reply(call) for call in calls), DONE]
    for options in ({"exclude": ["wait"]}, {"include": ["look"]}, {"exclude": ["w*"]}):
        assert play("a_run", replies=replies, options=options)["spoke_after"] == [7]
    assert play("a_run", replies=replies)["spoke_after"] == [6]


PATTERNS = [
    ({"include": ["git_*"]}, ["git_log", "git_status"]),
    ({"include": ["git_*", "look"], "exclude": ["*_log"]}, ["git_status", "look"]),
    ({"exclude": ["git_*", "LOOK"]}, ["look"]),
    ({"include": ["look"], "exclude": ["look"]}, []),
    ({"exclude": ["*"]}, []),
    ({"include": ["???k"]}, ["look"]),
    ({"include": ["git"]}, []),
    ({}, ["git_log", "git_status", "look"]),
]


def test_patterns_say_which_tools_are_watched(play):
    """include and exclude take names and wildcards; none included is all, and exclude wins."""
    names = ["git_log", "git_status", "look"]
    replies = [reply for name in names for reply in _again(3, name)]
    for options, watched in PATTERNS:
        seen = play("a_run", replies=[*replies, DONE], options=options)
        told = [names[after // 3 - 1] for after in seen["spoke_after"]]
        assert {"options": options, "told": told} == {"options": options, "told": watched}


def test_the_user_resets_the_chain(play):
    """After a message from the user the count begins anew, whichever way it came."""
    for more in (
        {"replies": [*_again(2), DONE, *_again(3), DONE], "prompts": ["Go.", "Again."]},
        {"replies": [*_again(5), DONE], "steer": {"2": "Look there once more."}},
        {"replies": [*_again(2), DONE, *_again(3), DONE], "follow_up": "Look again."},
    ):
        assert play("a_run", **more)["spoke_after"] == [5]
    seen = play("a_run", replies=[*_again(8), DONE], steer={"4": "And?"})
    assert seen["spoke_after"] == [3, 7]


def test_a_notice_is_not_the_user(play):
    """The notice itself resets nothing: the chain goes on to the next threshold."""
    seen = play("a_run", replies=[*_again(5), DONE], options={"thresholds": [2, 3, 4, 5]})
    assert seen["spoke_after"] == [2, 3, 4, 5]


def test_the_notice_is_labelled_wherever_it_stands(play):
    """On the record, for a listener and in the log it is a message with a source; no other is."""
    seen = play("a_run", replies=[*_again(3), DONE], prompts=["Go."])
    notice = {"role": "user", "content": seen["notices"][0], "source": SOURCE}
    for place in ("record", "log", "heard"):
        labelled = [message for message in seen[place] if "source" in message]
        assert {place: labelled} == {place: [notice]}
    assert seen["from_user"] == ["Go."]


def test_the_model_is_shown_that_it_is_no_user(play):
    """The model gets the notice after the result, with words that say the user did not write it."""
    seen = play("a_run", replies=[*_again(3), DONE])
    assert lab.shape(seen["requests"][3]) == "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) U"
    content = seen["requests"][3][-1]["content"]
    assert content == seen["notices"][0] and "not from the user" in content
    assert "Go." in seen["requests"][3][0]["content"]


def test_a_user_who_repeats_a_notice_is_a_user(play):
    """The words alone make no notice: said by the user they have no source, and reset the chain."""
    words = play("a_run", replies=[*_again(3), DONE])["notices"][0]
    prompts = ["Go.", words]
    seen = play("a_run", replies=[*_again(3), DONE, *_again(3), DONE], prompts=prompts)
    assert seen["from_user"] == prompts
    assert seen["spoke_after"] == [3, 6]


def test_words_of_the_user_and_a_notice_are_kept_apart(play):
    """When both come in one turn, each is what it is, and both are on the record."""
    seen = play("a_run", replies=[*_again(4), DONE], steer={"3": "Try the other one."})
    assert seen["from_user"] == ["Go.", "Try the other one."]
    assert seen["shape"] == "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) U A[c4] R(c4) U A"
    assert [message.get("source") for message in seen["record"][7:11:3]] == [None, SOURCE]


def test_the_calls_of_one_reply_count_each(play):
    """A reply counts call by call, and has one notice at most, when all of them are answered."""
    batch = lab.reply(*(lab.call("look", {}) for _ in range(4)))
    seen = play("a_run", replies=[batch, DONE])
    assert seen["shape"] == "U A[c1,c2,c3,c4] R(c1) R(c2) R(c3) R(c4) U A"
    assert {"said": seen["spoke_after"], "complaints": seen["complaints"]} == {
        "said": [4],
        "complaints": [],
    }
    nine = lab.reply(*(lab.call("look", {}) for _ in range(9)))
    seen = play("a_run", replies=[nine, *_again(2), DONE], options={"thresholds": [3, 8, 11]})
    assert seen["spoke_after"] == [9, 11]
    assert "8 times" in seen["notices"][0] and "11 times" in seen["notices"][1]


def test_each_harness_has_a_chain_of_its_own(play):
    """One reminder on two harnesses counts each for itself."""
    assert play("one_reminder_for_two", replies=[*_again(2), DONE]) == [[], []]
    assert play("one_reminder_for_two", replies=[*_again(3), DONE]) == [[3], [3]]


def test_it_can_be_put_on_and_taken_off(play):
    """Attached to any harness it works, in the middle of a run too; taken off, it is silent."""
    replies = [*_again(9), DONE]
    seen = play("attached_and_taken_off", replies=replies, on_after=0, off_after=6)
    assert seen["spoke_after"] == [3, 5]
    seen = play("attached_and_taken_off", replies=replies, on_after=2, off_after=9)
    assert seen["spoke_after"] == [5, 7]
    assert seen["from_user"] == ["Go."]


def test_a_run_that_was_closed_leaves_no_word_of_the_users(play):
    """A notice that the next run brings, because this one was closed, is labelled there too."""
    looks = "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3)"
    for closed_at, shape in (
        ("turn_end", f"{looks} U U A"),
        ("tool_execution_end", f"{looks} U A"),
    ):
        replies = [*_again(3), DONE]
        seen = play("closed_with_a_notice_due", replies=replies, results=3, closed_at=closed_at)
        assert {"from_user": seen["from_user"], "shape": seen["shape"]} == {
            "from_user": ["Go.", "Go on."],
            "shape": shape,
        }


def test_a_stop_with_a_notice_due_is_a_stop(play):
    """A notice makes no request of its own: after a Stop it is on the record, and that is all."""
    seen = play("a_run", replies=_again(3), stop_after=3)
    assert seen["shape"] == "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) U A(aborted)"
    assert {"requests": len(seen["requests"]), "notices": len(seen["notices"])} == {
        "requests": 3,
        "notices": 1,
    }
    assert seen["from_user"] == ["Go."]


def test_what_would_switch_it_off_is_refused(play):
    """Options that could not work are a ValueError when it is made, not a guard that is silent."""
    bad = [
        {"thresholds": []},
        {"thresholds": [1]},
        {"thresholds": [0, 3]},
        {"thresholds": [-3]},
        {"thresholds": [3, 1]},
        {"thresholds": [3, 3]},
        {"thresholds": [3, 5, 3]},
        {"thresholds": [3.0]},
        {"thresholds": [2.5]},
        {"thresholds": ["3"]},
        {"thresholds": [True, 3]},
        {"thresholds": [None]},
        {"thresholds": [[3]]},
        {"thresholds": None},
        {"thresholds": "3"},
        {"include": "look"},
        {"exclude": "look"},
        {"include": [""]},
        {"exclude": ["look", 3]},
        {"preview_chars": 0},
        {"preview_chars": -1},
        {"preview_chars": 2.5},
        {"preview_chars": True},
        {"preview_chars": None},
        {"preview_chars": "500"},
    ]
    told = play("reminders", options=bad)
    assert [(o, t) for o, t in zip(bad, told, strict=True) if t != "ValueError, in words"] == []
    more = play("more_reminders")
    assert {name for name, raised in more.items() if raised == "ValueError, in words"} == {
        "a number that is not there",
        "one number",
        "bytes",
        "nothing",
        "endless",
    }


def test_what_can_work_is_taken(play):
    """Every other option is taken as it is."""
    good = [
        {},
        {"thresholds": [2]},
        {"thresholds": [8, 5, 3]},
        {"thresholds": [1000000]},
        {"include": [], "exclude": []},
        {"include": ["look", "git_*"], "exclude": ["*"]},
        {"preview_chars": 1},
    ]
    assert play("reminders", options=good) == [None] * len(good)
    more = play("more_reminders")
    names = ["a range", "a tuple", "names in a set", "names in a tuple"]
    assert [name for name in sorted(more) if more[name] is None] == names


def _told(seen):
    return [[result["content"], result["is_error"]] for result in seen["results"]]


def test_a_tool_that_is_in_time_is_not_changed(play):
    """In time, what it returns, raises or fails to return is what comes back."""
    for ends, result in (
        ("returns", ["done", False]),
        ("raises", ["no disk", True]),
        ("silent", ["Tool work returned NoneType, not text", True]),
    ):
        seen = play("timed", seconds=[5], takes=3, ends=ends)
        assert _told(seen) == [result]
        assert seen["code"] is None
    told = seen["told"]
    assert {"name": told["name"], "snippet": told["snippet"]} == {
        "name": "work",
        "snippet": "Work",
    }
    assert play("on_the_real_clock")["content"] == "done"


def test_out_of_time_is_the_result(play):
    """When its time was up, the result says so, in milliseconds, flagged, with a code."""
    for seconds, words in ((2, "2000ms"), (0.25, "250ms"), (1.5, "1500ms"), (0.0014, "1ms")):
        for ends in ("returns", "raises", "silent"):
            seen = play("timed", seconds=[seconds], takes=9, ends=ends)
            assert _told(seen) == [[f"tool call timed out after {words}", True]]
            assert seen["code"] == "TOOL_TIMEOUT"


def test_the_tool_sees_that_its_time_is_up(play):
    """A tool that looks at its token is told, and gives up there and then."""
    for signal in (True, False):
        seen = play("timed", seconds=[2], takes=9, signal=signal)
        assert {"signal": signal, "steps": seen["steps"]} == {"signal": signal, "steps": [2]}


def test_a_tool_that_does_not_look_is_awaited(play):
    """A tool that ignores its token is awaited to its end: nothing runs on behind a result."""
    for ends in ("returns", "raises"):
        seen = play("timed", seconds=[2], takes=9, looks=False, ends=ends)
        assert {"steps": seen["steps"], "went_on": seen["went_on"]} == {"steps": [9], "went_on": 0}
        assert _told(seen) == [["tool call timed out after 2000ms", True]]


def test_stop_reaches_the_tool(play):
    """A Stop that comes first is the tool's own to answer, and no timeout."""
    seen = play("timed", seconds=[5], takes=9, stop_at=3)
    assert _told(seen) == [["given up after 3 s", False]]
    assert {"steps": seen["steps"], "stopped": seen["stopped"]} == {"steps": [3], "stopped": True}
    deep = play("timed", seconds=[5, 6, 7], takes=9, stop_at=3)
    assert _told(deep) == [["given up after 3 s", False]]


def test_a_timeout_before_a_stop_is_a_timeout(play):
    """A timeout that the tool saw stays one when Stop is pressed later."""
    assert play("a_token", moments=["look", 10, "look", "stop", "look"]) == [
        [False, False],
        [True, True],
        [True, True],
    ]


def test_a_stop_before_a_timeout_is_a_stop(play):
    """A Stop stays a Stop when the time is up later; found in one look, it was the Stop."""
    assert play("a_token", moments=["stop", "look", 10, "look"]) == [[True, False]] * 2
    assert play("a_token", moments=[99, "stop", "look"]) == [[True, False]]


def test_the_time_is_up_at_the_deadline(play):
    """A second before its deadline the token is not cancelled; at the deadline and after, it is."""
    for outer in (True, False):
        assert play("a_token", moments=[9, "look", 1, "look", 1, "look"], outer=outer) == [
            [False, False],
            [True, True],
            [True, True],
        ]


def test_the_inner_limit_is_the_shorter_one(play):
    """Of two limits the inner one may fire first: its timeout is the result, also for the outer."""
    seen = play("timed", seconds=[2, 5], takes=9)
    assert _told(seen) == [["tool call timed out after 2000ms", True]]
    assert {"steps": seen["steps"], "code": seen["code"]} == {"steps": [2], "code": "TOOL_TIMEOUT"}


def test_the_outer_limit_is_the_shorter_one(play):
    """Where the outer one fires first, the inner one takes that for a Stop, and adds nothing."""
    seen = play("timed", seconds=[5, 2], takes=9)
    assert _told(seen) == [["tool call timed out after 2000ms", True]]
    assert {"steps": seen["steps"], "code": seen["code"]} == {"steps": [2], "code": "TOOL_TIMEOUT"}


def test_out_of_both_limits_it_is_the_outer_one(play):
    """A tool that ignored both is reported by the one that is left with the call: the outer."""
    for seconds, words in (([2, 5], "5000ms"), ([5, 2], "2000ms")):
        seen = play("timed", seconds=seconds, takes=9, looks=False)
        assert _told(seen) == [[f"tool call timed out after {words}", True]]
        assert seen["steps"] == [9]


def test_every_call_has_its_own_time(play):
    """The time begins with the call, and the token of whoever called is as it was."""
    seen = play("timed", seconds=[5], takes=3, calls=4)
    assert _told(seen) == [["done", False]] * 4
    late = play("timed", seconds=[2], takes=9, calls=3)
    assert {"steps": late["steps"], "stopped": late["stopped"]} == {
        "steps": [2, 2, 2],
        "stopped": False,
    }


def test_a_cancelled_task_passes_through(play):
    """A task that is cancelled stays cancelled, whether the time was up or not."""
    for takes in (1, 9):
        seen = play("timed", seconds=[5], takes=takes, looks=False, ends="cancelled")
        assert seen.get("passed_through") is True
        assert seen["results"] == []


def test_without_a_limit_the_tool_is_delegated_unchanged(play):
    """None for the seconds gives the tool itself, which is handed the caller's own token."""
    seen = play("timed", seconds=[None], takes=9)
    assert {"same_tool": seen["same_tool"], "handed_on": seen["handed_on"]} == {
        "same_tool": True,
        "handed_on": True,
    }
    assert _told(seen) == [["done", False]]


def test_a_limit_that_is_none_is_refused(play):
    """Seconds that are no number above 0, or endless, are a ValueError before any call."""
    bad = [0, 0.0, -1, True, False, "5", "nan", "inf", "minus inf", "list"]
    assert play("limits", seconds=bad) == ["ValueError, in words"] * len(bad)
    assert play("limits", seconds=[1, 0.001, 86400, None]) == [None] * 4


def test_a_code_is_noted_on_its_way_up(play):
    """Noting a code changes nothing of a tool: it is called as before, and raises as before."""
    assert play("noted") == {
        "called": [[{"n": 1}, True], [{"n": 2}, False]],
        "raised": [None, None, "no disk"],
        "codes": ["FULL"],
    }


def test_the_code_is_on_the_record_and_in_the_log(play):
    """A guarded harness keeps the code of a failure beside its words; other results have none."""
    late = ["tool call timed out after 2000ms", True, "TOOL_TIMEOUT"]
    seen = play("codes_on_the_record")
    assert seen["log"] == [
        ["no disk", True, "none"],
        late,
        ["no", True, "none"],
        late,
        ["Tool nowhere not found", True, "none"],
    ]
    assert {"same": seen["same"], "specs": seen["specs"]} == {"same": True, "specs": True}
    assert seen["shape"] == "U A U A[c1,c2,c3,c4,c5] R(c1) R(c2) R(c3) R(c4) R(c5) A(error)"
    assert seen["ended"] == "Agent stopped after max_turns=1"
