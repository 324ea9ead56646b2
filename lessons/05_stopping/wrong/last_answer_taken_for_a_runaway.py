"""caught by: test_max_turns_counts_model_calls

The cap is looked at after the call: a run that answers with its last call counts as stopped.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while max_turns is None or turns < max_turns:
        turns += 1
        reply = await model.acomplete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls and turns != max_turns:
            return
    messages.append(error_message(f"Agent stopped after max_turns={max_turns}"))
