"""caught by: test_a_child_without_an_answer_is_a_failed_call

Only stop_reason error is looked at, so half of a stopped reply is an answer.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        child = Harness(model, system, tools, max_turns=max_turns)
        async for _event in child.prompt(str_arg(arguments, "task")):
            pass
        reply = child.messages[-1]
        if reply["stop_reason"] == "error":
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
