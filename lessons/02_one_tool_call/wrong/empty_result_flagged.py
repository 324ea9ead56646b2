"""caught by: test_a_result_is_the_tools_text_to_the_character

A tool that has nothing to say is taken for one that failed.
"""


async def run_tool(tools, call):
    tool = next(tool for tool in tools if tool["name"] == call["name"])
    content = await tool["execute"](call["arguments"])
    return tool_result(call, content, is_error=not content)
