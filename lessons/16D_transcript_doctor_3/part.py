"""Checkpoint D: a tool that is a harness. The whole of the course, used once more.

Announces: make_subagent_tool
"""

# == 2 tools ==


# after: confirm_with
def make_subagent_tool(model, system, tools, max_turns=8):
    """The tool `subagent`: a task worked on in a transcript of its own; only the answer returns."""

    # --- your code: D make_subagent_tool ---
    async def execute(arguments, signal=None):
        child = Harness(model, system, tools, max_turns=max_turns)
        async with contextlib.aclosing(child.prompt(str_arg(arguments, "task"))) as run:
            async for _event in run:
                pass
        reply = child.messages[-1]
        if failed(reply):
            problem = reply["error_message"]
        elif not text_of(reply).strip():
            problem = "it said nothing"
        else:
            return text_of(reply)
        raise RuntimeError(f"The subagent did not finish the task: {problem}")

    return {
        "name": "subagent",
        "description": "Hand one task to a subagent with a context of its own. It sees only the"
        " task, and you see only its answer.",
        "parameters": schema(
            required=["task"],
            task=("string", "The task, with all it needs to know."),
        ),
        "execute": execute,
        "snippet": "Hand a task to a subagent",
        "guidelines": ["Give a subagent a task that can be answered in a few lines."],
    }
    # --- end ---
