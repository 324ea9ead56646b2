"""caught by: test_what_is_no_text_is_a_failed_call

What a tool returns is made into a string, so that None is a success that reads None.
"""


async def run_tool(tools, call):
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"])
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    content = str(content)
    return tool_result(call, content)
