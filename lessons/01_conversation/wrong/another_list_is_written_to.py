"""caught by: test_the_record_is_the_callers_own_list

A new list is made of the record and the prompt, so that the caller never sees the exchange.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages = [*messages, user_message(prompt)]
    messages.append(await model.acomplete(system, messages, []))
    return messages
