"""caught by: test_patterns_say_which_tools_are_watched

Everything is watched but what is excluded.
"""


class RepeatReminder:
    def watches(self, name):
        def fits(patterns):
            return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)

        return not fits(self.exclude)
