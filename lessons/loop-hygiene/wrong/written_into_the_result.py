"""caught by: test_it_never_refuses_a_call

The notice is added to the tool's result, and changes what was found.
"""


class RepeatReminder:
    def heard(self, event, chain, steer):
        if event["type"] == "tool_execution_end":
            chain["due"] = self.count(chain, event["call"]) or chain["due"]
            if chain["due"]:
                event["result"]["content"] += f"\n{chain['due']}"
        elif event["type"] == "turn_end" and chain["due"]:
            chain["waiting"].append(chain["due"])
            chain["waiting"].clear()
            chain["due"] = None
        elif event["type"] == "message_end" and event["message"]["role"] == "user":
            message = event["message"]
            if message["content"] in chain["waiting"]:
                chain["waiting"].remove(message["content"])
                message["source"] = dict(SOURCE)
            else:
                chain.update(key=None, due=None)
