"""caught by: test_a_cancelled_task_is_no_failure

Everything is caught, a cancelled task, too: the run cannot be stopped any more.
"""


async def run_tool(tools, call):
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"])
    except BaseException as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
