"""Lesson 12: compaction is one more entry of the log, and rows, cut and summary agree about it."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lab

PATH = "session.jsonl"
PREFIX = "Previous conversation summary:\n"


def user(words, tokens=10):
    """A user message that costs so many tokens."""
    return lab.user(f"{words} ".ljust(4 * tokens - len("user: "), "."))


def said(words, tokens=10):
    """A reply that costs so many tokens."""
    return lab.say(f"{words} ".ljust(4 * tokens - len("assistant: "), "."))


def asked(words, *ids, tokens=10):
    """A reply with words and a call for each id that costs so many tokens."""
    room = 4 * tokens - len("assistant: ") - len(" ls({})") * len(ids)
    calls = [lab.call("ls", {}, id) for id in ids]
    return lab.reply(lab.text(f"{words} ".ljust(room, ".")), *calls)


def result(id, words, tokens=10):
    """A tool result that costs so many tokens."""
    content = f"{words} ".ljust(4 * tokens - len("toolResult: "), ".")
    return lab.tool_result(lab.call("ls", {}, id), content)


TALK = [
    user("List it."),
    asked("I look.", "c1"),
    result("c1", "a.md"),
    user("Now all."),
    asked("Both.", "c2", "c3"),
    result("c2", "b.md"),
    result("c3", "c.md"),
    said("Three files."),
]


def entry(number, message):
    return {"id": f"e{number}", "type": "message", "message": message}


def compaction(number, summary, first_kept_id):
    return {
        "id": f"e{number}",
        "type": "compaction",
        "summary": summary,
        "first_kept_id": first_kept_id,
    }


def on_disk(seen):
    """The entries of the log's file."""
    return [json.loads(line) for line in seen["disk"][PATH].split("\n")[:-1]]


def test_a_transcript_renders_as_one_line_a_message(play):
    """A transcript renders as one line a message, and costs a token for every four characters."""
    path = {"path": "a.md", "limit": 2}
    read = lab.call("read", path, "c1")
    seen = play(
        "transcripts_as_text",
        transcripts={
            "nothing": [],
            "a user": [lab.user("Hi")],
            "two lines": [lab.user("Hi\nthere"), lab.say("One.\n\nTwo.")],
            "two text blocks": [lab.reply(lab.text("Hel"), lab.text("lo."))],
            "words and calls": [
                lab.reply(lab.text("I look."), read, lab.call("ls", {"all": None}, "c2"))
            ],
            "words after a call": [lab.reply(read, lab.text("I look."))],
            "a newline in a call": [lab.reply(lab.text("So:"), lab.call("say", {"w": "a\nb"}))],
            "a result": [lab.tool_result(read, "one\ntwo\n"), lab.tool_result(read, "", True)],
            "no letters of ASCII": [lab.say("caf\u00e9 \u5317")],
        },
    )
    assert seen["texts"] == {
        "nothing": "",
        "a user": "user: Hi",
        "two lines": "user: Hi there\nassistant: One.  Two.",
        "two text blocks": "assistant: Hello.",
        "words and calls": 'assistant: I look. read({"path": "a.md", "limit": 2}) '
        'ls({"all": null})',
        "words after a call": 'assistant: I look. read({"path": "a.md", "limit": 2})',
        "a newline in a call": 'assistant: So: say({"w": "a\\nb"})',
        "a result": "toolResult: one two \ntoolResult: ",
        "no letters of ASCII": "assistant: caf\u00e9 \u5317",
    }
    assert seen["tokens"] == {name: len(text) // 4 for name, text in seen["texts"].items()}
    silent = [lab.reply(lab.call("ls", {}, "c1"), lab.call("ls", {}, "c2"))]
    text = play("transcripts_as_text", transcripts={"calls alone": silent})["texts"]["calls alone"]
    assert text.split() == ["assistant:", "ls({})", "ls({})"]


def test_a_compaction_is_one_more_entry_of_the_log(play):
    """A compaction is one more entry of the log: one line, one write, the next id."""
    seen = play(
        "a_compaction_appended", messages=TALK[:4], summary="So far:\n\u5317.", first_kept_id="e3"
    )
    assert seen["told"] == "e5"
    assert on_disk(seen) == [
        *(entry(n, message) for n, message in enumerate(TALK[:4], start=1)),
        compaction(5, "So far:\n\u5317.", "e3"),
    ]
    old, new = seen["before"][PATH], seen["disk"][PATH]
    assert new[: len(old)] == old
    assert [[op, path] for op, path, _text in seen["writes"]] == [["append", PATH]] * 5
    assert old + seen["writes"][-1][2] == new
    assert seen["writes"][-1][2].count("\n") == 1


def test_a_summary_stands_for_the_rows_before_the_first_kept_one(play):
    """A summary stands in place of the rows before the first kept id; other entries are no rows."""
    log = [*(entry(n, message) for n, message in enumerate(TALK[:4], start=1))]
    kept = {"e1": "e5 e1 e2 e3 e4 e6", "e2": "e5 e2 e3 e4 e6", "e4": "e5 e4 e6"}
    for first, ids in kept.items():
        log_now = [*log, compaction(5, "All went well.", first), entry(6, said("Good."))]
        seen = play("a_log_read_back", entries=log_now)
        case = f"e5 keeps from {first}"
        assert {case: " ".join(seen["ids"])} == {case: ids}
    summary = lab.user(PREFIX + "All went well.")
    assert seen["record"] == [summary, TALK[3], said("Good.")]
    assert seen["replay"] == seen["record"]
    assert seen["writes"] == []

    log = [
        {"id": "e1", "type": "note", "words": "not for the model"},
        entry(2, TALK[0]),
        {"id": "e3", "type": "note", "message": TALK[1]},
        entry(4, TALK[3]),
        compaction(5, "Some.", "e4"),
        {"id": "e6", "type": "note", "summary": "no", "first_kept_id": "e4"},
        entry(7, TALK[7]),
    ]
    seen = play("a_log_read_back", entries=log)
    assert seen["ids"] == ["e5", "e4", "e7"]
    assert seen["record"] == [lab.user(PREFIX + "Some."), TALK[3], TALK[7]]
    log[4] = compaction(5, "Some.", "e3")
    assert play("a_log_read_back", entries=log)["ids"] == ["e5", "e7"]


def test_a_second_compaction_works_on_what_the_first_left(play):
    """A second compaction works on the rows as the first left them, its summary included."""
    log = [
        *(entry(n, message) for n, message in enumerate(TALK[:4], start=1)),
        compaction(5, "First.", "e3"),
        entry(6, TALK[7]),
    ]
    kept = {
        "e1": "e7",  # e1 was summed up by e5 already
        "e3": "e7 e3 e4 e6",
        "e4": "e7 e4 e6",
        "e5": "e7 e5 e3 e4 e6",
        "e6": "e7 e6",
    }
    for first, ids in kept.items():
        seen = play("a_log_read_back", entries=[*log, compaction(7, "Second.", first)])
        case = f"e7 keeps from {first}"
        assert {case: " ".join(seen["ids"])} == {case: ids}
    assert seen["record"] == [lab.user(PREFIX + "Second."), TALK[7]]


def test_a_first_kept_id_that_is_not_there_or_there_twice(play):
    """An id that is not among the rows keeps none; one that is there twice counts at its first."""
    three = [entry(1, TALK[0]), entry(2, TALK[3]), entry(2, TALK[7])]
    for first, ids in {"e9": "e4 e5", "e4": "e4 e5", "": "e4 e5", "e2": "e4 e2 e2 e5"}.items():
        log = [*three, compaction(4, "So far.", first), entry(5, said("Good."))]
        seen = play("a_log_read_back", entries=log)
        case = f"e4 keeps from {first!r}"
        assert {case: " ".join(seen["ids"])} == {case: ids}
    kept = [TALK[3], TALK[7]]
    assert seen["record"] == [lab.user(PREFIX + "So far."), *kept, said("Good.")]
    alone = play("a_log_read_back", entries=[compaction(1, "Nothing yet.", "e1")])
    assert alone["record"] == [lab.user(PREFIX + "Nothing yet.")]


def test_the_cut_walks_back_until_the_budget_is_reached(play):
    """The cut walks back from the newest row until the budget is reached, that row kept."""
    talk = [user(f"Step {n}.", tokens=n + 3) for n in range(1, 6)]  # 4, 5, 6, 7 and 8 tokens
    budgets = [1, 7, 8, 9, 15, 16, 21, 22, 26, 27, 30]
    assert play("cuts", messages=talk, budgets=budgets)["cuts"] == {
        "budget 1": 4,
        "budget 7": 4,
        "budget 8": 4,  # the newest row alone reaches it
        "budget 9": 3,
        "budget 15": 3,
        "budget 16": 2,
        "budget 21": 2,
        "budget 22": 1,
        "budget 26": 1,
        "budget 27": 0,
        "budget 30": 0,
    }
    small = [lab.user("a")] * 8  # 7 characters: a token each, but 14 characters are 3 tokens
    found = play("cuts", messages=small, budgets=[1, 2, 3, 5])["cuts"]
    assert found == {"budget 1": 7, "budget 2": 6, "budget 3": 5, "budget 5": 3}


def test_a_budget_of_nothing_and_rows_that_run_out(play):
    """A budget of 0 or less keeps nothing; when the rows run out first, there is nothing to cut."""
    talk = [said("Hello."), user("Go."), said("Done.")]
    assert play("cuts", messages=talk, budgets=[0, -1, 30, 31, 10_000])["cuts"] == {
        "budget 0": 3,
        "budget -1": 3,
        "budget 30": 1,  # the budget is reached at the first row: on to the user message
        "budget 31": 0,
        "budget 10000": 0,
    }
    assert play("cuts", messages=[], budgets=[0, 1])["cuts"] == {"budget 0": 0, "budget 1": 0}


def test_the_kept_rows_open_on_a_user_message(play):
    """The kept rows open on a user message where there is one, and never on a tool result."""
    budgets = [10, 20, 30, 40, 50, 60, 70, 80]
    assert play("cuts", messages=TALK, budgets=budgets)["cuts"] == {
        "budget 10": 7,
        "budget 20": 7,  # rows 5 and 6 are results
        "budget 30": 7,
        "budget 40": 4,  # no user message follows, and their call is kept
        "budget 50": 3,
        "budget 60": 3,
        "budget 70": 3,
        "budget 80": 0,
    }
    assert play("cuts", messages=TALK[:7], budgets=[1, 20, 21])["cuts"] == {
        "budget 1": 7,
        "budget 20": 7,
        "budget 21": 4,
    }


KINDS = {"U": user, "A": said, "R": lambda words, tokens: result("c1", words, tokens)}
ROWS = st.lists(st.tuples(st.sampled_from("UARAR"), st.integers(5, 12)), max_size=9)


@settings(
    max_examples=25,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(first=st.integers(5, 12), rest=ROWS, budget=st.integers(-3, 70))
def test_the_cut_of_any_rows(play, first, rest, budget):
    """The cut is never on a result, and never beyond a user message that is within the budget."""
    rows = [("U", first), *rest]
    roles = "".join(kind for kind, _tokens in rows)
    left = [sum(tokens for _kind, tokens in rows[at:]) for at in range(len(rows) + 1)]
    reached = [at for at in range(len(rows) + 1) if left[at] >= budget]
    if budget <= 0:
        cut = len(rows)
    elif not reached:
        cut = 0
    elif "U" in roles[reached[-1] :]:
        cut = roles.index("U", reached[-1])
    else:
        cut = len(rows) - len(roles[reached[-1] :].lstrip("R"))
    messages = [KINDS[kind]("", tokens) for kind, tokens in rows]
    found = play("cuts", messages=messages, budgets=[budget])["cuts"][f"budget {budget}"]
    case = {"rows": " ".join(f"{kind}:{tokens}" for kind, tokens in rows), "budget": budget}
    assert {**case, "cut": found} == {**case, "cut": cut}


def test_a_summary_is_one_call_that_is_part_of_no_transcript(play):
    """A summary is one call of its own: its own system prompt, no tools, in no transcript."""
    seen = play("a_summary", messages=TALK[:3], answer=lab.say("One file, a.md."))
    text = "\n".join(
        [
            f"user: {TALK[0]['content']}",
            f"assistant: {TALK[1]['content'][0]['text']} ls({{}})",
            f"toolResult: {TALK[2]['content']}",
        ]
    )
    assert [request["messages"] for request in seen["requests"]] == [
        [lab.user(f"<conversation>\n{text}\n</conversation>")]
    ]
    assert [request["tools"] for request in seen["requests"]] == [[]]
    assert seen["requests"][0]["system"] == seen["summary_system"]
    assert seen["summary_system"].strip() != ""
    assert seen["told"] == "One file, a.md."
    assert seen["raised"] is None
    assert seen["record"] == TALK[:3]


def test_a_summary_that_failed_is_no_summary(play):
    """A summary that failed, was stopped or is blank raises, and nothing is appended for it."""
    stopped = {**lab.reply(lab.text("One file"), stop_reason="aborted"), "error_message": "stop"}
    answers = {
        "it failed": lab.fail("529: overloaded"),
        "it failed half way": lab.fail("529: overloaded", partial="One file"),
        "it was stopped half way": stopped,
        "nothing in it": lab.reply(),
        "blanks": lab.say(" \n\t"),
        "a call and no words": lab.reply(lab.call("ls", {}, "c9")),
    }
    for how, answer in answers.items():
        seen = play("a_summary", messages=TALK[:3], answer=answer)
        reason = str(seen["raised"])[: len("no summary: ")]
        case = {"its reply": how, "raised": "no summary: ", "told": None}
        assert {"its reply": how, "raised": reason, "told": seen["told"]} == case
    for how, answer in answers.items():
        seen = play("compactions", messages=TALK, budgets=[50], answers=[answer])
        assert {how: seen["told"]} == {how: [False]}
        assert {how: on_disk(seen)[8:]} == {how: []}


def test_a_log_is_compacted_at_every_cut(play):
    """Compacting adds ONE entry: what is before the cut summed up, the rest kept; or nothing."""
    found = {}
    for budget in (-1, 0, 10, 30, 40, 50, 70, 80, 1000):
        seen = play("compactions", messages=TALK, budgets=[budget])
        added = [f"{e['type']} from {e['first_kept_id']}" for e in on_disk(seen)[8:]]
        found[f"budget {budget}"] = [*seen["told"], *added]
    assert found == {
        "budget -1": [False],
        "budget 0": [False],
        "budget 10": [True, "compaction from e8"],
        "budget 30": [True, "compaction from e8"],
        "budget 40": [True, "compaction from e5"],
        "budget 50": [True, "compaction from e4"],
        "budget 70": [True, "compaction from e4"],
        "budget 80": [False],
        "budget 1000": [False],
    }
    ends_on_results = play("compactions", messages=TALK[:7], budgets=[10])
    assert ends_on_results["told"] == [False]
    assert ends_on_results["disk"] == ends_on_results["before"]

    seen = play("compactions", messages=TALK, budgets=[50, 20])
    assert seen["told"] == [True, True]
    assert [[op, path] for op, path, _text in seen["writes"]] == [["append", PATH]] * 10
    sent = [messages[0]["content"].split("\n")[1:-1] for messages in seen["sent"]]
    assert [[line.split(" ")[0] for line in lines] for lines in sent] == [
        ["user:", "assistant:", "toolResult:"],
        ["user:", "user:", "assistant:", "toolResult:", "toolResult:"],
    ]
    assert sent[1][0] == f"user: Previous conversation summary: {on_disk(seen)[8]['summary']}"
    assert seen["ids"] == ["e10", "e8"]
    second = f"Summary of 5 lines. It began: {sent[1][0]} It ended: {sent[1][-1]}"
    assert seen["record"] == [lab.user(PREFIX + second), TALK[7]]
    assert seen["replay"] == seen["record"]


def test_a_transcript_is_not_replaced_during_a_run(play):
    """A transcript can be replaced between runs, never during one; the next run goes on from it."""
    seen = play("another_transcript", messages=[lab.user("Before."), lab.say("Long ago.")])
    refused = "cannot replace messages during a run"
    told = {
        when: raised and f"{raised['type']}: {raised['message']}"
        for when, raised in seen["raised"].items()
    }
    assert told == {
        "before its first event": f"RuntimeError: {refused}",
        "at its turn_start": f"RuntimeError: {refused}",
        "at its turn_end": f"RuntimeError: {refused}",
        "after it": None,
        "after a run that was closed": None,
    }
    assert seen["first_run"] == [lab.user("Go."), lab.say("First.")]
    assert seen["replaced"] == [lab.user("Before."), lab.say("Long ago.")]
    assert seen["record"] == [*seen["replaced"], lab.user("Go on."), lab.say("Second.")]
    assert [lab.shape(r["messages"]) for r in seen["requests"]] == ["U", "U A U"]
    assert seen["requests"][1]["messages"] == seen["record"][:3]
    assert seen["given_after"] == seen["given_before"]


def test_a_harness_is_compacted_between_runs_once_it_is_over_the_limit(play):
    """A harness is compacted between runs only, once its estimate is over window - reserve."""
    talk = [user("One.", 20), said("Two.", 20), user("Three.", 20), said("Four.", 20)]  # 80 in all
    limits = [[100, 20], [100, 19], [100, 21], [79, 0], [80, 0], [1000, 0]]
    seen = play("between_runs", messages=talk, limits=limits, keep=40)
    told = {limit: [each["told"], each["entries"]] for limit, each in seen.items()}
    assert told == {
        "window 100, reserve 20": [False, 4],  # exactly full is not over
        "window 100, reserve 19": [False, 4],
        "window 100, reserve 21": [True, 5],
        "window 79, reserve 0": [True, 5],
        "window 80, reserve 0": [False, 4],
        "window 1000, reserve 0": [False, 4],
    }
    shapes = {limit: lab.shape(each["record"]) for limit, each in seen.items()}
    assert shapes == {limit: "U U A" if done else "U A U A" for limit, (done, _n) in told.items()}
    assert seen["window 79, reserve 0"]["record"] == seen["window 79, reserve 0"]["replay"]
    cannot = play("between_runs", messages=talk, limits=[[79, 0]], keep=1000)
    assert cannot["window 79, reserve 0"]["told"] is False
    assert cannot["window 79, reserve 0"]["record"] == talk

    running = play("during_a_run", messages=talk)
    refused = {when: raised and raised["message"] for when, raised in running["raised"].items()}
    assert refused == {
        "before its first event": "cannot compact during a run",
        "half way": "cannot compact during a run",
        "after it was closed": None,
    }
    assert running["raised"]["half way"]["type"] == "RuntimeError"
    assert running["entries"] == {
        "before its first event": 4,
        "half way": 4,
        "after it was closed": 5,
    }


def test_a_compaction_that_breaks_changes_nothing(play):
    """A torn log, a full disk, a bug in the adapter: the error goes up, and nothing is changed."""
    found = {}
    for how in ("the log is torn", "the disk is full", "the adapter has a bug"):
        seen = play("a_compaction_that_fails", messages=TALK, how=how)
        raised = seen["raised"]
        found[how] = raised and f"{raised['type']}: {raised['message']}"
        assert {how: seen["disk"]} == {how: seen["before"]}
        assert seen["record"] == TALK
    assert found == {
        "the log is torn": "ValueError: session.jsonl, line 8: not a complete log entry",
        "the disk is full": "OSError: [Errno 28] No space left on device: 'session.jsonl'",
        "the adapter has a bug": "KeyError: 'usage'",
    }


def test_a_session_outlasts_the_window_and_nothing_is_deleted(play):
    """A session outlasts its window: each request fits, and the log keeps every word."""
    plain = play("a_long_session", prompts=8, compacting=False)
    seen = play("a_long_session", prompts=8, compacting=True)
    assert plain["tokens"] == [38, 93, 147, 201, 255, 310, 364, 418]
    assert seen["tokens"] == [38, 93, 147, 201, 255, 169, 224, 169]  # the window is 300
    assert seen["told"] == [False, False, False, False, True, False, True, False]
    assert [lab.shape(request["messages"]) for request in seen["requests"]][4:] == [
        "U A U A U A U A U",
        "U U A U A U",
        "U U A U A U A U",
        "U U A U A U",
    ]
    said_so_far = [e["message"] for e in on_disk(seen) if e["type"] == "message"]
    assert said_so_far == plain["record"]
    assert [op for op, _path, _text in seen["writes"]] == ["append"] * 18
    assert seen["record"] == seen["replay"]
    assert seen["resumed"] == seen["record"]
