"""caught by: test_call_and_result_stand_on_the_record

The result goes back as something the user said, so the call stays without an answer.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    calls = tool_calls(reply)
    if calls:
        result = await run_tool(tools, calls[0])
        messages.append(user_message(f"Tool result: {result['content']}"))
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
