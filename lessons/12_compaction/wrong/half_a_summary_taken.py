"""caught by: test_a_summary_that_failed_is_no_summary

Whatever words came are taken for the summary, though the reply failed half way.
"""


async def summarize(model, messages):
    conversation = user_message(f"<conversation>\n{render(messages)}\n</conversation>")
    reply = await model.acomplete(SUMMARY_SYSTEM, [conversation], [])
    if not text_of(reply).strip():
        raise NoSummary(f"no summary: {reply.get('error_message', 'the reply is blank')}")
    return text_of(reply)
