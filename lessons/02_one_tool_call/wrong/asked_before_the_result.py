"""caught by: test_the_model_is_asked_again_with_the_result

The model is asked again before its result is on the record.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    calls = tool_calls(reply)
    if calls:
        result = await run_tool(tools, calls[0])
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.extend([result, reply])
