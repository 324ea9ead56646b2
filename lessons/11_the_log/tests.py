"""Lesson 11: the sentences of `SessionLog` and `persist_to`."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lab

PATH = "logs/session.jsonl"
BOUNDED = settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
CALL = lab.call("build", {"path": "a\u2028b", "deep": [1, None, True, {"x": 0.5}]}, "c1")
MESSAGES = [
    lab.user(' Gr\u00fc\u00df dich:\n\n"zwei" Zeilen\r\nund \\n, \u2028 \x85 \U0001f600\n'),
    lab.reply(lab.text("  Well.\n"), CALL),
    lab.tool_result(CALL, "", is_error=True),
    lab.fail("529: overloaded", partial="Let"),
    lab.user("Go on."),
    lab.user("Go on."),
]


def entry(number, message):
    """The entry of a message, as the number of its line says."""
    return {"id": f"e{number}", "type": "message", "message": message}


def line(number, words="Well."):
    """A whole line of a log, with all but what JSON must escape written out."""
    return json.dumps(entry(number, lab.user(words)), ensure_ascii=False) + "\n"


def torn(number):
    """What is raised for a line that is no whole entry."""
    return f"ValueError: {PATH}, line {number}: not a complete log entry"


def parsed(text):
    """What a line holds, or the line itself when it is no JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def outcome(read):
    """What reading a log gave, in few words."""
    return read if isinstance(read, str) else f"{len(read)} read"


def test_a_log_without_a_file_is_empty(play):
    """A log without a file is empty, and so is an empty file; reading makes none."""
    seen = play("a_log_is_read")
    assert seen == {
        "entries": [],
        "rows": [],
        "replay": [],
        "disk": {},
        "changes_of_the_disk": [],
    }
    assert play("a_log_is_read", text="")["entries"] == []


def test_a_message_is_one_line_with_an_id(play):
    """An appended message is one line of JSON; its id is e and the line's number, and returned."""
    messages = [lab.user(f"Message {number}.") for number in range(1, 12)]
    entries = [entry(number, message) for number, message in enumerate(messages, 1)]
    seen = play("messages_are_appended", messages=messages)
    assert [parsed(text) for text in seen["lines"]] == [*entries, ""]
    assert seen["ids"] == ["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10", "e11"]
    assert seen["entries"] == entries


def test_the_log_is_only_ever_added_to(play):
    """The file is only ever added to: one write a message, which is its whole line."""
    seen = play("messages_are_appended", messages=MESSAGES, before=line(1))
    changes = seen["changes_of_the_disk"]
    assert [[change["how"], change["path"]] for change in changes] == [["append", PATH]] * 6
    newlines = [[c["text"].count("\n"), c["text"][-1:]] for c in changes]
    assert newlines == [[1, "\n"]] * 6
    assert seen["lines"][0] + "\n" == line(1)
    assert seen["ids"] == ["e2", "e3", "e4", "e5", "e6", "e7"]


def test_what_was_appended_comes_back_unchanged(play):
    """What was appended comes back unchanged and in order, whatever stands in it."""
    seen = play("messages_are_appended", messages=MESSAGES)
    assert seen["replay"] == MESSAGES
    assert seen["rows"] == [[f"e{number}", message] for number, message in enumerate(MESSAGES, 1)]
    back = seen["replay"][1]["content"][1]["arguments"]
    assert lab.same(back, CALL["arguments"]), f"the arguments came back as {back}"


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values = st.one_of(
    words, st.integers(-99, 99), st.booleans(), st.none(), st.lists(words, max_size=2)
)
said = st.one_of(
    st.builds(lab.user, words),
    st.builds(lab.say, words),
    st.builds(
        lambda text, ask: lab.reply(lab.text(text), lab.call("build", ask, "c1")),
        words,
        st.dictionaries(words, values, max_size=2),
    ),
    st.builds(lambda text, failed: lab.tool_result(CALL, text, failed), words, st.booleans()),
)


def test_replay_is_what_was_appended_in_any_sessions(play):
    """Replay is what was appended, however it was split into sessions."""

    @BOUNDED
    @given(st.lists(st.lists(said, max_size=3), max_size=4))
    def check(sessions):
        seen = play("sessions_on_one_file", sessions=sessions)
        appended = [message for messages in sessions for message in messages]
        assert seen["replay"] == appended
        assert seen["ids"] == [f"e{number}" for number in range(1, len(appended) + 1)]

    check()


def test_two_logs_on_one_file(play):
    """Two logs on one file count the same lines: no id is given twice, nothing is lost."""
    seen = play("two_logs_on_one_file")
    assert seen["ids"] == {
        "first": ["e1", "e3", "e5"],
        "second": ["e2", "e4", "e6"],
        "other": ["e1", "e2", "e3"],
    }
    rows = [
        ["e1", lab.user("First 1.")],
        ["e2", lab.user("Second 1.")],
        ["e3", lab.user("First 2.")],
        ["e4", lab.user("Second 2.")],
        ["e5", lab.user("First 3.")],
        ["e6", lab.user("Second 3.")],
    ]
    assert seen["rows"] == rows
    assert seen["rows_of_second"] == rows


def test_the_file_is_all_that_a_log_knows(play):
    """A log remembers nothing: it reads the file again each time, whoever changed it."""
    seen = play("the_file_is_changed_by_others")
    assert seen["ids"] == ["e1", "e4", "e1"]
    assert seen["entries_then"] == [4, 0, 1]


def test_a_line_ends_at_a_newline_and_nowhere_else(play):
    """A line of the log ends at a newline and nowhere else, not at U+2028 or U+0085."""
    odd = "one\u2028two\u2029three\x85four"
    seen = play("a_log_is_read", text=line(1, odd) + line(2))
    assert seen["entries"] == [entry(1, lab.user(odd)), entry(2, lab.user("Well."))]
    seen = play("a_log_is_read", text=line(1, odd) + line(2)[:-9])
    assert seen["entries"] == torn(2)


def test_a_line_that_is_no_whole_object_is_refused(play):
    """A line that is no whole JSON object is refused by path and number, never skipped."""
    found = {}
    for name, text in (
        ("half a line", line(2)[:30] + "\n"),
        ("two in one", line(2)[:-1] + line(3)),
        ("half glued", line(2)[:30] + line(3)),
        ("an empty line", "\n"),
        ("a blank line", "  \n"),
        ("a list", "[1, 2]\n"),
        ("a string", '"words"\n'),
        ("a number", "7\n"),
        ("null", "null\n"),
        ("no JSON", "id: e2\n"),
    ):
        seen = play("a_log_is_read", text=line(1) + text + line(4))
        found[name] = [outcome(seen[way]) for way in ("entries", "rows", "replay")]
    refused = dict.fromkeys(found, torn(2))
    assert {name: entries for name, (entries, _, _) in found.items()} == refused
    assert {name: rows for name, (_, rows, _) in found.items()} == refused
    assert {name: replay for name, (_, _, replay) in found.items()} == refused
    assert play("a_log_is_read", text="{\n" + line(2))["entries"] == torn(1)


def test_a_torn_last_line_is_refused(play):
    """A last line that was torn is refused wherever it was torn, by one byte too."""
    seen = play("a_power_cut_at_every_byte")
    assert seen == {"nothing": "2 entries", "a_part": [torn(3)], "everything": "3 entries"}
    seen = play("a_power_cut", missing=1)
    assert {name: seen[name] for name in ("entries", "rows", "replay")} == {
        "entries": torn(3),
        "rows": torn(3),
        "replay": torn(3),
    }
    seen = play("a_power_cut_at_the_first_line")
    assert seen["entries"] == []
    assert seen["ids"] == ["e1", "e2"]
    assert seen["replay_then"] == [lab.user("One."), lab.user("Two.")]


def test_nothing_is_glued_onto_a_torn_line(play):
    """To append to a torn log raises the same, and leaves the disk as it is."""
    for missing in (1, 2, 20):
        seen = play("a_power_cut", missing=missing)
        assert seen["appending"] == torn(3)
        assert seen["disk_changed_by_appending"] is False


def test_other_entries_are_passed_over(play):
    """Entries of another type are no messages, but they are entries, and lines to be counted."""
    note = {"id": "e2", "type": "note", "text": "Not for the model.", "message": "none"}
    before = line(1, "One.") + json.dumps(note) + "\n" + line(3, "Three.")
    seen = play("messages_are_appended", messages=[lab.say("Four.")], before=before)
    assert seen["ids"] == ["e4"]
    assert seen["rows"] == [
        ["e1", lab.user("One.")],
        ["e3", lab.user("Three.")],
        ["e4", lab.say("Four.")],
    ]
    assert seen["entries"][1] == note
    assert seen["replay"] == [lab.user("One."), lab.user("Three."), lab.say("Four.")]


def test_every_message_is_on_the_disk_when_it_is_heard_of(play):
    """Each message of a run is on the disk once, before the consumer hears that it ended."""
    seen = play("a_run_is_persisted")
    assert lab.shape(seen["record"]) == "U U A[c1,c2] R(c1) R(c2) A(error)"
    assert seen["log"] == seen["record"]
    assert seen["at_each_event"] == [
        f"{kind}: {number} announced, {number} on the disk"
        for kind, number in (
            ("agent_start", 0),
            ("turn_start", 0),
            ("message_end", 1),
            ("message_end", 2),
            ("message_end", 3),
            ("tool_execution_start", 3),
            ("message_end", 4),
            ("tool_execution_end", 4),
            ("tool_execution_start", 4),
            ("message_end", 5),
            ("tool_execution_end", 5),
            ("turn_end", 5),
            ("turn_start", 5),
            ("message_end", 6),
            ("turn_end", 6),
            ("agent_end", 6),
        )
    ]


def test_only_message_end_is_persisted(play):
    """persist_to appends at message_end and at no other event, though others hold messages too."""
    seen = play("the_listener_alone")
    assert seen["appended"] == [
        ["agent_start", 0],
        ["turn_start", 0],
        ["message_end", 1],
        ["tool_execution_start", 0],
        ["message_end", 1],
        ["tool_execution_end", 0],
        ["turn_end", 0],
        ["message_update", 0],
        ["agent_end", 0],
    ]
    result = lab.tool_result(lab.call("build", {}, "c1"), "built")
    assert seen["log"] == [lab.say("Built."), result]


def test_a_run_that_died_is_gone_on_from(play):
    """A new harness goes on from the replayed log, runs nothing again, adds to the same file."""
    seen = {f"after message {number}": play("a_run_dies", after=number) for number in (1, 2, 3, 4)}
    assert {name: lab.shape(one["replayed"]) for name, one in seen.items()} == {
        "after message 1": "U",
        "after message 2": "U A[c1,c2]",
        "after message 3": "U A[c1,c2] R(c1)",
        "after message 4": "U A[c1,c2] R(c1) R(c2)",
    }
    assert {name: lab.shape(one["log"]) for name, one in seen.items()} == {
        "after message 1": "U U A",
        "after message 2": "U A[c1,c2] U A",
        "after message 3": "U A[c1,c2] R(c1) U A",
        "after message 4": "U A[c1,c2] R(c1) R(c2) U A",
    }
    assert {name: one["log"] == one["record"] for name, one in seen.items()} == dict.fromkeys(
        seen, True
    ), "the log and the record of the second harness differ"
    assert {name: one["tool_runs"] for name, one in seen.items()} == dict.fromkeys(seen, 0)
    kept = {name: one["old_lines_kept"] for name, one in seen.items()}
    assert kept == dict.fromkeys(seen, True)
    once = play("interrupted_or_not", interrupted=False)
    twice = play("interrupted_or_not", interrupted=True)
    assert twice["requests"] == once["requests"]
    assert twice["log"] == once["record"]


def test_a_full_disk_is_no_secret(play):
    """On a full disk appending raises, which ends a run; the log stays whole, and goes on later."""
    seen = play("a_full_disk")
    assert seen == {
        "raised": True,
        "replay_when_full": [lab.user("One.")],
        "ids": ["e1", "e2"],
        "replay": [lab.user("One."), lab.user("Two.")],
    }
    seen = play("a_disk_fills_during_a_run")
    assert seen["raised"] is True, "the run went on although its messages were not on the disk"
    assert seen["is_running"] is False
    assert lab.shape(seen["when_full"]) == "U A[c1,c2]"
    assert lab.shape(seen["log"]) == "U A[c1,c2] U A"
    assert seen["log"] == seen["record"]
