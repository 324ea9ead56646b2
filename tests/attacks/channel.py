"""Attacks on the line between worker and judge: answers that nobody asked for, and broken ones."""

from tests.attacks.attack import attacks

_SPEAK = """
import json, os, socket, stat, struct, sys, threading, time

def lines():
    for fd in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                yield fd
        except OSError:
            pass

def frame(data):
    return b"LAB1" + struct.pack("!I", len(data)) + data

def say(data):
    for fd in lines():
        os.write(fd, data)

def ident():
    one = sys._getframe()
    while "request" not in one.f_locals or "sock" not in one.f_locals:
        one = one.f_back
    return one.f_locals["request"]["id"].encode()

RIGHT = b'{"seen": {"answer": 2, "answers": [2, 5]}, "threads": [], "printed": ""}'
"""

CHANNEL = [
    type(one)(one.name, one.tries, _SPEAK + one.code)
    for one in attacks("""
#: answers for itself: sends a well-formed answer under the right number, before the real one
def answer(n):
    say(frame(ident() + RIGHT))
    return 0

#: many answers for one request: sends a thousand answers under the right number
def answer(n):
    for _ in range(1000):
        say(frame(ident() + RIGHT))
    return 0

#: answers with wrong numbers: sends answers under numbers that it made up
def answer(n):
    for number in range(50):
        say(frame(b"%016x" % number + RIGHT))
    return 0

#: answers in advance: sends, at import, answers for scenes to come
for number in range(50):
    say(frame(b"0" * 16 + RIGHT))
def answer(n):
    return 0

#: answers later: a thread that sends an answer while the next scene plays
def answer(n):
    number = ident()
    def late():
        for _ in range(40):
            time.sleep(0.02)
            say(frame(number + RIGHT))
    threading.Thread(target=late, daemon=True).start()
    return 0

#: doubled keys: an answer in which a key stands twice
def answer(n):
    say(frame(ident() + b'{"seen": {"answer": 0, "answer": 2}, "threads": [], "printed": ""}'))
    return 0

#: NaN on the line: an answer that is no JSON but that Python would read
def answer(n):
    say(frame(ident() + b'{"seen": {"answer": NaN}, "threads": [], "printed": ""}'))
    return 0

#: deep on the line: an answer of a million brackets
def answer(n):
    say(frame(ident() + b"[" * 1_000_000))
    return 0

#: long number on the line: an answer with a number of a million digits
def answer(n):
    say(frame(ident() + b'{"seen": ' + b"9" * 1_000_000 + b"}"))
    return 0

#: a length without end: a head that announces four gigabytes
def answer(n):
    say(b"LAB1" + b"\\xff" * 4)
    return 0

#: a slow answer: sends one byte at a time and never ends
def answer(n):
    say(b"LAB1" + struct.pack("!I", 1000))
    while True:
        say(b" ")
        time.sleep(0.05)

#: a pickle on the line: an answer that runs code where it is unpickled
def answer(n):
    import pickle
    class Run:
        def __reduce__(self):
            return os.system, ("touch @HOME@/owned",)
    say(frame(ident() + pickle.dumps(Run())))
    return 0

#: claims a verdict: an answer that says it passed, in every word a report has
def answer(n):
    say(frame(ident() + b'{"status": "pass", "passed": true, "outcome": "passed"}'))
    return 0

#: hands over descriptors: sends its files along with an answer
def answer(n):
    for fd in lines():
        with socket.socket(fileno=os.dup(fd)) as line:
            socket.send_fds(line, [frame(ident() + RIGHT)], [0, 1, 2])
    return 0

#: closes its files: closes every descriptor that it has
def answer(n):
    os.closerange(0, 4096)
    return 0

#: writes to every file: writes an answer to every descriptor that there is
def answer(n):
    for fd in range(64):
        try:
            os.write(fd, frame(b"0" * 16 + RIGHT))
        except OSError:
            pass
    return 0

#: fills the line: sends megabytes and never reads
def answer(n):
    while True:
        say(frame(b"x" * (1 << 20)))
""")
]
