"""caught by: test_the_order_of_keys_makes_no_difference

The keys are sorted at the top alone; what lies deeper is compared as it came.
"""


def call_key(call):
    return call["name"], json.dumps(sorted(call["arguments"].items()), ensure_ascii=False)
