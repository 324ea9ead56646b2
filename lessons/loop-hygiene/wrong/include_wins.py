"""caught by: test_patterns_say_which_tools_are_watched

A tool that is both included and excluded is watched.
"""


class RepeatReminder:
    def watches(self, name):
        def fits(patterns):
            return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)

        return fits(self.include) or (not self.include and not fits(self.exclude))
