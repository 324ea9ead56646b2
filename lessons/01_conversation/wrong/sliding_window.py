"""caught by: test_a_conversation_begun_elsewhere_goes_on

To save tokens only the last twenty messages are sent.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    messages.append(await model.acomplete(system, messages[-20:], []))
