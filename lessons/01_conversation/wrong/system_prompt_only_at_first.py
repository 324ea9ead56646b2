"""caught by: test_the_system_prompt_goes_with_every_request

The system prompt is sent with the first request only: the model has heard it.
"""


async def run_agent(model, system, messages, tools, prompt):
    brief = "" if messages else system
    messages.append(user_message(prompt))
    messages.append(await model.acomplete(brief, messages, []))
