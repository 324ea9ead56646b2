"""caught by: test_final_text_renderer_prints_the_last_words

Every reply is printed when it comes.
"""


class FinalTextRenderer:
    def render(self, event):
        if event["type"] == "message_end" and event["message"]["role"] == "assistant":
            self._last = event["message"]
            print(text_of(self._last))
