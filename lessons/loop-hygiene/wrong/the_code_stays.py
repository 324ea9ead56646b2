"""caught by: test_the_code_is_on_the_record_and_in_the_log

The code of one failure is on all the messages after it.
"""


class GuardedHarness:
    def __init__(self, model, system, tools, messages=(), max_turns=None, guards=()):
        codes = []
        tools = [noting_code(tool, codes.append) for tool in tools]
        super().__init__(model, system, tools, messages, max_turns)

        def label(event):  # nothing comes between what a tool raises and its result's event
            if codes and event["type"] == "message_end":
                event["message"]["code"] = codes[-1]

        self.subscribe(label)
        for each in guards:
            each.attach(self)
