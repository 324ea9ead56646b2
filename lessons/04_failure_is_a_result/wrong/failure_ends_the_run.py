"""caught by: test_the_model_is_told_and_the_run_goes_on

A failure is recorded, and the run ends with it: the model is not asked what to do.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        results = [await run_tool(tools, call) for call in tool_calls(reply)]
        messages.extend(results)
        if not results or any(result["is_error"] for result in results):
            return
