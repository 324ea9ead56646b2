"""caught by: test_a_conversation_begun_elsewhere_goes_on

A record that grows too long is cut, in place.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    del messages[:-20]
    messages.append(await model.acomplete(system, messages, []))
