"""The code of a notebook that was handed in: the one cell that is a harness. Nothing is run."""

import ast
import json
import re

from lab.grade.files import Unreadable

_WRITES = re.compile(r"%%(?:writefile|file)\s+(-a\s+)?[\"']?(?:\S*[/\\])?harness\.py[\"']?\s*")


def harness_of(data: bytes) -> bytes:
    """The cell that writes harness.py, or the only one that defines anything; Unreadable if none.

    A cell's own lines keep their numbers.
    """
    cells = _code_cells(data)
    written: list[str] = []
    for text in cells:
        first, _, rest = text.partition("\n")
        if found := _WRITES.fullmatch(first.strip()):
            written = [*written, rest] if found[1] else [f"# harness.py\n{rest}"]
    if written:
        return "\n".join(written).encode("utf-8", "replace")
    defining = [text for text in cells if _defines(text)]
    if not defining:
        raise Unreadable("is a notebook in which no cell defines anything")
    if len(defining) > 1:
        reason = f"is a notebook in which {len(defining)} cells define something"
        raise Unreadable(f"{reason}, and none begins with %%writefile harness.py")
    return defining[0].encode("utf-8", "replace")


def _code_cells(data: bytes) -> list[str]:
    try:
        cells = json.loads(data.decode("utf-8-sig"))["cells"]
        found = [_text(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Unreadable("is no notebook that can be read") from None
    return found


def _text(source: object) -> str:
    return source if isinstance(source, str) else "".join(source)  # type: ignore[arg-type]


def _defines(text: str) -> bool:
    """Whether a cell defines a function or a class, so far as it can be told."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return bool(re.search(r"^(async def|def|class) ", text, re.MULTILINE))
    return any(isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for n in body)
