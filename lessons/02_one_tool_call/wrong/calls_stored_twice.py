"""caught by: test_call_and_result_stand_on_the_record

The calls are stored in the reply a second time, beside its content.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    calls = tool_calls(reply)
    reply["calls"] = calls
    if calls:
        messages.append(await run_tool(tools, calls[0]))
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
