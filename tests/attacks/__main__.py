"""`python -m tests.attacks`: every attack, what it tries, and what it came to in each tier."""

import contextlib
import tempfile
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from lab.check.record import passed
from lab.sandbox import probe
from tests.attacks.range import Fate, Range
from tests.attacks.test_attacks import ATTACKS


def main() -> None:
    tiers = [tier.name for tier in probe() if tier.offered and tier.name != "C"]
    table = Table("attack", "it tries", *(f"tier {tier}" for tier in tiers))
    with contextlib.ExitStack() as stack:
        places = []
        for tier in tiers:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lab-range-")))
            places.append(stack.enter_context(Range(folder, tier)))
        for attack in track(ATTACKS, "Attacking", console=Console(stderr=True), transient=True):
            table.add_row(
                attack.name, attack.tries, *(_told(place.fate(attack)) for place in places)
            )
    Console().print(table)


def _told(fate: Fate) -> str:
    trouble = [
        *(["GAINED A POINT"] if "pass" in fate.words else []),
        *([] if passed(fate.honest) else ["THE NEXT ONE SUFFERED"]),
        *(["DAMAGE"] if fate.damage else []),
    ]
    return ", ".join([fate.words, *trouble])


if __name__ == "__main__":
    main()
