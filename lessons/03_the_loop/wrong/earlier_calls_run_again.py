"""caught by: test_a_second_run_runs_its_own_calls_only

Calls are looked for on the whole record, so those of an earlier run are run again.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for message in messages[:-1]:
            if calls and message["role"] == "assistant":
                calls = [*tool_calls(message), *calls]
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
