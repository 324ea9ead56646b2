"""Lesson 01: a conversation is a list, and all of it is sent every time.

Announces: user_message, text_of, run_agent
"""

#: A coding-agent harness in one file: all that stands between a language model and a project.
#:
#: A transcript is a list of dicts (user, assistant, toolResult), and all of it is sent to the model
#: on every call. Four rules hold everywhere below:
#:
#: - The transcript is the only memory: what is not in it, the model does not know.
#: - One call in, exactly one result out, on every path (where the record has none, in the view).
#: - Mutate, then announce: the record changes first, the event follows.
#: - The record is not the view: what happened is kept; what a provider accepts is derived from it.
#:
#: No network and no disk in here: the model, the workspace, the shell and the human are handed in.

# == 1 messages ==


def user_message(text):
    """What the user said, as a message."""
    return {"role": "user", "content": text}


def text_of(message):
    """The words of an assistant message: its text blocks, joined."""
    # --- your code: 01 text_of ---
    # step: message["content"] is a list of blocks; a text block is {"type": "text", "text": ...}.
    # step: Join the words of the text blocks. Other types of block will come.
    return "".join(block["text"] for block in message["content"] if block["type"] == "text")
    # --- end ---


# == 3 loop ==


async def run_agent(model, system, messages, tools, prompt):
    """One exchange, recorded in the caller's list `messages`."""
    # --- your code: 01 run_agent ---
    # step: Put the user's message on the record.
    # step: Ask the model: await model.acomplete(system, messages, tools) answers with a message.
    # step: Put that on the record too.
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, [])
    messages.append(reply)
    # --- end ---
