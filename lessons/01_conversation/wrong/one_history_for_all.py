"""caught by: test_two_lists_are_two_conversations

What is sent is kept in one list of the module, whoever is talking.
"""

HISTORY = []


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    HISTORY.append(messages[-1])
    messages.append(await model.acomplete(system, HISTORY, []))
    HISTORY.append(messages[-1])
