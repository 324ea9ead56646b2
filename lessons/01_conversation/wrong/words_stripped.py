"""caught by: test_words_are_kept_to_the_character

The prompt is tidied up before it is recorded.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt.strip()))
    messages.append(await model.acomplete(system, messages, []))
