"""caught by: test_the_record_says_why_it_stopped

The loop is left at the cap without a word: the record looks like any other that ended.
"""


async def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while True:
        if max_turns is not None and turns >= max_turns:
            return
        turns += 1
        view = context_for_model(messages)
        reply = await model.acomplete(system, view, tool_specs(tools))
        messages.append(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
