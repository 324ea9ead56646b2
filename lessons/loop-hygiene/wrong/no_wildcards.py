"""caught by: test_patterns_say_which_tools_are_watched

Names are compared as they are, so git_* excludes nothing, and nobody is told.
"""


class RepeatReminder:
    def watches(self, name):
        def fits(patterns):
            return name in patterns

        return not fits(self.exclude) and (not self.include or fits(self.include))
