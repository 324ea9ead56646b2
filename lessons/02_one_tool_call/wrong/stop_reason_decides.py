"""caught by: test_a_call_is_what_asks_for_a_tool

Whether a tool is asked for is read from how the reply stopped.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    calls = tool_calls(reply)
    if reply["stop_reason"] == "toolUse":
        messages.append(await run_tool(tools, calls[0]))
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
