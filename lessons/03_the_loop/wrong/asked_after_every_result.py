"""caught by: test_the_model_is_asked_again_when_every_call_has_its_result

The model is asked again after each single result, while other calls still wait.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    waiting = tool_calls(reply)
    while waiting:
        messages.append(await run_tool(tools, waiting.pop(0)))
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        waiting += tool_calls(reply)
