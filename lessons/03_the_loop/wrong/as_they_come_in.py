"""caught by: test_a_slow_tool_does_not_lose_its_place

All tools run at once, and results are recorded as they come in.
"""


async def run_agent(model, system, messages, tools, prompt):
    import asyncio

    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)

        async def answer(call):
            messages.append(await run_tool(tools, call))

        await asyncio.gather(*[answer(call) for call in calls])
        if not calls:
            return
