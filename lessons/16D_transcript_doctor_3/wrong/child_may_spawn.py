"""caught by: test_the_parents_record_holds_one_call_and_one_result

The child is handed the tool itself, besides its own.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        own = {"name": "subagent", "description": "Hand one task to a subagent."}
        own |= {"parameters": schema(required=["task"], task=("string", "The task."))}
        own |= {"execute": execute}
        child = Harness(model, system, [*tools, own], max_turns=max_turns)
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
