"""caught by: test_every_call_of_a_reply_is_answered

The texts of all results are put into one message, which answers the first call.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        results = [await run_tool(tools, call) for call in calls]
        if results:
            text = "\n".join(result["content"] for result in results)
            messages.append(tool_result(calls[0], text))
        if not calls:
            return
