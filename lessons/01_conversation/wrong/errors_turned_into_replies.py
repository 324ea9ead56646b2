"""caught by: test_an_error_of_the_models_own_goes_up

Whatever goes wrong while the model is asked becomes something it said.
"""


async def run_agent(model, system, messages, tools, prompt):
    messages.append(user_message(prompt))
    try:
        reply = await model.acomplete(system, messages, [])
    except Exception as exc:
        block = {"type": "text", "text": f"Sorry: {exc}"}
        reply = {"role": "assistant", "content": [block], "stop_reason": "stop"}
    messages.append(reply)
