"""caught by: test_bash_shows_the_end_and_says_how_the_command_went

A command that exits with another code than 0 is a failed tool call, and its output is lost.
"""


def make_bash_tool(shell, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    async def execute(arguments, signal=None):
        process = shell.start(str_arg(arguments, "command"))
        try:
            while not process.done():
                if signal and signal.is_cancelled():
                    return "Command cancelled"
                await asyncio.sleep(0)  # without this, nobody could press Stop
            output, code = process.output()
        finally:
            process.kill()  # however we leave, nothing is left running
        text, shown = truncate_tail(output, max_lines, max_bytes)
        total = len(split_lines(output))
        if shown < total:
            note = f"[Showing the last {shown} of {total} lines. Narrow the command for more.]"
            text = f"{text}\n{note}"
        if code != 0:
            raise RuntimeError(f"Command exited with code {code}")
        return text

    return {
        "name": "bash",
        "description": "Run a shell command and return its output (stdout and stderr together)."
        f" Only the last {max_lines} lines or {max_bytes} bytes come back.",
        "parameters": schema(required=["command"], command=("string", "The command line.")),
        "execute": execute,
        "snippet": "Run shell commands",
        "guidelines": ["Say what a command is for before you run it."],
    }
