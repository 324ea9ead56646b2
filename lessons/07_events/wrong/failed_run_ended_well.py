"""caught by: test_final_text_renderer_says_what_went_wrong

The error is printed, and the run is still said to have ended well.
"""


class FinalTextRenderer:
    def finish(self):
        if self._last is None:
            return False
        if failed(self._last):
            print(f"Error: {self._last['error_message']}")
            return True
        print(text_of(self._last))
        return True
