"""`python -m lab …` is the same as `lab …`."""

import sys
from pathlib import Path

# `-m` puts the current folder first: a learner's json.py there must not be ours.
_root = str(Path(__file__).resolve().parents[1])
sys.path[:] = [_root, *(entry for entry in sys.path[1:] if entry != _root)]

from lab.cli import main  # noqa: E402

sys.exit(main())
