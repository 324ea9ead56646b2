"""caught by: test_an_id_the_wire_refuses_goes_out_as_another

What the wire does not take in an id becomes an underscore, and two ids become one.
"""


def wire_id(call_id):
    return re.sub("[^a-zA-Z0-9_-]", "_", call_id)[:64] or "_"
