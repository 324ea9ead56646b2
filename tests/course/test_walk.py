"""Somebody walks the whole course and writes every gap their own way."""

import asyncio
import re
import sys
import tokenize
import types

import pytest

from lab.course.lesson import find_lessons
from lab.course.markers import spans
from lab.course.merge import gaps, start
from lab.course.outline import outlined
from lab.course.parts import read_part
from lab.course.source import decode, indent_of

LESSONS = find_lessons()
# Private state and parameters, as this learner calls them.
MEMBERS = {"_messages": "history", "_run": "current", "_steering": "said", "_token": "flag"}
PARAMETERS = {"run_tool": {"call": "request"}, "run_agent": {"prompt": "words", "model": "llm"}}


class Learner:
    """A learner's habits: how they indent, which line ends they use, what they rename."""

    def __init__(self, unit="    ", newline="\n", renames=False):
        self.unit, self.newline, self.renames = unit, newline, renames

    def begin(self):
        return start(b"", LESSONS[0].key, LESSONS)

    def settle(self, source):
        """The file as their editor saves it."""
        outline = outlined(decode(source))
        lines = [
            line if n in outline.strings else self.indented(line)
            for n, line in enumerate(outline.lines)
        ]
        return (self.newline.join(lines) + self.newline).encode()

    def indented(self, line):
        text = line.lstrip(" ")
        steps, rest = divmod(len(line) - len(text), 4)
        return self.unit * steps + " " * rest + text

    def write(self, source, one):
        """Every gap of a lesson, written."""
        for piece in [piece for piece in read_part(one).pieces if piece.gaps]:
            source = self.fill(source, piece)
        return source

    def fill(self, source, piece):
        file = decode(source)
        found = [
            (opened, end)
            for key, name, opened, end in spans(outlined(file))
            if (key, name) == (piece.key, piece.name)
        ]
        assert len(found) == len(piece.gaps)
        for (opened, end), gap in reversed(list(zip(found, piece.gaps, strict=True))):
            indent = indent_of(file.bare[opened])
            file = file.edit(opened + 1, end, self.solution(piece, gap, indent))
        return self.renamed(file.encode(), piece)

    def solution(self, piece, gap, indent):
        base = len(indent_of(piece.lines[gap[0]]))
        lines = piece.lines[gap[0] + 1 : gap[1]]
        lines = [line for line in lines if not re.match(r" *# (step|stub): ", line)]
        return [line and indent + self.indented(line[base:]) for line in lines]

    def renamed(self, source, piece):
        """The definition just written in their own words, and private names all over the file."""
        if not self.renames:
            return source
        item = outlined(decode(source)).named[piece.name]
        source = rename(source, PARAMETERS.get(piece.name, {}), range(item.start, item.end))
        return rename(source, MEMBERS, None)


def rename(source, names, lines):
    """Those names put in place of others, token by token; not in strings, not as keywords."""
    outline = outlined(decode(source))
    tokens = [t for t in outline.tokens if t.type not in (tokenize.NL, tokenize.COMMENT)]
    file = decode(source)
    for before, token, after in reversed(list(zip(tokens, tokens[1:], tokens[2:], strict=False))):
        line = token.start[0] - 1
        if token.string not in names or (lines is not None and line not in lines):
            continue
        if lines is not None and (before.string == "." or after.string == "="):
            continue
        text = file.bare[line]
        text = text[: token.start[1]] + names[token.string] + text[token.end[1] :]
        file = file.edit(line, line + 1, [text])
    return file.encode()


HABITS = {
    "as printed": Learner(),
    "two spaces and CRLF": Learner("  ", "\r\n"),
    "other names": Learner(renames=True),
    "tabs, CRLF and other names": Learner("\t", "\r\n", renames=True),
}


@pytest.mark.parametrize("habit", HABITS)
def test_a_file_written_in_other_words_takes_every_lesson_and_keeps_working(habit):
    learner = HABITS[habit]
    source = learner.settle(learner.begin())
    for one in LESSONS:
        if one.kind == "elective":
            continue
        before = source
        source = start(source, one.key, LESSONS)
        assert start(source, one.key, LESSONS) == source
        if read_part(one).pieces:
            assert_started(before, source, one)
        source = learner.write(source, one)
        assert not [gap for gap in gaps(source) if gap.empty]
        assert start(source, one.key, LESSONS) == source, "nothing written in a gap is lost"
        assert_same_habits(source, learner)
        harness = load(source)
        asyncio.run(smoke(harness))


def assert_started(before, source, one):
    begun = [gap.name for gap in gaps(source) if gap.key == one.key]
    assert sorted(begun) == sorted(read_part(one).gaps)
    already = outlined(decode(before)).named
    empty = {gap.name for gap in gaps(source) if gap.empty}
    assert not empty & set(already) or one is LESSONS[0], "what they had written is still there"
    compile(source, "harness.py", "exec")


def assert_same_habits(source, learner):
    assert source.count(b"\r\n") == (source.count(b"\n") if learner.newline == "\r\n" else 0)
    if learner.unit == "\t":
        outline = outlined(decode(source))
        wrong = [
            line
            for n, line in enumerate(outline.lines)
            if line.startswith(" ") and n not in outline.strings
        ]
        assert not wrong
    if learner.renames:
        assert not re.search(rb"\b_messages\b", source)


def load(source):
    module = types.ModuleType("harness_of_a_learner")
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, "harness.py", "exec"), vars(module))
    finally:
        del sys.modules[module.__name__]
    return module


class Model:
    """Answers with what it was handed, one reply a call, and notes what it was sent."""

    def __init__(self, *replies):
        self.replies, self.seen = list(replies), []

    async def acomplete(self, system, messages, tools, signal=None):
        self.seen.append([dict(message) for message in messages])
        return self.replies.pop(0)


def says(text):
    block = {"type": "text", "text": text}
    return {"role": "assistant", "content": [block], "stop_reason": "stop"}


def calls(name):
    block = {"type": "toolCall", "id": "c1", "name": name, "arguments": {}}
    return {"role": "assistant", "content": [block], "stop_reason": "toolUse"}


async def smoke(harness):
    """One run with a tool call in it, through whatever the file can do at its stage."""

    async def ring(arguments, signal=None):
        return "ding"

    tools = [{"name": "bell", "description": "", "parameters": {}, "execute": ring}]
    with_tools = hasattr(harness, "run_tool")
    model = Model(*([calls("bell")] if with_tools else []), says("done"))
    record = []
    await drive(harness.run_agent(model, "Be brief.", record, tools, "Ring."))
    roles = [message["role"] for message in record]
    middle = ["assistant", "toolResult"] if with_tools else []
    assert roles == ["user", *middle, "assistant"]
    assert harness.text_of(record[-1]) == "done"
    if hasattr(harness, "Harness"):
        await smoke_harness(harness, tools)


async def smoke_harness(harness, tools):
    owner = harness.Harness(Model(calls("bell"), says("done"), says("more")), "", tools)
    if hasattr(owner, "follow_up"):
        owner.follow_up("And more?")
    heard = []
    owner.subscribe(heard.append)
    await drive(owner.prompt("Ring."))
    roles = [message["role"] for message in owner.messages]
    expected = ["user", "assistant", "toolResult", "assistant"]
    assert roles == expected + (["user", "assistant"] if hasattr(owner, "follow_up") else [])
    assert heard[-1]["type"] == "agent_end"
    assert not owner.is_running


async def drive(run):
    if hasattr(run, "__aiter__"):
        async for _event in run:
            pass
    else:
        await run
