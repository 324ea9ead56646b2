"""caught by: test_each_result_is_that_of_its_own_call

Results are kept by the name of their tool, so that of two calls one result is left.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        results = {call["name"]: await run_tool(tools, call) for call in calls}
        for call in calls:
            messages.append(tool_result(call, results[call["name"]]["content"]))
        if not calls:
            return
