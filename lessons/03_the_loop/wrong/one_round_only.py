"""caught by: test_a_run_goes_on_until_a_reply_holds_no_call

All calls of the first reply are run, and what comes next is taken for the answer.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    calls = tool_calls(reply)
    for call in calls:
        messages.append(await run_tool(tools, call))
    if calls:
        messages.append(await model.acomplete(system, messages, tool_specs(tools)))
