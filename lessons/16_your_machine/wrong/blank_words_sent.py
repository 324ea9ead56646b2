"""caught by: test_nothing_blank_goes_out

Text is sent when it is not empty; blanks are not empty.
"""


def wire_blocks(message):
    if message["role"] == "toolResult":
        block = {"type": "tool_result", "tool_use_id": wire_id(message["tool_call_id"])}
        return [{**block, "is_error": message["is_error"], "content": message["content"]}]
    content = message["content"]
    if message["role"] == "user":
        content = [{"type": "text", "text": content}]
    blocks = []
    for block in content:
        if block["type"] == "toolCall":
            call = {"id": wire_id(block["id"]), "name": block["name"], "input": block["arguments"]}
            blocks.append({"type": "tool_use", **call})
        elif block["text"]:
            blocks.append({"type": "text", "text": block["text"]})
    return blocks
