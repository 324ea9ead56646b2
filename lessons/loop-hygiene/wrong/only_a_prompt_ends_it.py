"""caught by: test_the_user_resets_the_chain

The chain is begun anew with a run only; what the user says in between is not heard.
"""


class RepeatReminder:
    def heard(self, event, chain, steer):
        if event["type"] == "tool_execution_end":
            chain["due"] = self.count(chain, event["call"]) or chain["due"]
        elif event["type"] == "turn_end" and chain["due"]:
            chain["waiting"].append(chain["due"])
            steer(chain["due"])
            chain["due"] = None
        elif event["type"] == "agent_start":
            chain.update(key=None, due=None)
        elif event["type"] == "message_end" and event["message"]["role"] == "user":
            message = event["message"]
            if message["content"] in chain["waiting"]:
                chain["waiting"].remove(message["content"])
                message["source"] = dict(SOURCE)
