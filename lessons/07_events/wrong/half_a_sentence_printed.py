"""caught by: test_final_text_renderer_says_what_went_wrong

The words of a failed reply are printed as if they were the answer.
"""


class FinalTextRenderer:
    def finish(self):
        if self._last is None:
            return False
        if failed(self._last):
            print(text_of(self._last) or f"Error: {self._last['error_message']}")
            return False
        print(text_of(self._last))
        return True
