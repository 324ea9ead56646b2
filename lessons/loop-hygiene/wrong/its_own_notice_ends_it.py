"""caught by: test_a_notice_is_not_the_user

The notice has the role of a user, and so the chain that it is about begins anew with it.
"""


class RepeatReminder:
    def heard(self, event, chain, steer):
        if event["type"] == "tool_execution_end":
            chain["due"] = self.count(chain, event["call"]) or chain["due"]
        elif event["type"] == "turn_end" and chain["due"]:
            chain["waiting"].append(chain["due"])
            steer(chain["due"])
            chain["due"] = None
        elif event["type"] == "message_end" and event["message"]["role"] == "user":
            message = event["message"]
            if message["content"] in chain["waiting"]:
                chain["waiting"].remove(message["content"])
                message["source"] = dict(SOURCE)
            chain.update(key=None, due=None)
