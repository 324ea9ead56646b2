"""caught by: test_the_model_is_told_and_the_run_goes_on

A call of a tool that is not there is skipped, so it has no result at all.
"""


async def run_agent(model, system, messages, tools, prompt):
    names = [tool["name"] for tool in tools]
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            if call["name"] in names:
                messages.append(await run_tool(tools, call))
        if not calls:
            return
