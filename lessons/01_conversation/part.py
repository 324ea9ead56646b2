"""Lesson 01: a conversation is a list, and all of it is sent every time.

Announces: user_message, text_of, run_agent
"""

#: A coding-agent harness in one file: all that stands between a language model and a project.
#:
#: It grows from lesson to lesson. No network and no disk in here: the model, the workspace, the
#: shell and the human are handed in.

# == 1 messages ==


def user_message(text):
    """What the user said, as a message."""
    return {"role": "user", "content": text}


def text_of(message):
    """The words of an assistant message: its text blocks, joined."""
    # --- your code: 01 text_of ---
    # step: message["content"] is a list of blocks; a text block is {"type": "text", "text": ...}.
    # step: Only text blocks have words. Other types of block will come.
    return "".join(block["text"] for block in message["content"] if block["type"] == "text")
    # --- end ---


# == 3 loop ==


async def run_agent(model, system, messages, tools, prompt):
    """One exchange, recorded in the caller's list `messages`."""
    # --- your code: 01 run_agent ---
    # step: Afterwards the record holds two messages more: what the user said, and the reply to all
    # step: that was on it by then. await model.acomplete(system, messages, tools) gives a reply.
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, [])
    messages.append(reply)
    # --- end ---
