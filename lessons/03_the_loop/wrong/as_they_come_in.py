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
        running = [run_tool(tools, call) for call in calls]
        for result in asyncio.as_completed(running):
            messages.append(await result)
        if not calls:
            return
