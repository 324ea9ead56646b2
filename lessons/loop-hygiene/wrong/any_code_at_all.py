"""caught by: test_the_code_is_on_the_record_and_in_the_log

Whatever an exception has for a code gets onto the record, a number as well as a text.
"""


def noting_code(tool, note):
    async def execute(arguments, signal=None):
        try:
            return await tool["execute"](arguments, signal)
        except Exception as exc:
            if hasattr(exc, "code"):
                note(exc.code)
            raise

    return {**tool, "execute": execute}
