"""caught by: test_an_unknown_tool_is_a_failed_call

The model is told that there is no such tool, as if that were a result like any other.
"""


async def run_tool(tools, call):
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found")
    try:
        content = await tool["execute"](call["arguments"])
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
