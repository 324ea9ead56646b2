"""caught by: test_half_a_sentence_is_sent_again

Failed replies are left out for their stop_reason, with all the words they got out.
"""


def context_for_model(messages):
    return [message for message in messages if not failed(message) and message["content"] != []]
