"""caught by: test_read_says_how_to_read_on

The note comes only when a budget cut something: after a limit the model thinks that was all.
"""


def make_read_tool(ws, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    async def execute(arguments, signal=None):
        path = str_arg(arguments, "path")
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
        if shown < len(wanted):
            note = f"[Showing lines {offset}-{last} of {total}. Use offset={last + 1} to continue.]"
            text += note
        return text

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
