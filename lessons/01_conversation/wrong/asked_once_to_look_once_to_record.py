"""caught by: test_one_prompt_is_one_request

The model is asked once to see whether it answers, and once more for the record.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    if await model.acomplete(system, messages, []):
        messages.append(await model.acomplete(system, messages, []))
