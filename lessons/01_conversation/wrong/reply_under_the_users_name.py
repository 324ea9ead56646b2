"""caught by: test_all_that_was_said_is_sent_every_time

The reply is recorded with the role user: who said it is lost.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, [])
    messages.append(user_message(text_of(reply)))
