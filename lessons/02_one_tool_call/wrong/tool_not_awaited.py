"""caught by: test_a_slow_tool_is_waited_for

`execute` is called and never awaited: what is recorded is a coroutine.
"""


async def run_tool(tools, call):
    tool = next(tool for tool in tools if tool["name"] == call["name"])
    return tool_result(call, tool["execute"](call["arguments"]))
