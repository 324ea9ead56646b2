"""caught by: test_write_creates_a_file_or_replaces_all_of_it

What is written is added to the end of the file.
"""


def make_write_tool(ws):
    async def execute(arguments, signal=None):
        path, content = str_arg(arguments, "path"), str_arg(arguments, "content")
        ws.append_text(path, content)
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
