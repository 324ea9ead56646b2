"""caught by: test_a_reply_is_recorded_as_it_came

A reply without words is not worth recording, it seems.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, [])
    if text_of(reply):
        messages.append(reply)
