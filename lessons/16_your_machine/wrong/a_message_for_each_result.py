"""caught by: test_the_results_of_one_turn_are_one_message

Each result goes out in a user message of its own, as it stands in the transcript.
"""


def to_wire(system, messages, tools):
    turns = []
    for message in messages:
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = wire_blocks(message)
        if blocks:
            turns.append({"role": role, "content": blocks})
    return {"system": system, "messages": turns, "tools": wire_tools(tools)}


def wire_tools(tools):
    return [
        {"name": t["name"], "description": t["description"], "input_schema": t["parameters"]}
        for t in tools
    ]
