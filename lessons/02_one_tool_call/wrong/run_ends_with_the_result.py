"""caught by: test_call_and_result_stand_on_the_record

The run ends with the result: the model never gets to see it.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    for call in tool_calls(reply)[:1]:
        messages.append(await run_tool(tools, call))
