"""caught by: test_a_stop_at_any_event

Only the loop looks at the signal, between two turns: the calls of a reply all run to their end.
"""


async def run_tool(tools, call, signal=None):
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
