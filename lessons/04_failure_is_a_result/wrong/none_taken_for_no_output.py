"""caught by: test_what_is_no_text_is_a_failed_call

A tool that returns None has just nothing to say, it is thought.
"""


async def run_tool(tools, call):
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"])
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    content = "" if content is None else content
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
