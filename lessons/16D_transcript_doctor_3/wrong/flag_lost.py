"""caught by: test_a_child_without_an_answer_is_a_failed_call

What a tool raised becomes the result's words, but the result isn't flagged.
"""


async def run_tool(tools, call, signal=None):
    if signal and signal.is_cancelled():
        return tool_result(call, ABORTED, is_error=True)
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        return tool_result(call, await tool["execute"](call["arguments"], signal))
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__)
