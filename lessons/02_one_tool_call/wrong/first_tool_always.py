"""caught by: test_the_tool_that_the_call_names_is_run

The first tool is run, whatever name the call has: with one tool that works.
"""


async def run_tool(tools, call):
    content = await tools[0]["execute"](call["arguments"])
    return tool_result(call, content)
