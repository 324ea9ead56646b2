"""caught by: test_every_call_of_a_reply_is_answered

One reply, one call: the others are forgotten.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls[:1]:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
