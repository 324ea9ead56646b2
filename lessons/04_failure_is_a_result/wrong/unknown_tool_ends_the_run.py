"""caught by: test_an_unknown_tool_is_a_failed_call

A tool that is not there is an error of the program: nothing looks for it.
"""


async def run_tool(tools, call):
    tool = next(tool for tool in tools if tool["name"] == call["name"])
    try:
        content = await tool["execute"](call["arguments"])
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
