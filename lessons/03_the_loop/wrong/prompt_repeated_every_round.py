"""caught by: test_every_request_holds_all_that_came_before

The prompt is put on the record in every round.
"""


async def run_agent(model, system, messages, tools, prompt):
    while True:
        messages.append(user_message(prompt))
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
