"""Lesson 06: every tool result has a budget, and says what it left out.

Announces: int_arg, MAX_LINES, MAX_BYTES, split_lines, truncate_head, truncate_tail,
    over_budget_note,
    make_read_tool, make_bash_tool
"""

import asyncio
import io

# == 2 tools ==


# after: str_arg
def int_arg(arguments, name, default):
    """The integer argument `name`, or `default` when it is missing or null; else ValueError."""
    value = arguments.get(name)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool):  # True is an int to Python
        raise ValueError(f"{name} must be an integer")
    return value


MAX_LINES = 2000
MAX_BYTES = 50_000


def split_lines(text):
    """The lines of `text`, each with its newline. A line ends at \\n and nowhere else."""
    return list(io.StringIO(text, newline="\n"))  # str.splitlines would cut at \r and U+2028 too


def truncate_head(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    """The first whole lines within both budgets, and how many: ("", 0) when none fits."""
    # --- your code: 06 truncate_head ---
    # step: Take lines from split_lines(text), from the front, while they fit.
    # step: A line's size is its bytes in UTF-8, its newline included: len(line.encode()).
    # step: Return the text you kept and the number of lines in it.
    kept, size = [], 0
    for line in split_lines(text)[:max_lines]:
        size += len(line.encode())
        if size > max_bytes:
            break
        kept.append(line)
    return "".join(kept), len(kept)
    # --- end ---


def truncate_tail(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    """The last whole lines within both budgets, and how many: ("", 0) when none fits."""
    # --- your code: 06 truncate_tail ---
    # step: The same from the back; what you return is in the text's own order.
    kept, size = [], 0
    for line in split_lines(text)[::-1][:max_lines]:
        size += len(line.encode())
        if size > max_bytes:
            break
        kept.append(line)
    return "".join(reversed(kept)), len(kept)
    # --- end ---


def over_budget_note(path, number, total, size, max_bytes):
    """What `read` answers in place of a line that no read can show."""
    skip = f" Use offset={number + 1} to skip it." if number < total else ""
    return (
        f"[Line {number} of {path} is {size} bytes, over the {max_bytes}-byte budget of one read,"
        f" so none of it is shown.{skip}]"
    )


def make_read_tool(ws, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    """The tool `read`: a file's lines from an offset, within a budget, and how to read on."""

    async def execute(arguments, signal=None):
        path = str_arg(arguments, "path")
        # --- your code: 06 make_read_tool ---
        # step: offset (default 1) and limit (default: all there is), through int_arg.
        # step: Refuse in this order: below 1; no such file; an offset past the end.
        # step: Cut it with truncate_head; when not one line fits: over_budget_note(...).
        # step: When more lines follow, end with how to read on.
        # stub: if not ws.exists(path):
        # stub:     here = ", ".join(ws.listdir("."))
        # stub:     raise FileNotFoundError(f"File not found: {path}. Files here: {here}")
        # stub: return ws.read_text(path)
        offset = int_arg(arguments, "offset", 1)
        limit = int_arg(arguments, "limit", max_lines)
        if offset < 1 or limit < 1:
            raise ValueError("offset and limit must be 1 or more")
        if not ws.exists(path):
            here = ", ".join(ws.listdir("."))
            raise FileNotFoundError(f"File not found: {path}. Files here: {here}")
        lines = split_lines(ws.read_text(path))
        total = len(lines)
        if offset > max(total, 1):
            raise ValueError(f"offset {offset} is past the end of {path}: {total} lines")
        wanted = lines[offset - 1 : offset - 1 + limit]
        text, shown = truncate_head("".join(wanted), max_lines, max_bytes)
        if wanted and not shown:
            return over_budget_note(path, offset, total, len(wanted[0].encode()), max_bytes)
        last = offset - 1 + shown
        if last < total:
            note = f"[Showing lines {offset}-{last} of {total}. Use offset={last + 1} to continue.]"
            text += note
        return text
        # --- end ---

    return {
        "name": "read",
        "description": "Read a text file and return its contents. One call returns at most"
        f" {max_lines} lines or {max_bytes} bytes; use offset to read on.",
        "parameters": schema(
            required=["path"],
            path=("string", "Path of the file to read."),
            offset=("integer", "First line, from 1."),
            limit=("integer", "How many lines."),
        ),
        "execute": execute,
        "snippet": "Read file contents",
        "guidelines": [
            "Use read to examine files instead of cat or sed.",
            "Show file paths clearly when working with files.",
        ],
    }


# after: make_write_tool
def make_bash_tool(shell, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    """The tool `bash`: a command's output, cut from the front, since the end tells how it went."""

    async def execute(arguments, signal=None):
        process = shell.start(str_arg(arguments, "command"))
        try:
            while not process.done():
                if signal and signal.is_cancelled():
                    return "Command cancelled"
                await asyncio.sleep(0)  # one lap for the others, or nobody could press Stop
            output, code = process.output()
        finally:
            process.kill()  # however we leave, nothing is left running
        text, shown = truncate_tail(output, max_lines, max_bytes)
        total = len(split_lines(output))
        if shown < total:
            note = f"[Showing the last {shown} of {total} lines. Narrow the command for more.]"
            text = f"{text}\n{note}"
        if code != 0:
            text += f"\nCommand exited with code {code}"  # news for the model, no tool error
        return text

    return {
        "name": "bash",
        "description": "Run a shell command and return its output (stdout and stderr together)."
        f" Only the last {max_lines} lines or {max_bytes} bytes come back.",
        "parameters": schema(required=["command"], command=("string", "The command line.")),
        "execute": execute,
        "snippet": "Run shell commands",
        "guidelines": ["Say what a command is for before you run it."],
    }
