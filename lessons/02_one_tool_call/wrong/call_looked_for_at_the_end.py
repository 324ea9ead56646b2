"""caught by: test_the_calls_of_a_reply_are_its_call_blocks

A call is looked for at the end of the content only.
"""


def tool_calls(message):
    return [block for block in message["content"][-1:] if block["type"] == "toolCall"]
