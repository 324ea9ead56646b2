"""caught by: test_the_parent_cannot_tell_a_subagent_from_a_plain_tool

One list of listeners and one of events for the whole program: the child's events are announced too.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        child = Harness(model, system, tools, max_turns=max_turns)
        events = []
        async for event in child.prompt(str_arg(arguments, "task")):
            events.append(event)
        reply = child.messages[-1]
        if failed(reply):
            raise RuntimeError(f"The subagent did not finish the task: {reply['error_message']}")
        if not text_of(reply).strip():
            raise RuntimeError("The subagent did not finish the task: it said nothing")
        OVERHEARD.extend(events)
        return text_of(reply)

    return {
        "name": "subagent",
        "description": "Hand one task to a subagent.",
        "parameters": schema(required=["task"], task=("string", "The task.")),
        "execute": execute,
    }


OVERHEARD = []


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

    get_steering = get_steering or list
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
            reply = error_message(ABORTED, "aborted")
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools), signal)
        yield record(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            yield {"type": "tool_execution_start", "call": call}
            result = await run_tool(tools, call, signal)
            while OVERHEARD:
                yield OVERHEARD.pop(0)
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
