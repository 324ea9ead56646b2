"""caught by: test_a_result_says_which_call_it_answers

The text of the tool is returned as it is, not in a message that answers the call.
"""


async def run_tool(tools, call):
    tool = next(tool for tool in tools if tool["name"] == call["name"])
    return await tool["execute"](call["arguments"])
