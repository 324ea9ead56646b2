"""caught by: test_a_users_words_are_a_user_message

What the user said is put into a block, as the words of a reply are.
"""


def user_message(text):
    return {"role": "user", "content": [{"type": "text", "text": text}]}
