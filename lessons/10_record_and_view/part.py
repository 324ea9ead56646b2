"""Lesson 10: the record keeps what happened; the view is what a provider accepts of it.

Announces: context_for_model, INTERRUPTED, repair_tool_history
"""

#: A coding-agent harness in one file: all that stands between a language model and a project.
#:
#: A transcript is a list of dicts (user, assistant, toolResult), and all of it is sent to the model
#: on every call. Four rules hold everywhere below:
#:
#: - The transcript is the only memory: what is not in it, the model does not know.
#: - One call in, exactly one result out, on every path (where the record has none, in the view).
#: - Mutate, then announce: the record changes first, the event follows.
#: - The record is not the view: what happened is kept; what a provider accepts is derived from it.
#:
#: No network and no disk in here: the model, the workspace, the shell and the human are handed in.

# == 3 loop ==


def context_for_model(messages):
    """The view: what a provider accepts of the record. A new list; the record stays as it is.

    What is blank is left out, then every call gets its answer.
    """
    # --- your code: 10 context_for_model ---
    # step: Leave out assistant messages with nothing in them, and blank user messages.
    # step: Leave blank text blocks out of the others, in copies: the record's own dicts stay.
    # step: Then repair_tool_history.
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            if content:
                view.append({**message, "content": content})
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return repair_tool_history(view)
    # --- end ---


INTERRUPTED = (
    "Tool call interrupted: no result was recorded. It may not have run, or may have run partly;"
    " check before repeating it."
)


def repair_tool_history(messages):
    """The same messages with every call followed at once by exactly one result, in call order.

    A missing result is INTERRUPTED, a result without a call is dropped, the first of two wins.
    """
    # --- your code: 10 repair_tool_history ---
    # step: A recorded result moves to its call, wherever it stood; of two for one call, the first.
    # step: A result whose call is nowhere is dropped.
    # step: A call without one gets INTERRUPTED, flagged with is_error.
    results = {}
    for message in messages:
        if message["role"] == "toolResult":
            results.setdefault(message["tool_call_id"], message)
    repaired = []
    for message in messages:
        if message["role"] == "toolResult":
            continue  # its call brings it, or nothing does
        repaired.append(message)
        if message["role"] == "assistant":
            for call in tool_calls(message):
                missing = tool_result(call, INTERRUPTED, is_error=True)
                repaired.append(results.get(call["id"], missing))
    return repaired
    # --- end ---
