"""caught by: test_a_child_without_an_answer_is_a_failed_call

When the last reply is empty, the newest words before it are returned.
"""


def make_subagent_tool(model, system, tools, max_turns=8):
    async def execute(arguments, signal=None):
        child = Harness(model, system, tools, max_turns=max_turns)
        async for _event in child.prompt(str_arg(arguments, "task")):
            pass
        reply = child.messages[-1]
        if failed(reply):
            raise RuntimeError(f"The subagent did not finish the task: {reply['error_message']}")
        said = [text_of(m) for m in child.messages if m["role"] == "assistant"]
        return [words for words in said if words.strip()][-1]

    return {
        "name": "subagent",
        "description": "Hand one task to a subagent.",
        "parameters": schema(required=["task"], task=("string", "The task.")),
        "execute": execute,
    }
