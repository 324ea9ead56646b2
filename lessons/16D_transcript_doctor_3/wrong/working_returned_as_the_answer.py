"""caught by: test_the_result_is_the_childs_final_answer

All that the child said is returned, its working included.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        child = Harness(model, system, tools, max_turns=max_turns)
        async for _event in child.prompt(str_arg(arguments, "task")):
            pass
        reply = child.messages[-1]
        if failed(reply) or not text_of(reply).strip():
            problem = reply.get("error_message", "it said nothing")
            raise RuntimeError(f"The subagent did not finish the task: {problem}")
        said = [text_of(m) for m in child.messages if m["role"] == "assistant"]
        return "\n".join(said)

    return {
        "name": "subagent",
        "description": "Hand one task to a subagent.",
        "parameters": schema(required=["task"], task=("string", "The task.")),
        "execute": execute,
    }
