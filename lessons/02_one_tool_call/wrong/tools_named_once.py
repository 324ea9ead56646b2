"""caught by: test_every_request_names_the_tools

The second request names no tools: one call is all there is, after all.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    calls = tool_calls(reply)
    if calls:
        messages.append(await run_tool(tools, calls[0]))
        reply = await model.acomplete(system, messages, [])
        messages.append(reply)
