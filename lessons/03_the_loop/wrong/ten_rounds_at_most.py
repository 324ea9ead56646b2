"""caught by: test_the_loop_has_no_end_of_its_own

The loop ends after ten rounds, without a word, to be on the safe side.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    for _ in range(10):
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
