"""caught by: test_a_transcript_goes_out_in_the_wires_words

A good id is replaced as well, so that nobody finds the provider's own id again.
"""


def wire_id(call_id):
    return hashlib.sha256(call_id.encode()).hexdigest()
