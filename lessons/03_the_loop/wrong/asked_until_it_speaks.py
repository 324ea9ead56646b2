"""caught by: test_a_reply_with_nothing_in_it_ends_a_run

The run goes on until the model says something: an empty reply is asked for again.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls and text_of(reply):
            return
