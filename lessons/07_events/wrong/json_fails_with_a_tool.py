"""caught by: test_json_renderer_remembers_a_failure

A tool that failed makes the whole run a failed one.
"""


class JsonRenderer:
    def render(self, event):
        print(json.dumps(event))
        if event["type"] == "message_end" and (
            failed(event["message"]) or event["message"].get("is_error")
        ):
            self._ok = False
