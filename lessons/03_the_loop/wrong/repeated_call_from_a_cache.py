"""caught by: test_the_same_call_twice_is_run_twice

A call with arguments that were seen before gets the result of the earlier one.
"""


async def run_agent(model, system, messages, tools, prompt):
    import json

    messages.append(user_message(prompt))
    cache = {}
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            key = call["name"] + json.dumps(call["arguments"])
            if key not in cache:
                cache[key] = (await run_tool(tools, call))["content"]
            messages.append(tool_result(call, cache[key]))
        if not calls:
            return
