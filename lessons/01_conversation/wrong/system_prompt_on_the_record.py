"""caught by: test_the_system_prompt_goes_with_every_request

The system prompt is put on the record as its first message.
"""


async def run_agent(model, system, messages, tools, prompt):
    if not messages:
        messages.append({"role": "system", "content": system})
    messages.append(user_message(prompt))
    messages.append(await model.acomplete(system, messages, []))
