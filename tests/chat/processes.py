"""Waits for a process of a test to begin, by the number it writes, and to be gone."""

import os
import time


def number_in(path, laps=500):
    for _ in range(laps):
        if path.exists() and path.read_text(encoding="utf-8").strip():
            return int(path.read_text(encoding="utf-8"))
        time.sleep(0.01)
    raise AssertionError(f"nothing in {path.name}")


def is_gone(pid, laps=500):
    for _ in range(laps):
        try:
            os.kill(pid, 0)
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except (ProcessLookupError, FileNotFoundError):
            return not os.path.isdir("/proc/self") or not os.path.isdir(f"/proc/{pid}")
        time.sleep(0.01)
    return False
