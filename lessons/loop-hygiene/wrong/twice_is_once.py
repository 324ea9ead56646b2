"""caught by: test_what_would_switch_it_off_is_refused

A threshold that appears twice is taken, though somebody meant another one.
"""


class RepeatReminder:
    def __init__(self, thresholds=(3, 5, 8), include=(), exclude=(), preview_chars=500):
        def whole(number, least):
            return type(number) is int and number >= least

        thresholds = list(thresholds) if isinstance(thresholds, list | tuple | range) else []
        good = thresholds and all(whole(number, 2) for number in thresholds)
        if not good:
            raise ValueError("thresholds must be integers of 2 or more, some, and none twice")
        for patterns in (include, exclude):
            listed = isinstance(patterns, list | tuple | set | frozenset)
            if not listed or not all(isinstance(each, str) and each for each in patterns):
                raise ValueError("include and exclude must be tuples of names or patterns")
        if not whole(preview_chars, 1):
            raise ValueError("preview_chars must be an integer of 1 or more")
        self.thresholds = sorted(thresholds)
        self.include, self.exclude = tuple(include), tuple(exclude)
        self.preview_chars = preview_chars
