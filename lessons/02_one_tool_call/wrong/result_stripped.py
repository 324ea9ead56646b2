"""caught by: test_a_result_is_the_tools_text_to_the_character

The result is tidied up before it is recorded.
"""


async def run_tool(tools, call):
    tool = next(tool for tool in tools if tool["name"] == call["name"])
    content = await tool["execute"](call["arguments"])
    return tool_result(call, content.strip() or "(no output)")
