"""caught by: test_the_same_call_twice_is_run_twice

A call that was made before, with the same arguments, is not run again.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    seen = []
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            if (call["name"], call["arguments"]) not in seen:
                messages.append(await run_tool(tools, call))
            seen.append((call["name"], call["arguments"]))
        if not calls:
            return
