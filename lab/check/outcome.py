"""What came of one scene, as the judge sees it, and the one line a learner reads about it.

A message from a worker is hostile until it has gone through `outcome_of`. No process is handled
here.
"""

from dataclasses import dataclass, replace

SEEN = "pass"
STOPPED = ("timeout", "memory", "crashed")
BROKEN = "your harness broke the line it answers on"
IMPORTING = "importing your harness"
# What a call of the learner's code cannot raise in a frame of somebody else: the scene did it.
_SUITES_OWN = ("NameError", "UnboundLocalError", "ZeroDivisionError")
CLIP = 300


@dataclass(frozen=True)
class Outcome:
    """One scene played.

    `status` is "pass" when it was played to its end, else the status of a test that did not expect
    this; `line` says why in the learner's words. `seen` is what the scene returned, `raised` what
    went up (type, message, line, function; line and function None outside the learner's file), and
    `printed` the first 64 KiB of what was printed. `began` is False when nothing could be played.
    """

    status: str
    line: str = ""
    seen: object = None
    raised: dict | None = None
    printed: str = ""
    began: bool = True


def outcome_of(message: object, printed: str | None = None) -> Outcome:
    """A player's message as an Outcome; one that no player sends is a crash."""
    if not isinstance(message, dict):
        return Outcome("crashed", BROKEN)
    words = message.get("printed") if printed is None else printed
    words = words if isinstance(words, str) else ""
    if isinstance(missing := message.get("missing"), str):
        return Outcome("grader_error", f"scenes.py has no scene {missing!r}")
    raised = _raised(message.get("raised"))
    if ("seen" in message) == (raised is not None):
        return Outcome("crashed", BROKEN, printed=words)
    status, line = _verdict(message, raised)
    told = raised and {key: raised[key] for key in ("type", "message", "line", "function")}
    return Outcome(status, line, message.get("seen"), told, words)


def failed_load(failed: object, printed: str = "") -> Outcome:
    """What every scene comes to when the harness, or the scenes, cannot be loaded."""
    return replace(_failed_load(failed, printed), began=False)


def _failed_load(failed: object, printed: str) -> Outcome:
    if not isinstance(failed, dict) or not isinstance(failed.get("message"), str):
        return Outcome("crashed", BROKEN)
    if failed.get("module") == "scenes":
        where = f"line {failed.get('line')}: " if failed.get("line") else ""
        line = f"the suite's scenes.py cannot be loaded: {where}{failed['message']}"
        return Outcome("grader_error", line, printed=printed)
    if failed.get("kind") == "syntax":
        return Outcome("syntax", _syntax(failed), printed=printed)
    raised = _raised(failed)
    line = said(raised, IMPORTING) if raised else BROKEN
    return Outcome("error" if raised else "crashed", line, raised=raised, printed=printed)


def said(raised: dict, what: str = "calling your harness") -> str:
    """`your harness raised KeyError: 'id' at harness.py, line 41, in run_tool`."""
    if raised.get("absent"):
        return f"your harness has no {raised['absent']}"
    if raised["own"]:
        return raised["message"]
    error = raised["type"] + (f": {raised['message']}" if raised["message"] else "")
    error = clipped(error)
    if raised["line"] is None:
        return f"{what} raised {error}"
    inside = raised["function"] or ""
    inside = "" if inside in ("", "<module>") else f", in {inside}"
    who = IMPORTING if what == IMPORTING else "your harness"
    return f"{who} raised {error} at {raised['file']}, line {raised['line']}{inside}"


def clipped(text: str) -> str:
    """A text that is not too long to be read; of a longer one its start, and how long it is."""
    return text if len(text) <= CLIP else f"{text[:CLIP]}... ({len(text)} characters)"


def _verdict(message: dict, raised: dict | None) -> tuple[str, str]:
    if raised and _of_the_suite(raised):
        return "grader_error", f"scenes.py raised {raised['type']}: {clipped(raised['message'])}"
    if raised:
        memory = raised["type"] == "MemoryError"
        return "memory" if memory else "error", said(raised)
    if isinstance(message.get("unplain"), str):
        return "fail", f"what your harness gave is not plain data: {message['unplain']}"
    threads = message.get("threads")
    if threads and isinstance(threads, list):
        names = ", ".join(str(name) for name in threads[:5])
        return "fail", f"your harness left a thread running: {names}"
    return SEEN, ""


def _of_the_suite(raised: dict) -> bool:
    """Whether a scene's own code went wrong, and not a call of the learner's."""
    outside = raised["line"] is None and not raised["own"] and not raised["absent"]
    return outside and raised["type"] in _SUITES_OWN


def _syntax(failed: dict) -> str:
    line = f", line {failed['line']}" if isinstance(failed.get("line"), int) else ""
    text = failed.get("text")
    text = f": {text}" if isinstance(text, str) and text else ""
    return f"{failed.get('file')}{line}: {failed['message']}{text}"


def _raised(value: object) -> dict | None:
    """The fields of a told exception with the types they must have, else None."""
    if not isinstance(value, dict):
        return None
    shape = {"type": str, "message": str, "own": bool}
    loose = {"file": str, "line": int, "function": str, "absent": str}
    good = all(isinstance(value.get(key), kind) for key, kind in shape.items())
    found = {key: value.get(key) for key in (*shape, *loose)}
    for key, kind in loose.items():
        good = good and (found[key] is None or isinstance(found[key], kind))
    return found if good else None
