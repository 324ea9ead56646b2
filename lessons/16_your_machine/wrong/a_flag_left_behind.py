"""caught by: test_a_transcript_goes_out_in_the_wires_words

The result's words go out, and whether they are a failure does not.
"""


def wire_blocks(message):
    if message["role"] == "toolResult":
        block = {"type": "tool_result", "tool_use_id": wire_id(message["tool_call_id"])}
        return [{**block, "content": message["content"] or "-"}]
    content = message["content"]
    if message["role"] == "user":
        content = [{"type": "text", "text": content}]
    blocks = []
    for block in content:
        if block["type"] == "toolCall":
            call = {"id": wire_id(block["id"]), "name": block["name"], "input": block["arguments"]}
            blocks.append({"type": "tool_use", **call})
        elif block["text"].strip():
            blocks.append({"type": "text", "text": block["text"]})
    return blocks
