"""caught by: test_the_tools_say_what_they_are

The schema requires the path only, so the model may write without saying what.
"""


def make_write_tool(ws):
    async def execute(arguments, signal=None):
        path, content = str_arg(arguments, "path"), str_arg(arguments, "content")
        ws.write_text(path, content)
        return f"Successfully wrote to {path}."

    return {
        "name": "write",
        "description": "Write a text file. Creates the file, or replaces its whole contents.",
        "parameters": schema(
            required=["path"],
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
