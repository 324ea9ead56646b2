"""caught by: test_a_runaway_is_stopped_after_max_turns_calls

The cap is an exception: the run blows up and the record does not say why.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while True:
        if max_turns is not None and turns >= max_turns:
            raise RuntimeError(f"Agent stopped after max_turns={max_turns}")
        turns += 1
        view = context_for_model(messages)
        reply = await model.acomplete(system, view, tool_specs(tools))
        messages.append(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
