"""caught by: test_read_returns_the_whole_file

The text is split into lines and joined again, which changes how lines end.
"""


def make_read_tool(ws):

    async def execute(arguments, signal=None):
        return "\n".join(ws.read_text(arguments["path"]).splitlines())

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
