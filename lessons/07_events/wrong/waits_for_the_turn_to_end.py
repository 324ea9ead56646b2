"""caught by: test_final_text_renderer_prints_the_last_words

The reply is taken from turn_end: of a run that was left in a tool, nothing is printed.
"""


class FinalTextRenderer:
    def render(self, event):
        if event["type"] == "turn_end":
            self._last = event["message"]
