"""caught by: test_nothing_blank_goes_out

A message of which nothing is left goes out all the same, with nothing in it.
"""


def to_wire(system, messages, tools):
    turns = []
    for message in messages:
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = wire_blocks(message)
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        else:
            turns.append({"role": role, "content": blocks})
    for turn in turns:
        turn["content"].sort(key=lambda block: block["type"] != "tool_result")
    return {"system": system, "messages": turns, "tools": wire_tools(tools)}


def wire_tools(tools):
    return [
        {"name": t["name"], "description": t["description"], "input_schema": t["parameters"]}
        for t in tools
    ]
