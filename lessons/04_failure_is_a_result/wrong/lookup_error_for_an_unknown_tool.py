"""caught by: test_an_unknown_tool_is_a_failed_call

The tool is looked up in a dict, inside the try: the result is a KeyError's words.
"""


async def run_tool(tools, call):
    try:
        tool = {tool["name"]: tool for tool in tools}[call["name"]]
        content = await tool["execute"](call["arguments"])
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
