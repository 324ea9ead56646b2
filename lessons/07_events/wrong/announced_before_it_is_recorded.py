"""caught by: test_the_record_changes_before_the_event

The event comes first, the record follows: who looks at the record meanwhile does not find it.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    first, turns = len(messages), 0
    yield {"type": "agent_start"}
    pending = [user_message(prompt)]
    while True:
        yield {"type": "turn_start"}
        for message in pending:
            yield {"type": "message_end", "message": message}
            messages.append(message)
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools))
        yield {"type": "message_end", "message": reply}
        messages.append(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            yield {"type": "tool_execution_start", "call": call}
            result = await run_tool(tools, call)
            yield {"type": "message_end", "message": result}
            messages.append(result)
            yield {"type": "tool_execution_end", "call": call, "result": result}
        yield {"type": "turn_end", "message": reply}
        pending = []
        if not calls:
            break
    yield {"type": "agent_end", "messages": messages[first:]}
