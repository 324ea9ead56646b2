"""What a hostile harness tries, one function each: played by `probes` behind every tier's walls.

This file is sent to a worker as the harness. Each function gives "stopped", or "got through" with
what it got; what it raises counts as stopped. `secret` is a file that must not be read, `folder`
one that must not be written to, `judge` a process that must not be reached.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys


def reads_a_secret(secret, **_):
    """Read another submission, or a suite"""
    with open(secret, encoding="utf-8") as file:
        return f"got through: {file.read()}"


def lists_a_folder(folder, **_):
    """List the folder of submissions"""
    return f"got through: {os.listdir(folder)}"


def writes_outside(folder, **_):
    """Write a file outside its scratch"""
    with open(os.path.join(folder, "written"), "w", encoding="utf-8") as file:
        file.write("x")
    return "got through"


def changes_a_mode(secret, **_):
    """Change the mode of somebody's file"""
    os.chmod(secret, 0o644)
    return "got through"


def writes_bytecode(toolkit, **_):
    """Poison the toolkit's bytecode"""
    with open(os.path.join(toolkit, "__pycache__", "trial.pyc"), "wb") as file:
        file.write(b"x")
    os.unlink(os.path.join(toolkit, "__pycache__", "trial.pyc"))
    return "got through"


def opens_a_connection(port, **_):
    """Connect to this machine's network"""
    with socket.create_connection(("127.0.0.1", port), timeout=1):
        return "got through"


def speaks_on_a_named_socket(path, **_):
    """Connect to a named UNIX socket"""
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(path)
        return "got through"


def forks(**_):
    """Start another process"""
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "got through"


def runs_a_program(**_):
    """Run a program"""
    os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(9)"])


def runs_a_command(**_):
    """Run a command"""
    subprocess.run(["/bin/true"], check=True)
    return "got through"


def signals_the_judge(judge, **_):
    """Send the judge a signal"""
    os.kill(judge, signal.SIGURG)
    return "got through"


def limits_the_judge(judge, **_):
    """Take the judge's processor time away"""
    import resource

    resource.prlimit(judge, resource.RLIMIT_CPU)
    return "got through"


def reads_the_judges_memory(judge, **_):
    """Read the judge's memory"""
    with open(f"/proc/{judge}/mem", "rb") as file:
        return f"got through: {file.name}"


def reads_the_judges_environment(judge, **_):
    """Read the judge's environment"""
    with open(f"/proc/{judge}/environ", "rb") as file:
        return f"got through: {len(file.read())} bytes"


def traces_the_judge(judge, **_):
    """Trace the judge"""
    import ctypes

    seize = 0x4206
    if ctypes.CDLL(None).ptrace(seize, judge, None, None) == 0:
        return "got through"
    return "stopped"


def enters_a_namespace(**_):
    """Make a user namespace of its own"""
    import ctypes

    if ctypes.CDLL(None).unshare(0x10000000) == 0:
        return "got through"
    return "stopped"


def fills_the_disk(size, **_):
    """Write more than the scratch holds"""
    with contextlib.suppress(OSError):
        for number in range(2 * size // (8 << 20)):
            with open(f"filler{number}", "wb") as file:
                file.write(bytes(8 << 20))
    held = sum(os.stat(name).st_size for name in os.listdir() if name.startswith("filler"))
    for name in [name for name in os.listdir() if name.startswith("filler")]:
        os.unlink(name)
    return f"got through: {held} bytes" if held > size else "stopped"


def leaves_a_file_for_the_next(**_):
    """Find what the worker before it left"""
    if os.path.exists("left"):
        return "got through"
    with open("left", "w", encoding="utf-8") as file:
        file.write("x")
    return "stopped"


def takes_memory_without_a_name(**_):
    """Hold memory that no limit counts"""
    fd = os.memfd_create("held")
    os.close(fd)
    return "got through"


def takes_all_memory(**_):
    """Take more memory than it may"""
    held = []
    while True:
        held.append(b"x" * (4 << 20))


def never_ends(**_):
    """Loop for ever"""
    while True:
        with contextlib.suppress(BaseException):
            while True:
                pass


def prints_without_end(**_):
    """Print without end"""
    while True:
        print("x" * 65536)
