"""`python lab/lab_check.py --harness FILE --lesson N [tests.py]`, from any folder, not installed.

Only a way in: the command is in `lab.cli`.
"""

import sys
from pathlib import Path


def _find_lab() -> None:
    """Python put this file's folder first, where `model` and `shell` are; its parent is meant."""
    here = Path(__file__).resolve().parent
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != here]
    sys.path.insert(0, str(here.parent))


if __name__ == "__main__":
    _find_lab()
    from lab.cli import lab_check

    sys.exit(lab_check())
