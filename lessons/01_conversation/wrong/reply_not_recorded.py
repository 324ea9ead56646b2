"""caught by: test_an_exchange_leaves_two_messages_on_the_record

The reply is handed back, and nobody puts it on the record.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    return await model.acomplete(system, messages, [])
