"""caught by: test_the_parents_record_holds_one_call_and_one_result

The task is added to the child's system prompt instead of being said to it.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        task = str_arg(arguments, "task")
        child = Harness(model, f"{system}\n\n{task}", tools, max_turns=max_turns)
        async for _event in child.prompt("Go."):
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
