"""caught by: test_max_turns_counts_model_calls

`if max_turns` takes a cap of 0 for no cap at all.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while True:
        if max_turns and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools))
        messages.append(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
