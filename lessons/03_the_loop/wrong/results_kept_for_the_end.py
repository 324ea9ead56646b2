"""caught by: test_the_model_is_asked_again_when_every_call_has_its_result

Results are collected, and go on the record when the run is over.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    results = []
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        if not tool_calls(reply):
            messages.extend(results)
            return
        for call in tool_calls(reply):
            results.append(await run_tool(tools, call))
