"""caught by: test_a_model_that_is_told_can_put_it_right

A file that is not there reads like an empty one, so the model never learns of its mistake.
"""


def make_read_tool(ws):
    async def execute(arguments, signal=None):
        path = str_arg(arguments, "path")
        return ws.read_text(path) if ws.exists(path) else ""

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
