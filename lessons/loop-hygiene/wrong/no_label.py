"""caught by: test_the_notice_is_labelled_wherever_it_stands

The notice is steered in, and looks like the user's own words from then on.
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
                return
            chain.update(key=None, due=None)
