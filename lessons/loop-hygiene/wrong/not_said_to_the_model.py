"""caught by: test_the_model_is_shown_that_it_is_no_user

The words do not say that they are no user's; the source is not sent, so the model cannot know.
"""


class RepeatReminder:
    def notice(self, call, length):
        if length == self.thresholds[0]:
            return (
                f"The last {length} calls were the same. If they did not get you further,"
                " change something, or say what is in the way."
            )
        name, arguments = call_key(call)
        if len(arguments) > self.preview_chars:
            cut = arguments[: self.preview_chars]
            arguments = f"{cut}... ({len(arguments)} characters)"
        return (
            f"{name} was called {length} times in a row with the same arguments:"
            f" {arguments} Doing it again will most likely change nothing."
        )
