"""caught by: test_without_a_stop_nothing_changes

The signal is asked though nobody may have handed one over.
"""


async def run_tool(tools, call, signal=None):
    if signal.is_cancelled():
        return tool_result(call, ABORTED, is_error=True)
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"], signal)
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
