"""caught by: test_events_come_as_things_happen

All calls of a reply are run first, and then told one after the other.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    def record(message):
        messages.append(message)
        return {"type": "message_end", "message": message}

    first, turns = len(messages), 0
    yield {"type": "agent_start"}
    pending = [user_message(prompt)]
    while True:
        yield {"type": "turn_start"}
        for message in pending:
            yield record(message)
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools))
        yield record(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        results = [await run_tool(tools, call) for call in calls]
        for call, result in zip(calls, results, strict=True):
            yield {"type": "tool_execution_start", "call": call}
            yield record(result)
            yield {"type": "tool_execution_end", "call": call, "result": result}
        yield {"type": "turn_end", "message": reply}
        pending = []
        if not calls:
            break
    yield {"type": "agent_end", "messages": messages[first:]}
