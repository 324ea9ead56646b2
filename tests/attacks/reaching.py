"""Attacks on what lies outside: files, processes, the network, the next submission."""

from tests.attacks.attack import attacks

REACHING = attacks("""
#: prints another submission: reads what somebody else handed in, and prints it
def answer(n):
    print(open("@OTHER@").read())
    return 0

#: prints the environment: looks for keys in the variables of its process and the judge's
import os
def answer(n):
    print(dict(os.environ))
    print(open("/proc/@JUDGE@/environ").read())
    return 0

#: overwrites another submission: writes over what somebody else handed in
def answer(n):
    open("@OTHER@", "w").write("broken")
    return 0

#: takes rights away: makes another submission unreadable
import os
def answer(n):
    os.chmod("@OTHER@", 0)
    return 0

#: cuts a file short: truncates another submission by its name
import os
def answer(n):
    os.truncate("@OTHER@", 0)
    return 0

#: poisons bytecode: writes a .pyc for the toolkit that every later run would load
import os, lab
def answer(n):
    folder = os.path.join(os.path.dirname(lab.__file__), "__pycache__")
    for name in os.listdir(folder):
        open(os.path.join(folder, name), "wb").write(b"")
    return 0

#: plants a module: writes a json.py and a sitecustomize.py where they would be found first
import os, sys
def answer(n):
    for folder in [*sys.path, "@HOME@", "."]:
        for name in ("json.py", "sitecustomize.py", "conftest.py"):
            try:
                open(os.path.join(folder, name), "w").write("raise SystemExit(0)")
            except OSError:
                pass
    return 0

#: links in the scratch: leaves links that lead to others' files
import os
def answer(n):
    os.symlink("@OTHER@", "report.json")
    print(open("report.json").read())
    return 0

#: leaves a note for itself: stores answers where a later worker would look
import os
def answer(n):
    for folder in (".", "/tmp", "/var/tmp", "/dev/shm", "@HOME@"):
        try:
            open(os.path.join(folder, "note"), "w").write(str(n))
        except OSError:
            pass
    return 0

#: fills the disk: writes files without end
def answer(n):
    number = 0
    while True:
        number += 1
        open(f"filler{number}", "wb").write(bytes(8 << 20))

#: kills the judge: sends SIGKILL to the judge, to its parent and to everybody
import os, signal
def answer(n):
    for pid in (@JUDGE@, os.getppid(), -1):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    return 0

#: stops the judge: sends SIGSTOP to the judge and the fork server
import os, signal
def answer(n):
    for pid in (@JUDGE@, os.getppid()):
        try:
            os.kill(pid, signal.SIGSTOP)
        except OSError:
            pass
    return 0

#: signals by a file: asks the kernel to send the judge a signal when a pipe has data
import fcntl, os, signal
def answer(n):
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, @JUDGE@)
    fcntl.fcntl(reading, 10, signal.SIGKILL)
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writing, b"x")
    return 0

#: starves the judge: lowers the judge's limits and priority
import os, resource
def answer(n):
    try:
        resource.prlimit(@JUDGE@, resource.RLIMIT_CPU, (0, 0))
    except OSError:
        os.setpriority(os.PRIO_PROCESS, @JUDGE@, 19)
    return 0

#: traces the judge: attaches to the judge and to the fork server
import ctypes, os
def answer(n):
    libc = ctypes.CDLL(None)
    return [libc.ptrace(16, pid, None, None) == 0 for pid in (@JUDGE@, os.getppid())]

#: reads its parent's memory: opens the memory of the fork server and the judge
import os
def answer(n):
    for pid in (@JUDGE@, os.getppid()):
        try:
            print(open(f"/proc/{pid}/mem", "rb"))
        except OSError:
            pass
    return 0

#: reads the server's files: opens the fork server's descriptors
import os
def answer(n):
    for fd in range(32):
        try:
            os.write(os.open(f"/proc/{os.getppid()}/fd/{fd}", os.O_RDWR), b"k" * 9)
        except OSError:
            pass
    return 0

#: calls home: connects to the network to fetch an answer
import socket
def answer(n):
    return int(socket.create_connection(("127.0.0.1", 9), timeout=1).recv(9))

#: asks a daemon: connects to named sockets of this machine
import socket
def answer(n):
    for path in ("/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket"):
        one = socket.socket(socket.AF_UNIX)
        one.connect(path)
    return 0

#: fork bomb: starts processes without end
import os
def answer(n):
    while True:
        os.fork()

#: daemon: forks twice and stays behind
import os, time
def answer(n):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                time.sleep(1)
        os._exit(0)
    return 0

#: dies with a thread: asks for a signal when a thread of its parent ends
import ctypes, signal
def answer(n):
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    return 0

#: becomes another program: runs a shell in its place
import os
def answer(n):
    os.execv("/bin/sh", ["sh", "-c", "echo '{\\"seen\\": {\\"answer\\": 2}}'; sleep 60"])

#: a namespace of its own: makes a user namespace in which it would be root
import ctypes
def answer(n):
    return ctypes.CDLL(None).unshare(0x10000000)

#: climbs out: changes the root folder and walks up
import os
def answer(n):
    os.chroot(".")
    for _ in range(64):
        os.chdir("..")
    os.chroot(".")
    print(open("@OTHER@").read())
    return 0
""")
