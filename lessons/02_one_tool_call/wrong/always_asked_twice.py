"""caught by: test_without_a_call_the_reply_is_the_answer

The model is asked a second time even when it called nothing.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    for call in tool_calls(reply)[:1]:
        messages.append(await run_tool(tools, call))
    messages.append(await model.acomplete(system, messages, tool_specs(tools)))
