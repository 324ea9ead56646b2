"""caught by: test_the_record_is_the_callers_own_list

`or []` gives a new list for an empty one as well, so the first exchange is lost.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages = messages or []
    messages.append(user_message(prompt))
    messages.append(await model.acomplete(system, messages, []))
