"""caught by: test_calls_decide_not_how_a_reply_stopped

The loop goes on while replies say that they stopped for a tool.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if reply["stop_reason"] != "toolUse":
            return
