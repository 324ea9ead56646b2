"""caught by: test_an_exception_out_of_a_model_goes_up

Every exception is caught and recorded as a failure of the provider, so a bug never shows.
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
            try:
                reply = await model.acomplete(system, view, tool_specs(tools))
            except Exception as exc:
                reply = error_message(str(exc))
        messages.append(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
