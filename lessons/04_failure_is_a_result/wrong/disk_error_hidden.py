"""caught by: test_a_write_that_the_disk_refuses_is_a_failed_call

What the disk says is returned as an ordinary answer.
"""


def make_write_tool(ws):
    async def execute(arguments, signal=None):
        path, content = str_arg(arguments, "path"), str_arg(arguments, "content")
        try:
            ws.write_text(path, content)
        except Exception as exc:
            return f"Could not write to {path}: {exc}"
        return f"Successfully wrote to {path}."

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
