"""A forgotten `await`, named with its line: what a coroutine in the wrong place comes from.

A coroutine that nobody awaited is told by a scene as something that is no plain data, or by an
error about it, far from the line that made it. Here the learner's file is read for that line, and
nothing of it is run.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from lab.check.player import Source
from lab.check.record import Record

_NEVER = re.compile(r"coroutine '([^']+)' was never awaited")
_WARNING = re.compile(r"^.*RuntimeWarning: coroutine '[^']+' was never awaited\n(?:  .*\n)*", re.M)
_KNOWN = ("acomplete", "execute")  # what a harness is handed and has to await
_COROUTINE = re.compile(r"\bis a coroutine\b|'coroutine' object")


def told(record: Record, harness: Source) -> Record:
    """The record, its message opened by the line where an await is missing, if that is what it is.

    Python's own warning about it, which names files of the toolkit, is taken out of what was
    printed.
    """
    if record.status not in ("fail", "error"):
        return record
    never = _NEVER.findall(record.printed)
    if not never and not _COROUTINE.search(record.message):
        return record
    names = [name.rpartition(".")[2] for name in never]
    words = _words(harness, names)
    if not words:
        return record
    printed = _WARNING.sub("", record.printed)
    return replace(record, message=f"{words}\n\n{record.message}", printed=printed)


def _words(harness: Source, names: list[str]) -> str:
    """In one line what is missing and, where it can be found, in which line."""
    file = harness.path.replace("\\", "/").rpartition("/")[2]
    tree = _tree(harness)
    for line, name in _calls(tree):
        if name in (names or [*_KNOWN, *_coroutines(tree)]):
            return f"an `await` is missing: {file}, line {line}, calls {name} and does not await it"
    if names:
        return f"an `await` is missing: {names[0]} was called and not awaited"
    return "an `await` is missing: a coroutine stands where its result should be"


def _tree(harness: Source) -> ast.Module:
    try:
        return ast.parse(harness.text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _coroutines(tree: ast.Module) -> list[str]:
    """The functions of the file that give a coroutine: those that yield are iterated instead."""
    made = [node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)]
    yields = ast.Yield | ast.YieldFrom
    return [f.name for f in made if not any(isinstance(node, yields) for node in ast.walk(f))]


def _calls(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, name of what is called) of each call that stands in no await and is no argument."""
    handed = {id(call) for node in ast.walk(tree) for call in _handed_on(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in handed:
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            yield node.lineno, name


def _handed_on(node: ast.AST) -> list[ast.expr]:
    """What is awaited here, iterated, or given to another call, which may await it."""
    if isinstance(node, ast.Await):
        return [node.value]
    if isinstance(node, ast.AsyncFor | ast.comprehension):
        return [node.iter]
    if isinstance(node, ast.Call):
        return [*node.args, *(keyword.value for keyword in node.keywords)]
    return []
