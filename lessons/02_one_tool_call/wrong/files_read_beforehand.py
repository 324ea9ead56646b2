"""caught by: test_a_file_is_read_when_the_model_asks

The files are read when the tool is made, and never again.
"""


def make_read_tool(ws):
    files = ws.snapshot()

    async def execute(arguments, signal=None):
        return files[arguments["path"]]

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
