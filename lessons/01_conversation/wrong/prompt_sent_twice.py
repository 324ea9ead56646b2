"""caught by: test_the_model_is_sent_the_record_with_the_prompt_on_it

The prompt is on the record already, and is added once more for the request.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    request = [*messages, user_message(prompt)]
    messages.append(await model.acomplete(system, request, []))
