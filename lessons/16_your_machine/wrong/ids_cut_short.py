"""caught by: test_an_id_the_wire_refuses_goes_out_as_another

A long id is cut at its 64th character, where two that begin alike are the same.
"""


def wire_id(call_id):
    if re.fullmatch("[a-zA-Z0-9_-]+", call_id):
        return call_id[:64]
    return hashlib.sha256(call_id.encode()).hexdigest()
