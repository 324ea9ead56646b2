"""caught by: test_calls_decide_whether_a_run_goes_on

The loop goes by stop_reason: a call in a reply that says "stop" is never answered.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while True:
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply) if reply["stop_reason"] == "toolUse" else []
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
