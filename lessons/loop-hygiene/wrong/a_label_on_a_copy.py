"""caught by: test_the_notice_is_labelled_wherever_it_stands

The label goes onto a copy of the message, so record and log never see it.
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
                event["message"] = {**message, "source": dict(SOURCE)}
            else:
                chain.update(key=None, due=None)
