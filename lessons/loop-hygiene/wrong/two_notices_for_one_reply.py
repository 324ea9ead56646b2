"""caught by: test_the_calls_of_one_reply_count_each

A reply whose calls reach two thresholds gets two notices, and the second has a paid turn of its
own.
"""


class RepeatReminder:
    def heard(self, event, chain, steer):
        if event["type"] == "tool_execution_end":
            notice = self.count(chain, event["call"])
            if notice:
                chain["waiting"].append(notice)
                steer(notice)
        elif event["type"] == "turn_end" and chain["due"]:
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
