"""caught by: test_one_failure_leaves_the_other_calls_alone

After a call that failed the others of its reply are not run.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
            if messages[-1]["is_error"]:
                break
        if not calls:
            return
