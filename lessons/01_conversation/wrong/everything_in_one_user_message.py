"""caught by: test_all_that_was_said_is_sent_every_time

The conversation is written into one user message, as a text with names in it.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    lines = [
        f"{m['role']}: {m['content'] if m['role'] == 'user' else text_of(m)}" for m in messages
    ]
    request = [user_message("\n".join(lines))]
    messages.append(await model.acomplete(system, request, []))
