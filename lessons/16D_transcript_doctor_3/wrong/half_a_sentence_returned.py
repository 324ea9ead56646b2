"""caught by: test_a_child_without_an_answer_is_a_failed_call

Whatever the last message says is taken for an answer.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        child = Harness(model, system, tools, max_turns=max_turns)
        async for _event in child.prompt(str_arg(arguments, "task")):
            pass
        return text_of(child.messages[-1])

    return {
        "name": "subagent",
        "description": "Hand one task to a subagent.",
        "parameters": schema(required=["task"], task=("string", "The task.")),
        "execute": execute,
    }
