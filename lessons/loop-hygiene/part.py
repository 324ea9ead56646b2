"""Loop hygiene: a reminder for a run that goes in circles, and a time limit for a tool.

Announces: from_user, ToolTimeout, ToolTimeout.code, DeadlineToken, DeadlineToken.__init__,
    DeadlineToken.is_cancelled, with_timeout, noting_code, call_key, SOURCE, MARK, RepeatReminder,
    RepeatReminder.__init__, RepeatReminder.watches, RepeatReminder.count, RepeatReminder.heard,
    RepeatReminder.notice, RepeatReminder.attach, GuardedHarness, GuardedHarness.__init__
"""

import fnmatch
import math
import time

# == 1 messages ==


def from_user(message):
    """Whether a message holds the user's own words: a notice has their role, and a `source`."""
    return message["role"] == "user" and "source" not in message


# == 2 tools ==


class ToolTimeout(TimeoutError):
    """A tool's time was up. The words are for the model, `code` is for a program."""

    code = "TOOL_TIMEOUT"


class DeadlineToken:
    """A Stop flag chained to `outer` (a token, or None) that also fires when the time is up.

    `deadline` is a reading of `clock`, in seconds. What fired first is what holds, and that is
    found out when somebody looks: `expired` is True when it was the deadline. Where a look finds
    both, it was the Stop.
    """

    def __init__(self, outer, deadline, clock):
        self._outer, self._deadline, self._clock = outer, deadline, clock
        self._stopped = False
        self.expired = False

    def is_cancelled(self):
        """Whether one of the two has fired. True from then on."""
        # --- your code: loop-hygiene DeadlineToken.is_cancelled ---
        # step: Neither fired yet? Look: the outer token first, then the clock.
        # step: Keep which it was (_stopped or expired). What has fired stays so.
        if not self._stopped and not self.expired:
            self._stopped = bool(self._outer and self._outer.is_cancelled())
            self.expired = not self._stopped and self._clock() >= self._deadline
        return self._stopped or self.expired
        # --- end ---


def with_timeout(tool, seconds, clock=time.monotonic):
    """The same tool with so many seconds for each call; with None, the tool as it is.

    The call is always awaited to its end, so nothing runs on behind a result. When its time was up
    by then, ToolTimeout takes the place of what came out; a Stop that came first is the tool's to
    answer. ValueError for seconds that are no number above 0, or endless.
    """
    if seconds is None:
        return tool
    # --- your code: loop-hygiene with_timeout ---
    # step: Refuse bad seconds here, not at the first call.
    # step: Each call gets a DeadlineToken of its own, chained to the signal it was handed.
    # step: Await the tool. Whether it returned or raised an Exception: look at the token once more.
    # step: Expired: ToolTimeout("tool call timed out after <n>ms"). Else what the tool gave.
    # step: A cancelled task is no Exception: it passes through.
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds < math.inf:
        raise ValueError("seconds must be a number above 0, and not endless")

    async def execute(arguments, signal=None):
        token = DeadlineToken(signal, clock() + seconds, clock)

        def check():
            if token.is_cancelled() and token.expired:
                problem = f"tool call timed out after {round(seconds * 1000)}ms"
                raise ToolTimeout(problem) from None

        try:
            content = await tool["execute"](arguments, token)
        except Exception:
            check()
            raise
        check()
        return content

    return {**tool, "execute": execute}
    # --- end ---


def noting_code(tool, note):
    """The same tool; `note` is told the `code` of an exception that has one, on its way up."""

    async def execute(arguments, signal=None):
        try:
            return await tool["execute"](arguments, signal)
        except Exception as exc:
            if isinstance(getattr(exc, "code", None), str):
                note(exc.code)
            raise

    return {**tool, "execute": execute}


# == 4 harness ==


def call_key(call):
    """What two equal calls have in common: the tool's name, and its arguments as one JSON text."""
    # --- your code: loop-hygiene call_key ---
    # step: A pair: the name, and the arguments as JSON with the keys sorted, at every depth.
    # step: Nothing is cut, and ensure_ascii=False keeps the words readable.
    return call["name"], json.dumps(call["arguments"], sort_keys=True, ensure_ascii=False)
    # --- end ---


SOURCE = {"kind": "plugin", "plugin": "repeat-tool-reminder", "form": "notice"}

MARK = "[Automatic notice, not from the user]"  # for the model, which does not see the source


class RepeatReminder:
    """Tells the model when it makes the same call again and again. It never refuses one.

    `thresholds` are the lengths of a chain at which it speaks: gently at the first, with the call
    at the others. `include` and `exclude` are patterns of tool names ("git_*"): no `include` is all
    of them, and `exclude` wins. A tool that is not watched neither counts nor ends a chain.
    `preview_chars` cuts the arguments in a notice.
    """

    def __init__(self, thresholds=(3, 5, 8), include=(), exclude=(), preview_chars=500):
        """ValueError for what would switch it off without a word; see the page's table."""

        # --- your code: loop-hygiene RepeatReminder.__init__ ---
        # step: thresholds: some, each an integer (True is none) of 2 or more, none twice.
        # step: include, exclude: texts, none of them empty, and not one text in place of a tuple.
        # step: preview_chars: an integer of 1 or more.
        # step: Keep them as self.thresholds (sorted), .include, .exclude, .preview_chars.
        def whole(number, least):
            return type(number) is int and number >= least

        thresholds = list(thresholds) if isinstance(thresholds, list | tuple | range) else []
        good = thresholds and all(whole(number, 2) for number in thresholds)
        if not good or len(set(thresholds)) < len(thresholds):
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
        # --- end ---

    def watches(self, name):
        """Whether calls of this tool count."""

        def fits(patterns):
            return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)

        return not fits(self.exclude) and (not self.include or fits(self.include))

    def count(self, chain, call):
        """Take a call that was made into `chain`; the notice that it calls for, or None.

        `chain` holds `key`, the `call_key` of its calls (None before the first), and then `length`,
        how many there were in a row.
        """
        # --- your code: loop-hygiene RepeatReminder.count ---
        # step: A tool that is not watched changes nothing.
        # step: The same key: one longer. Another one: a chain of one.
        # step: A notice when the length is a threshold, and at no other length.
        if not self.watches(call["name"]):
            return None
        key = call_key(call)
        chain["length"] = chain["length"] + 1 if key == chain["key"] else 1
        chain["key"] = key
        return self.notice(call, chain["length"]) if chain["length"] in self.thresholds else None
        # --- end ---

    def notice(self, call, length):
        """The words of a notice: gentle at the first threshold, with the call at the others."""
        if length == self.thresholds[0]:
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

    def heard(self, event, chain, steer):
        """What one event of a run means for it.

        `chain` is what `count` keeps, with `due`, a notice of this turn or None, and `waiting`, the
        notices that were handed to `steer` and have not come by yet.
        """
        # --- your code: loop-hygiene RepeatReminder.heard ---
        # step: tool_execution_end: count its call, denied or not. A notice is due.
        # step: turn_end: what is due goes onto `waiting` and to `steer`; of two, only the later.
        # step: message_end of a user message: one that is waiting gets its "source", a copy of
        # step: SOURCE, and waits no more. Any other is the user's own: a new chain, nothing due.
        if event["type"] == "tool_execution_end":
            chain["due"] = self.count(chain, event["call"]) or chain["due"]
        elif event["type"] == "turn_end" and chain["due"]:
            chain["waiting"].append(chain["due"])
            steer(chain["due"])
            chain["due"] = None
        elif event["type"] == "message_end" and event["message"]["role"] == "user":
            message = event["message"]
            if message["content"] in chain["waiting"]:
                chain["waiting"].remove(message["content"])
                message["source"] = dict(SOURCE)
            else:
                chain.update(key=None, due=None)
        # --- end ---

    def attach(self, harness):
        """Watch a harness, with a chain of its own. Returns the function that undoes it.

        It labels a notice when it hears of it, so whoever writes messages down comes after it.
        """
        chain = {"key": None, "due": None, "waiting": []}
        return harness.subscribe(lambda event: self.heard(event, chain, harness.steer))


class GuardedHarness(Harness):
    """A harness whose `guards` hear each event first, so that a log has what they made of it.

    The result of a tool that raised something with a `code` (a ToolTimeout, say) has that code
    beside its words, as `code`, on the record and in the log.
    """

    def __init__(self, model, system, tools, messages=(), max_turns=None, guards=()):
        codes = []
        tools = [noting_code(tool, codes.append) for tool in tools]
        super().__init__(model, system, tools, messages, max_turns)

        def label(event):  # nothing comes between what a tool raises and its result's event
            if codes and event["type"] == "message_end":
                event["message"]["code"] = codes.pop()

        self.subscribe(label)
        for each in guards:
            each.attach(self)
