"""caught by: test_a_reply_is_recorded_as_it_came

A new message is built from the words: blocks are merged, and how it stopped is made up.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, [])
    block = {"type": "text", "text": text_of(reply)}
    messages.append({"role": "assistant", "content": [block], "stop_reason": "stop"})
