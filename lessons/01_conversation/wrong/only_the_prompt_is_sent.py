"""caught by: test_all_that_was_said_is_sent_every_time

The model is sent the newest prompt alone, as if it remembered the rest.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    messages.append(await model.acomplete(system, [user_message(prompt)], []))
