"""caught by: test_json_renderer_remembers_a_failure

Only the last reply counts: an earlier failure is forgotten.
"""


class JsonRenderer:
    def render(self, event):
        print(json.dumps(event))
        if event["type"] == "message_end":
            self._ok = not failed(event["message"])
