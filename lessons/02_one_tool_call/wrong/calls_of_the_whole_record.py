"""caught by: test_runs_on_one_record_go_on_from_each_other

Calls are looked for on the whole record, so those of earlier runs are found again.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    replies = [message for message in messages if message["role"] == "assistant"]
    calls = [call for reply in replies for call in tool_calls(reply)]
    if calls:
        messages.append(await run_tool(tools, calls[0]))
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
