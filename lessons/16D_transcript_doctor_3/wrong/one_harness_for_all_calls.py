"""caught by: test_two_tasks_are_two_conversations

The child is built with the tool, so the second task goes on from the first.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    child = Harness(model, system, tools, max_turns=max_turns)

    async def execute(arguments, signal=None):
        async for _event in child.prompt(str_arg(arguments, "task")):
            pass
        reply = child.messages[-1]
        if failed(reply):
            raise RuntimeError(f"The subagent did not finish the task: {reply['error_message']}")
        if not text_of(reply).strip():
            raise RuntimeError("The subagent did not finish the task: it said nothing")
        return text_of(reply)

    return {
        "name": "subagent",
        "description": "Hand one task to a subagent.",
        "parameters": schema(required=["task"], task=("string", "The task.")),
        "execute": execute,
    }
