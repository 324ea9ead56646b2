"""caught by: test_an_exchange_leaves_two_messages_on_the_record

Only the words of the reply are kept, in a message made by hand.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, [])
    messages.append({"role": "assistant", "content": text_of(reply)})
