"""caught by: test_the_words_of_a_reply_are_its_text_blocks_joined

A line break is put between the blocks.
"""


def text_of(message):
    return "\n".join(block["text"] for block in message["content"] if block["type"] == "text")
