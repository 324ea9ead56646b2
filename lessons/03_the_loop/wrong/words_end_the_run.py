"""caught by: test_words_beside_a_call_do_not_end_a_run

A reply with words in it is taken for the answer.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if text_of(reply) or not calls:
            return
