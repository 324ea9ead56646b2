"""Lesson 03: the loop. A reply may hold several calls, and it goes on until one holds none.

Announces: run_agent
"""

# == 3 loop ==


async def run_agent(model, system, messages, tools, prompt):
    """One run over the caller's list `messages`: it ends when a reply asks for nothing."""
    # --- your code: 03 run_agent ---
    # step: A reply may hold several calls: answer every one of them, in order.
    # step: Then ask again, for as long as the replies hold calls.
    messages.append(user_message(prompt))
    while True:
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        for call in calls:
            messages.append(await run_tool(tools, call))
        if not calls:
            return
    # --- end ---
