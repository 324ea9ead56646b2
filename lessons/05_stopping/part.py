"""Lesson 05: a run that stops, and a record that the next run can go on from.

Announces: error_message, failed, run_agent, context_for_model
"""

# == 1 messages ==


# after: user_message
def error_message(text, stop_reason="error"):
    """An assistant message for a turn that did not happen: a failure is recorded, not raised."""
    # --- your code: 05 error_message ---
    # step: An assistant message with empty content, that stop_reason, and error_message.
    return {"role": "assistant", "content": [], "stop_reason": stop_reason, "error_message": text}
    # --- end ---


def failed(message):
    """Whether a reply ended in a failure or a Stop, so that none of it may be acted on."""
    return message.get("stop_reason") in ("error", "aborted")


# == 3 loop ==


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    """One run over the caller's list `messages`.

    It ends when a reply asks for nothing, when a reply failed, or after `max_turns` model calls.
    """
    # --- your code: 05 run_agent ---
    # step: When max_turns calls have been made, the reply is not asked for. It is
    # step: error_message("Agent stopped after max_turns=<n>"), on the record like any other.
    # step: A failed reply is the last one: none of it is acted on, not even its calls.
    # step: The model gets context_for_model(messages), no longer the record itself.
    messages.append(user_message(prompt))
    turns = 0
    while True:
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
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
    # --- end ---


def context_for_model(messages):
    """The view: what a provider accepts of the record. A new list; the record stays as it is."""
    # --- your code: 05 context_for_model ---
    # step: A provider refuses an assistant message with nothing in it: no call, nothing but blanks.
    # step: Leave those out of the list you return, and leave `messages` alone.
    return [m for m in messages if m["role"] != "assistant" or tool_calls(m) or text_of(m).strip()]
    # --- end ---
