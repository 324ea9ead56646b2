"""caught by: test_patterns_say_which_tools_are_watched

A pattern that is a part of a name is taken for a match.
"""


class RepeatReminder:
    def watches(self, name):
        def fits(patterns):
            return any(pattern.strip("*") in name for pattern in patterns)

        return not fits(self.exclude) and (not self.include or fits(self.include))
