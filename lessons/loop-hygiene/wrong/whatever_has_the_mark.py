"""caught by: test_a_user_who_repeats_a_notice_is_a_user

A notice is told by its first words, so a user who quotes one is not heard.
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
            if message["content"].startswith(MARK):
                message["source"] = dict(SOURCE)
            else:
                chain.update(key=None, due=None)
