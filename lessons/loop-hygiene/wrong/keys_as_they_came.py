"""caught by: test_the_order_of_keys_makes_no_difference

The keys are not sorted, and a model that turns them around is never noticed.
"""


def call_key(call):
    return call["name"], json.dumps(call["arguments"], ensure_ascii=False)
