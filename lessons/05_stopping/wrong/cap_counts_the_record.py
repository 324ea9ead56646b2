"""caught by: test_every_run_has_max_turns_of_its_own

The replies on the record are counted, those of earlier runs included.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    while True:
        turns = sum(message["role"] == "assistant" for message in messages)
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools))
        messages.append(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
