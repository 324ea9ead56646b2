"""caught by: test_a_stopped_turn_is_a_full_turn

A Stop raises, where it should be recorded.
"""


async def run_agent(
    model,
    system,
    messages,
    tools,
    prompt,
    *,
    max_turns=None,
    get_steering=None,
    get_follow_ups=None,
    signal=None,
):
    def record(message):
        messages.append(message)
        return {"type": "message_end", "message": message}

    get_steering = get_steering or list  # list() is: nobody is waiting
    get_follow_ups = get_follow_ups or list
    first, turns = len(messages), 0
    yield {"type": "agent_start"}
    pending = [user_message(prompt), *get_steering()]
    while True:
        yield {"type": "turn_start"}
        for message in pending:
            yield record(message)
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        elif signal and signal.is_cancelled():
            raise RuntimeError(ABORTED)
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools), signal)
        yield record(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            yield {"type": "tool_execution_start", "call": call}
            result = await run_tool(tools, call, signal)
            yield record(result)
            yield {"type": "tool_execution_end", "call": call, "result": result}
        yield {"type": "turn_end", "message": reply}
        if failed(reply):
            break
        pending = get_steering()
        if not calls and not pending:
            pending = get_follow_ups()
        if not calls and not pending:
            break
    yield {"type": "agent_end", "messages": messages[first:]}
