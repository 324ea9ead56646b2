"""caught by: test_the_words_of_a_reply_are_its_text_blocks_joined

A reply is taken to be one block of text.
"""


def text_of(message):
    return message["content"][0]["text"]
