"""caught by: test_final_text_renderer_prints_the_last_words

The last message is remembered, a tool's result or the user's words too.
"""


class FinalTextRenderer:
    def render(self, event):
        if event["type"] == "message_end":
            self._last = event["message"]

    def finish(self):
        if self._last is None:
            return False
        if failed(self._last):
            print(f"Error: {self._last['error_message']}")
            return False
        content = self._last["content"]
        print(content if isinstance(content, str) else text_of(self._last))
        return True
