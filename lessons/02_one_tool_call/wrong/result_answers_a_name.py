"""caught by: test_a_result_says_which_call_it_answers

The result carries the name of the tool where the id of the call belongs.
"""


async def run_tool(tools, call):
    tool = next(tool for tool in tools if tool["name"] == call["name"])
    content = await tool["execute"](call["arguments"])
    return {**tool_result(call, content), "tool_call_id": call["name"]}
