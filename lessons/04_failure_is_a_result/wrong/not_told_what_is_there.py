"""caught by: test_read_says_which_files_there_are

The model is told that there is no such file, and not which ones there are.
"""


def make_read_tool(ws):
    async def execute(arguments, signal=None):
        return ws.read_text(str_arg(arguments, "path"))

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
