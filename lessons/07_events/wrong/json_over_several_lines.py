"""caught by: test_json_renderer_prints_a_line_an_event

The JSON is made nice to read: an event is many lines, which no program can take apart.
"""


class JsonRenderer:
    def render(self, event):
        print(json.dumps(event, indent=2))
        if event["type"] == "message_end" and failed(event["message"]):
            self._ok = False
