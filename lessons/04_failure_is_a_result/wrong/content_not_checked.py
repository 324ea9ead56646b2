"""caught by: test_write_with_a_wrong_argument_changes_nothing

A content of another type is made into a string and written.
"""


def make_write_tool(ws):
    async def execute(arguments, signal=None):
        path = str_arg(arguments, "path")
        ws.write_text(path, str(arguments.get("content")))
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
