"""caught by: test_the_notice_is_cut_the_comparison_is_not

The arguments are put into the notice whole, a file of a thousand lines among them.
"""


class RepeatReminder:
    def notice(self, call, length):
        if length == self.thresholds[0]:
            return (
                f"{MARK} The last {length} calls were the same. If they did not get you further,"
                " change something, or say what is in the way."
            )
        name, arguments = call_key(call)
        if len(arguments) > self.preview_chars:
            cut = arguments
            arguments = f"{cut}... ({len(arguments)} characters)"
        return (
            f"{MARK} {name} was called {length} times in a row with the same arguments:"
            f" {arguments} Doing it again will most likely change nothing."
        )
