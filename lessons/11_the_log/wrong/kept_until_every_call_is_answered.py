"""caught by: test_a_run_that_died_is_gone_on_from

A reply with calls is kept back until all its results are there, so that the log is valid.
"""


def persist_to(log):
    waiting, open_calls = [], set()

    def listener(event):
        if event["type"] != "message_end":
            return
        message = event["message"]
        waiting.append(message)
        if message["role"] == "assistant" and not failed(message):
            open_calls.update(call["id"] for call in tool_calls(message))
        elif message["role"] == "toolResult":
            open_calls.discard(message["tool_call_id"])
        while waiting and not open_calls:
            log.append_message(waiting.pop(0))

    return listener
