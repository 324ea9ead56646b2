"""caught by: test_an_id_the_wire_refuses_goes_out_as_another

A fresh id each time it is translated: the result answers a call that nobody made.
"""


def wire_id(call_id):
    if re.fullmatch("[a-zA-Z0-9_-]{1,64}", call_id):
        return call_id
    return f"call_{random.randrange(10**12)}"
