"""caught by: test_call_and_result_stand_on_the_record

Only answers are recorded: the reply that holds the call is thrown away.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    calls = tool_calls(reply)
    if calls:
        messages.append(await run_tool(tools, calls[0]))
        reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
