"""caught by: test_a_child_without_an_answer_is_a_failed_call

A child's failure is returned as an ordinary answer.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        child = Harness(model, system, tools, max_turns=max_turns)
        async for _event in child.prompt(str_arg(arguments, "task")):
            pass
        reply = child.messages[-1]
        if failed(reply):
            return f"The subagent did not finish the task: {reply['error_message']}"
        return text_of(reply) or "The subagent did not finish the task: it said nothing"

    return {
        "name": "subagent",
        "description": "Hand one task to a subagent.",
        "parameters": schema(required=["task"], task=("string", "The task.")),
        "execute": execute,
    }
