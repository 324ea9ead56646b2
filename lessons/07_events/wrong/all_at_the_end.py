"""caught by: test_events_come_as_things_happen

The events are collected and told when the run is over: nobody can follow it, or leave it.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    def record(message):
        messages.append(message)
        return {"type": "message_end", "message": message}

    first, turns, events = len(messages), 0, []
    events.append({"type": "agent_start"})
    pending = [user_message(prompt)]
    while True:
        events.append({"type": "turn_start"})
        for message in pending:
            events.append(record(message))
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools))
        events.append(record(reply))
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            events.append({"type": "tool_execution_start", "call": call})
            result = await run_tool(tools, call)
            events.append(record(result))
            events.append({"type": "tool_execution_end", "call": call, "result": result})
        events.append({"type": "turn_end", "message": reply})
        pending = []
        if not calls:
            break
    events.append({"type": "agent_end", "messages": messages[first:]})
    for event in events:
        yield event
