"""caught by: test_a_reply_with_nothing_in_it_ends_a_run

A last reply with nothing in it is not recorded.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        if reply["content"]:
            messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
