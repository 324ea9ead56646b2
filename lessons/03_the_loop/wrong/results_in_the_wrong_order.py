"""caught by: test_every_call_of_a_reply_is_answered

The calls are taken from a stack, so the last one comes first.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        stack = list(calls)
        while stack:
            messages.append(await run_tool(tools, stack.pop()))
        if not calls:
            return
