"""caught by: test_a_child_that_never_stops_is_stopped_by_its_own_max_turns

The child gets no cap of its own.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        child = Harness(model, system, tools)
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
