"""Lesson 04: a failure is a result. Whatever a tool does, its call gets exactly one answer.

Announces: str_arg, run_tool, make_read_tool, make_write_tool
"""

# == 2 tools ==


async def run_tool(tools, call):
    """Run one call and return the toolResult that answers it, whatever happens.

    The one place where a failure becomes a result.
    """
    # --- your code: 04 run_tool ---
    # step: No tool of that name: say `Tool <name> not found`, flagged with is_error.
    # step: A tool that raises: its words (its class name when it has none), flagged.
    # step: A tool that returns no string: `Tool <name> returned <type name>, not text`, flagged.
    # step: A cancelled task has not failed: that goes up, and no result is made.
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"])
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
    # --- end ---


# after: run_tool
def str_arg(arguments, name):
    """The string argument `name`; ValueError when the model sent something else."""
    value = arguments.get(name)
    # --- your code: 04 str_arg ---
    # step: The model may leave an argument out, or send a number, a list, null.
    # step: Then raise ValueError("<name> must be a string").
    # stub: pass
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    # --- end ---
    return value


def make_read_tool(ws):
    """The tool `read`: a file's text, or which files there are instead."""

    async def execute(arguments, signal=None):
        path = str_arg(arguments, "path")
        if not ws.exists(path):
            here = ", ".join(ws.listdir("."))
            raise FileNotFoundError(f"File not found: {path}. Files here: {here}")
        return ws.read_text(path)

    return {
        "name": "read",
        "description": "Read a text file and return its contents.",
        "parameters": schema(required=["path"], path=("string", "Path of the file to read.")),
        "execute": execute,
        "snippet": "Read file contents",
        "guidelines": [
            "Use read to examine files instead of cat or sed.",
            "Show file paths clearly when working with files.",
        ],
    }


def make_write_tool(ws):
    """The tool `write`: a whole file, created or replaced."""

    async def execute(arguments, signal=None):
        # --- your code: 04 make_write_tool ---
        # step: Both arguments are strings before anything is written.
        # step: The file then holds the content.
        # step: The answer names the path, in the words of the page.
        path, content = str_arg(arguments, "path"), str_arg(arguments, "content")
        ws.write_text(path, content)
        return f"Successfully wrote to {path}."
        # --- end ---

    return {
        "name": "write",
        "description": "Write a text file. Creates the file, or replaces its whole contents.",
        "parameters": schema(
            required=["path", "content"],
            path=("string", "Path of the file to write."),
            content=("string", "The new contents."),
        ),
        "execute": execute,
        "snippet": "Create or overwrite files",
        "guidelines": [
            "Use write only for new files or complete rewrites.",
            "Show file paths clearly when working with files.",
        ],
    }
