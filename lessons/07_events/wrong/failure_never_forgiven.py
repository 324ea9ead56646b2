"""caught by: test_final_text_renderer_prints_the_last_words

Once a reply failed, every later answer is an error too.
"""


class FinalTextRenderer:
    def render(self, event):
        if self._last is not None and failed(self._last):
            return
        if event["type"] == "message_end" and event["message"]["role"] == "assistant":
            self._last = event["message"]
