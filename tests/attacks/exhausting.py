"""Attacks on what a grader has: time, memory, files, output."""

from tests.attacks.attack import attacks

EXHAUSTING = attacks("""
#: time bomb: loops for ever and swallows what would end it
import signal
for number in range(1, 64):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
def answer(n):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

#: sleeps for ever: waits in a thread that nobody ends
import threading, time
threading.Thread(target=time.sleep, args=(10**6,)).start()
def answer(n):
    time.sleep(10**6)

#: stops itself: sends itself SIGSTOP
import os, signal
def answer(n):
    os.kill(os.getpid(), signal.SIGSTOP)

#: memory bomb: takes memory until there is none
def answer(n):
    held = []
    while True:
        held.append(b"x" * (1 << 24))

#: memory in files: takes memory that belongs to files, not to a process
import os
def answer(n):
    held = []
    while True:
        fd = os.memfd_create("held")
        os.write(fd, bytes(1 << 24))
        held.append(fd)

#: descriptor flood: opens files until it may not
import os
def answer(n):
    held = []
    while True:
        held += os.pipe()

#: thread bomb: starts threads without end
import threading, time
def answer(n):
    while True:
        threading.Thread(target=time.sleep, args=(10**6,), daemon=True).start()

#: prints without end: fills the output that a report would keep
def answer(n):
    while True:
        print("PASS test_squares " * 1000)

#: stack overflow: overflows the stack of C
import sys
sys.setrecursionlimit(10**9)
def answer(n):
    value = []
    for _ in range(10**6):
        value = [value]
    return repr(value)

#: crashes: reads from address zero
import ctypes
def answer(n):
    ctypes.string_at(0)

#: a source that explodes: a constant that takes all memory when it is compiled
def answer(n):
    return (9 ** 9 ** 9) and 0
""")
