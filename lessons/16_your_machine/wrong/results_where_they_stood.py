"""caught by: test_the_results_of_one_turn_are_one_message

What the user said meanwhile stands before a result, in the order of the transcript.
"""


def to_wire(system, messages, tools):
    turns = []
    for message in messages:
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = wire_blocks(message)
        if blocks and turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    return {"system": system, "messages": turns, "tools": wire_tools(tools)}


def wire_tools(tools):
    return [
        {"name": t["name"], "description": t["description"], "input_schema": t["parameters"]}
        for t in tools
    ]
