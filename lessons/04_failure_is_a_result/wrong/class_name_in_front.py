"""caught by: test_a_tool_that_raises_is_a_failed_call

The name of the class is put in front of the words: the model is told of Python.
"""


async def run_tool(tools, call):
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"])
    except Exception as exc:
        return tool_result(call, f"{type(exc).__name__}: {exc}", is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
