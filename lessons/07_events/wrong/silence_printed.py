"""caught by: test_final_text_renderer_says_what_went_wrong

Without any reply an empty line is printed, as if somebody had said nothing.
"""


class FinalTextRenderer:
    def finish(self):
        if self._last is None:
            print()
            return False
        if failed(self._last):
            print(f"Error: {self._last['error_message']}")
            return False
        print(text_of(self._last))
        return True
