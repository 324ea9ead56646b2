"""Lesson 07: a run tells what it does, as a stream of events that any frontend can fold.

Announces: run_agent, JsonRenderer, JsonRenderer.__init__, JsonRenderer.render, JsonRenderer.finish,
    FinalTextRenderer, FinalTextRenderer.__init__, FinalTextRenderer.render,
    FinalTextRenderer.finish
"""

import json

# == 3 loop ==


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    """One run over the caller's list `messages`, as an async generator of events.

    It ends when a reply asks for nothing, when a reply failed, or after `max_turns` model calls.
    """

    # --- your code: 07 run_agent ---
    # step: agent_start, the turns, agent_end {"messages": what this run appended}.
    # step: A turn: turn_start; message_end {"message"} for what the user said; one for the reply;
    # step: for each call tool_execution_start {"call"}, message_end of its result,
    # step: tool_execution_end {"call", "result"}; then turn_end {"message": reply}.
    # step: Mutate, then announce: append first, yield its message_end after.
    # step: Every start gets its end, also when a reply failed or max_turns is reached.
    def record(message):
        """Mutate, then announce: on the record first, then the event."""
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
        for call in calls:
            yield {"type": "tool_execution_start", "call": call}
            result = await run_tool(tools, call)
            yield record(result)
            yield {"type": "tool_execution_end", "call": call, "result": result}
        yield {"type": "turn_end", "message": reply}
        pending = []
        if not calls:
            break
    yield {"type": "agent_end", "messages": messages[first:]}
    # --- end ---


# == 5 frontends ==


class JsonRenderer:
    """Prints every event as a line of JSON, for a program to read."""

    def __init__(self):
        self._ok = True

    def render(self, event):
        print(json.dumps(event))
        if event["type"] == "message_end" and failed(event["message"]):
            self._ok = False

    def finish(self):
        """Whether the run ended well."""
        return self._ok


class FinalTextRenderer:
    """Prints the assistant's last words at the end, or the error it ended on."""

    def __init__(self):
        self._last = None

    def render(self, event):
        """Take note of an event."""
        # --- your code: 07 FinalTextRenderer.render ---
        # step: Remember the newest assistant message; message_end carries it.
        if event["type"] == "message_end" and event["message"]["role"] == "assistant":
            self._last = event["message"]
        # --- end ---

    def finish(self):
        """Print it, and answer whether the run ended well."""
        # --- your code: 07 FinalTextRenderer.finish ---
        # step: No assistant message at all: print nothing, answer False.
        # step: It failed: print `Error: <error_message>`, answer False.
        # step: Else print its text, answer True.
        if self._last is None:
            return False
        if failed(self._last):
            print(f"Error: {self._last['error_message']}")
            return False
        print(text_of(self._last))
        return True
        # --- end ---
