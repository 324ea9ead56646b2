"""The finished harness, held to what must be so for any input; the suites hold it for a few."""

import importlib.util
import itertools
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import lab

ROOT = Path(__file__).resolve().parents[1]
MANY = settings(max_examples=400, deadline=None, derandomize=True, database=None)


def _loaded():
    spec = importlib.util.spec_from_file_location("finished_harness", ROOT / "harness.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


harness = _loaded()

texts = st.text("ab\n\r\x0c\u2028\u00e9\U0001f642", max_size=60)
words = st.sampled_from(["", " ", "Go on.", "Two\nlines."])
numbers = st.integers(-2, 12)


@st.composite
def histories(draw):
    """Messages in any mixture: results missing, late, doubled, before their call, of no call."""
    count = draw(st.integers(0, 5))
    ids = [f"c{n}" for n in range(1, count + 1)]
    calls = [lab.call("look", {"n": id}, id) for id in ids]
    messages, rest = [], list(calls)
    while rest:
        size = draw(st.integers(1, len(rest)))
        messages.append(lab.reply(*rest[:size]))
        rest = rest[size:]
    strangers = [lab.call("look", {}, "c99")]
    for call in draw(st.lists(st.sampled_from([*calls, *strangers]), max_size=8)):
        result = lab.tool_result(call, draw(words))
        messages.insert(draw(st.integers(0, len(messages))), result)
    for said in draw(st.lists(words, max_size=4)):
        messages.insert(draw(st.integers(0, len(messages))), lab.user(said))
    return messages


@MANY
@given(text=texts, lines=st.integers(0, 8), size=st.integers(0, 40))
def test_what_is_cut_is_whole_lines_from_one_end_within_both_budgets(text, lines, size):
    for cut, kept_end in ((harness.truncate_head, 0), (harness.truncate_tail, -1)):
        kept, shown = cut(text, lines, size)
        whole = harness.split_lines(text)
        at_end = whole[:shown] if kept_end == 0 else whole[len(whole) - shown :]
        assert kept == "".join(at_end)
        assert shown <= lines
        assert len(kept.encode()) <= size
        if shown < min(len(whole), lines):  # nothing that would have fitted is left out
            following = whole[shown] if kept_end == 0 else whole[-1 - shown]
            assert len((kept + following).encode()) > size


@MANY
@given(messages=histories())
def test_a_repaired_history_is_balanced_and_repairing_it_again_changes_nothing(messages):
    before = [dict(message) for message in messages]
    repaired = harness.repair_tool_history(messages)
    assert messages == before
    assert harness.repair_tool_history(repaired) == repaired
    assert not [c for c in lab.validate(repaired) if "toolCall" in c or "toolResult" in c]
    asked = [call["id"] for m in repaired if m["role"] == "assistant" for call in m["content"]]
    answered = [m["tool_call_id"] for m in repaired if m["role"] == "toolResult"]
    assert answered == asked
    if not lab.validate(messages):
        assert repaired == messages


@MANY
@given(messages=histories())
def test_the_view_of_any_record_is_one_that_a_provider_accepts(messages):
    assert lab.validate(harness.context_for_model(messages)) == []


@MANY
@given(messages=histories(), budget=numbers)
def test_a_cut_keeps_no_orphan_and_never_goes_beyond_a_user_message_that_fits(messages, budget):
    rows = [(f"e{n}", message) for n, message in enumerate(messages, start=1)]
    cut = harness.find_cut(rows, budget)
    sizes = [harness.estimate_tokens([message]) for message in messages]
    walked = next((n for n in range(len(rows), -1, -1) if sum(sizes[n:]) >= budget), None)
    if walked is None:
        assert cut == 0
        return
    users = [n for n in range(walked, len(rows)) if messages[n]["role"] == "user"]
    assert cut == (users[0] if users else cut)
    assert cut >= walked
    if cut < len(rows):
        assert messages[cut]["role"] != "toolResult"


@MANY
@given(messages=histories(), cuts=st.lists(st.integers(0, 12), max_size=3))
def test_a_log_gives_back_what_was_appended_however_it_was_split_into_sessions(messages, cuts):
    ws = lab.Workspace()
    ends = sorted({min(cut, len(messages)) for cut in cuts} | {0, len(messages)})
    for start, end in itertools.pairwise(ends):
        log = harness.SessionLog(ws, "session.jsonl")  # a new process each time
        for message in messages[start:end]:
            log.append_message(message)
    assert harness.SessionLog(ws, "session.jsonl").replay() == messages
    rows = harness.SessionLog(ws, "session.jsonl").rows()
    assert [row_id for row_id, _ in rows] == [f"e{n}" for n in range(1, len(messages) + 1)]


@MANY
@given(
    guidelines=st.lists(st.lists(st.sampled_from(["Be brief.", "Show paths.", "Ask."])), max_size=4)
)
def test_a_briefing_is_the_same_each_time_and_says_each_guideline_once(guidelines):
    tools = [
        {**lab.tool(f"t{n}"), "snippet": f"Do {n}", "guidelines": lines}
        for n, lines in enumerate(guidelines)
    ]
    prompt = harness.build_system_prompt(tools, [("AGENTS.md", "Ok.")], [], ".", "2026-02-03")
    again = harness.build_system_prompt(tools, [("AGENTS.md", "Ok.")], [], ".", "2026-02-03")
    assert prompt == again
    said = [line for lines in guidelines for line in lines]
    listed = [line[2:] for line in prompt.split("\n") if line[2:] in said]
    assert listed == list(dict.fromkeys(said))
