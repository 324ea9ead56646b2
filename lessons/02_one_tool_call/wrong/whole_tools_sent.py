"""caught by: test_the_model_is_asked_again_with_the_result

The tools themselves are sent, functions and all, and the provider refuses them.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tools)
    messages.append(reply)
    calls = tool_calls(reply)
    if calls:
        messages.append(await run_tool(tools, calls[0]))
        reply = await model.acomplete(system, messages, tools)
        messages.append(reply)
