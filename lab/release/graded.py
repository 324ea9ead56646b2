"""A graded question in a release: asked and recorded, without a word of what is right.

The two kinds of file that hold questions are cut by what their own readers call the fields; the
stem and the options stay.
"""

import ast
import json

_TOLD = ("RIGHT", "FEEDBACK", "REVEAL", "CAUGHT", "SOURCE")


def ungiven_scenario(data: bytes, name: str) -> bytes:
    """A scenario's file with GRADED in place of what is right, the feedback and the reveal."""
    text = data.decode("utf-8")
    lines = text.split("\n")
    told = [node for node in ast.parse(text, name).body if _name(node) in _TOLD]
    for node in reversed(told):
        lines[node.lineno - 1 : node.end_lineno] = []
    first = min(node.lineno for node in told) - 1
    lines[first:first] = ["GRADED = True"]
    return "\n".join(lines).encode()


def ungiven_questions(data: bytes) -> bytes:
    """A `questions.toml` with `graded = true` in place of all but ids, stems and options."""
    import tomllib

    rows = tomllib.loads(data.decode("utf-8"))
    out = ["# Graded: what is right is with your instructor.", ""]
    for table in ("question", "open"):
        for row in rows.get(table, []):
            out += [f"[[{table}]]", f"id = {_toml(row['id'])}", "graded = true"]
            out.append(f"stem = {_toml(row['stem'])}")
            if "options" in row:
                out.append(f"[{table}.options]")
                out += [f"{letter} = {_toml(words)}" for letter, words in row["options"].items()]
            out.append("")
    return "\n".join(out).encode()


def told_lines(data: bytes, name: str) -> list[str]:
    """The lines of a file of questions that a graded release leaves out."""
    cut = ungiven_questions(data) if name.endswith(".toml") else ungiven_scenario(data, name)
    kept = {line.strip() for line in cut.decode("utf-8").split("\n")}
    return [line for line in data.decode("utf-8").split("\n") if line.strip() not in kept]


def without_outputs(data: bytes) -> bytes:
    """A notebook with nothing run in it."""
    notebook = json.loads(data)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def _name(node: ast.stmt) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else None
    return target.id if isinstance(target, ast.Name) else ""


def _toml(words: str) -> str:
    """A TOML basic string; JSON's escapes are TOML's, DEL apart."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
