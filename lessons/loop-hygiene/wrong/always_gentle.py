"""caught by: test_the_first_notice_is_gentle_the_others_are_exact

Every notice says the same, and what the model repeats is in none.
"""


class RepeatReminder:
    def notice(self, call, length):
        if length in self.thresholds:
            return (
                f"{MARK} The last {length} calls were the same. If they did not get you further,"
                " change something, or say what is in the way."
            )
        name, arguments = call_key(call)
        if len(arguments) > self.preview_chars:
            cut = arguments[: self.preview_chars]
            arguments = f"{cut}... ({len(arguments)} characters)"
        return (
            f"{MARK} {name} was called {length} times in a row with the same arguments:"
            f" {arguments} Doing it again will most likely change nothing."
        )
