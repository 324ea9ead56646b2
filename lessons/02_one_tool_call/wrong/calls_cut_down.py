"""caught by: test_the_calls_of_a_reply_are_its_call_blocks

Of each call only name and arguments are kept: nobody can say which one a result answers.
"""


def tool_calls(message):
    return [
        {"name": block["name"], "arguments": block["arguments"]}
        for block in message["content"]
        if block["type"] == "toolCall"
    ]
