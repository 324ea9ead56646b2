"""caught by: test_every_request_holds_all_that_came_before

To save tokens a request holds the prompt and the newest round.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    newest = [messages[-1]]
    while True:
        reply = await model.acomplete(system, newest, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        newest = [newest[0], reply]
        for call in calls:
            newest.append(await run_tool(tools, call))
        messages.extend(newest[2:])
        if not calls:
            return
