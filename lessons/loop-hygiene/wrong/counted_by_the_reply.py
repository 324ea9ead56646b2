"""caught by: test_the_calls_of_one_reply_count_each

The calls of a reply count as one.
"""


class RepeatReminder:
    def heard(self, event, chain, steer):
        if event["type"] == "tool_execution_end":
            chain["last"] = event["call"]
        elif event["type"] == "turn_end":
            if chain.get("last"):
                chain["due"] = self.count(chain, chain.pop("last"))
            if not chain["due"]:
                return
            chain["waiting"].append(chain["due"])
            steer(chain["due"])
            chain["due"] = None
        elif event["type"] == "message_end" and event["message"]["role"] == "user":
            message = event["message"]
            if message["content"] in chain["waiting"]:
                chain["waiting"].remove(message["content"])
                message["source"] = dict(SOURCE)
            else:
                chain.update(key=None, due=None)
