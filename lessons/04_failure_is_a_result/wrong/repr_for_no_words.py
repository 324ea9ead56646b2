"""caught by: test_an_exception_without_words_is_named

An exception without words is written as Python writes it.
"""


async def run_tool(tools, call):
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"])
    except Exception as exc:
        return tool_result(call, str(exc) or repr(exc), is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
