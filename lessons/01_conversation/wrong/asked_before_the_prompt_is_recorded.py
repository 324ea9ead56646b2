"""caught by: test_the_model_is_sent_the_record_with_the_prompt_on_it

The model is asked first, and the prompt goes on the record afterwards, with the reply.
"""


async def run_agent(model, system, messages, tools, prompt):
    reply = await model.acomplete(system, messages, [])
    messages.append(user_message(prompt))
    messages.append(reply)
