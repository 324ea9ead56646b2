"""caught by: test_the_tool_that_the_call_names_is_run

The arguments are spread into keywords, as if a tool were a function of the program.
"""


async def run_tool(tools, call):
    tool = next(tool for tool in tools if tool["name"] == call["name"])
    return tool_result(call, await tool["execute"](**call["arguments"]))
