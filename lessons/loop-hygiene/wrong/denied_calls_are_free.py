"""caught by: test_a_call_that_was_denied_or_failed_counts

Only calls that went well count, so the one that is refused for ever is never noticed.
"""


class RepeatReminder:
    def heard(self, event, chain, steer):
        if event["type"] == "tool_execution_end" and not event["result"]["is_error"]:
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
            else:
                chain.update(key=None, due=None)
