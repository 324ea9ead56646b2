"""caught by: test_a_runaway_is_stopped_after_max_turns_calls

At the cap the model is asked once more, without tools, to sum up: that call is paid for too.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while True:
        if max_turns is not None and turns >= max_turns:
            reply = await model.acomplete(system, context_for_model(messages), [])
            reply = {**reply, "content": []}
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
