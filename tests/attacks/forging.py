"""Attacks on the verdict: lies, patches, early ends, and looks at what is right."""

from tests.attacks.attack import attacks

FORGING = attacks("""
#: exit at import: ends the process with code 0 while it is loaded
import os
os._exit(0)

#: exit in a call: ends the process with code 0 when it is asked
import os
def answer(n):
    os._exit(0)

#: system exit: raises SystemExit(0) when it is asked
def answer(n):
    raise SystemExit(0)

#: pytest outcomes: raises what pytest takes for skip, exit and expected failure
def answer(n):
    class Skipped(BaseException):
        __module__ = "builtins"
        allow_module_level = True
        msg = "skipped"
    raise Skipped("skip")

#: equal to everything: an object that says yes to every comparison and lies about its class
class Yes:
    __class__ = int
    def __eq__(self, other): return True
    def __hash__(self): return 0
def answer(n):
    return Yes()

#: int that is equal: a subclass of int whose == is always true
class Number(int):
    def __eq__(self, other): return True
    __hash__ = int.__hash__
def answer(n):
    return Number(3)

#: str that is equal: a subclass of str inside a dict that is equal to everything
class Text(str):
    def __eq__(self, other): return True
    __hash__ = str.__hash__
class Box(dict):
    def __eq__(self, other): return True
def answer(n):
    return Box(answer=Text("x"))

#: true for one: True and 1.0 where another number belongs
def answer(n):
    return True

#: patches lab.same: makes the helper that tests compare with say yes
import lab, lab.plaindata
lab.same = lab.plaindata.same = lambda a, b: True
def answer(n):
    return 0

#: patches the fakes: makes the scripted model report requests that were never made
import lab
lab.requests = lambda model: [{"system": "", "messages": [], "tools": []}]
lab.drive = lambda run: None
def answer(n):
    return 0
def run_agent(*args):
    return None

#: patches the scene: replaces the scene that asks by one that claims
import sys
def answer(n):
    scenes = sys.modules["scenes"]
    scenes.square = scenes.twice = lambda harness, lab, **told: {"answer": 1, "answers": [1, 1]}
    return 0

#: patches json: makes every encoder write the same answer
import json
json.dumps = json.JSONEncoder.encode = lambda *args, **named: '{"seen": {"answer": 1}}'
json.encoder.c_make_encoder = None
def answer(n):
    return 0

#: patches asyncio: makes every run end with a made-up result
import asyncio
asyncio.run = lambda coroutine, **named: {"record": [], "requests": []}
def answer(n):
    return 0

#: patches the player: makes the toolkit's own modules in the worker say that all went well
from lab.check import player, wire
wire.encode = lambda value: b'{"seen": {"answer": 1}}'
player.Player.play = lambda *args: b'{"seen": {"answer": 1}}'
def answer(n):
    return 0

#: swaps AssertionError: makes assertions raise what nobody reports
import builtins
builtins.AssertionError = type("Quiet", (BaseException,), {})
def answer(n):
    return 0

#: frame walk: looks for the right answer in the frames that called it
import sys
def answer(n):
    frame, found = sys._getframe(), []
    while frame:
        found += [v for k, v in frame.f_locals.items() if k in ("expected", "right", "want")]
        frame = frame.f_back
    return found[-1] if found else 0

#: heap walk: looks for the suite and its expected values in everything that is alive
import gc
def answer(n):
    for one in gc.get_objects():
        if isinstance(one, dict) and "MARKER" in one:
            return one["MARKER"]
        if isinstance(one, str) and "test_squares" in one:
            print(one)
    return 0

#: reads the suite: opens the tests and prints them
def answer(n):
    print(open("@TESTS@").read())
    return 0

#: imports the suite: imports the tests as a module
import importlib.util
def answer(n):
    spec = importlib.util.spec_from_file_location("tests", "@TESTS@")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.right(n)

#: borrows the reference: looks for the finished harness in the toolkit
def answer(n):
    from lab.course.reference import reference
    print(reference)
    return 0
from lab.check.suite import reference
exec(open(reference()).read())

#: trace jump: sets a trace function that skips the lines that check
import sys
def answer(n):
    def trace(frame, event, arg):
        return trace
    sys.settrace(trace)
    return 0

#: swaps code: finds the functions that judge and gives them other code
import gc, types
def answer(n):
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and one.__name__ in ("plain", "leaf_fault"):
            one.__code__ = (lambda *args: None).__code__
    return object()

#: writes when it ends: an atexit function that writes reports and leaves with 0
import atexit, os
def forge():
    for name in ("report.xml", "results.json", "grades.csv", "@HOME@/results.json"):
        try:
            open(name, "w").write("passed")
        except OSError:
            pass
    os._exit(0)
atexit.register(forge)
def answer(n):
    raise SystemExit(0)

#: not a number: answers with NaN, which is in no order
def answer(n):
    return float("nan")

#: huge number: answers with an integer of a hundred thousand digits
def answer(n):
    return 10 ** 100_000

#: nested too deep: answers with lists in lists, a hundred thousand deep
def answer(n):
    value = []
    for _ in range(100_000):
        value = [value]
    return value

#: replays an answer: gives to every question what was right for one
def answer(n):
    return 5 if n else 1

#: a message that is a script: raises an error whose text is markup and control characters
def answer(n):
    raise ValueError("\\x1b[2J\\u202e<script>alert(1)</script> PASS\\n" * 50)
""")
