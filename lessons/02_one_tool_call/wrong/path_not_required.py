"""caught by: test_the_read_tool_says_what_it_is

The schema requires nothing, so the model may ask to read without saying what.
"""


def make_read_tool(ws):
    async def execute(arguments, signal=None):
        return ws.read_text(arguments["path"])

    return {
        "name": "read",
        "description": "Read a text file and return its contents.",
        "parameters": schema(required=[], path=("string", "Path of the file to read.")),
        "execute": execute,
        "snippet": "Read file contents",
        "guidelines": [
            "Use read to examine files instead of cat or sed.",
            "Show file paths clearly when working with files.",
        ],
    }
