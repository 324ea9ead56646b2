"""caught by: test_a_block_that_is_no_text_has_no_words

The type of a block is not looked at.
"""


def text_of(message):
    return "".join(block["text"] for block in message["content"])
