"""caught by: test_a_transcript_goes_out_in_the_wires_words

The system prompt goes out as the first thing the user says.
"""


def to_wire(system, messages, tools):
    turns = [{"role": "user", "content": [{"type": "text", "text": system}]}]
    for message in messages:
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = wire_blocks(message)
        if blocks and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    for turn in turns:
        turn["content"].sort(key=lambda block: block["type"] != "tool_result")
    return {"messages": turns, "tools": wire_tools(tools)}


def wire_tools(tools):
    return [
        {"name": t["name"], "description": t["description"], "input_schema": t["parameters"]}
        for t in tools
    ]
