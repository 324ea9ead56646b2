"""Where attacks are tried: a small suite, its neighbours, and what came of each attack."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from lab.check.judge import judge
from lab.check.limits import Limits
from lab.check.record import Record, counts
from lab.check.runner import Runner
from lab.check.suite import Suite, reference
from lab.sandbox import Sandbox
from tests.attacks.attack import Attack

SCENES = '''
def square(harness, lab, n):
    """The harness is asked for one number."""
    return {"answer": harness.answer(n)}


def twice(harness, lab, numbers):
    """The harness is asked for several numbers."""
    return {"answers": [harness.answer(n) for n in numbers]}


async def talk(harness, lab, words):
    """The model says something, and the run ends."""
    model = lab.ScriptedModel([lab.say(words)])
    record = []
    await lab.drive(harness.run_agent(model, "Be brief.", record, [], "Go."))
    return {"record": record, "requests": lab.requests(model)}
'''
TESTS = '''
import secrets

import lab

MARKER = "@MARKER@"


def right(n):
    return n * n + 1


def test_squares(play):
    """It answers with one more than the square."""
    n = 2 + secrets.randbelow(10**9)
    assert lab.same(play("square", n=n), {"answer": right(n)})


def test_each_number(play):
    """Each number has its own answer."""
    numbers = [2 + secrets.randbelow(10**9) for _ in range(3)]
    assert lab.same(play("twice", numbers=numbers)["answers"], [right(n) for n in numbers])


def test_talks(play):
    """What the model said is the record's last message, and it was asked once."""
    words = secrets.token_hex(8)
    seen = play("talk", words=words)
    assert lab.shape(seen["record"]) == "U A"
    assert seen["record"][-1]["content"] == lab.say(words)["content"]
    assert len(seen["requests"]) == 1
'''
LIMITS = Limits(seconds=1.5, memory=256 << 20, output=1 << 20, stops=2, processor=5.0)


@dataclass(frozen=True)
class Fate:
    """What an attack came to, and what the honest submission after it did."""

    records: list[Record]
    honest: list[Record]
    damage: list[str]

    @property
    def words(self) -> str:
        """The statuses and their numbers, in one line."""
        return ", ".join(f"{number} {status}" for status, number in counts(self.records).items())


class Range:
    """One tier's runner with a suite, a submission to attack and a neighbour; close it."""

    def __init__(self, folder: Path, tier: str | None) -> None:
        self.marker = f"marker-{secrets.token_hex(8)}"
        self._home = folder / "home"
        self._home.mkdir()
        self._suite = self._written(folder)
        self._mine = folder / "harness.py"
        self._honest = folder / "honest.py"
        answer = "\n\ndef answer(n):\n    return n * n + 1\n"
        honest = reference().read_text(encoding="utf-8") + answer
        self._honest.write_text(f"# {self.marker}\n{honest}", encoding="utf-8")
        sandbox = Sandbox(tier, hidden=(str(folder),)) if tier else None
        self.runner = Runner(LIMITS, sandbox=sandbox)
        # What an attack could break if the walls did not hold: all of it is this user's own.
        self._held = self._state()

    def __enter__(self) -> "Range":
        return self

    def __exit__(self, *exc: object) -> None:
        self.runner.close()

    def honest(self) -> list[Record]:
        """The records of a submission that does what it is asked."""
        return judge(self._honest, self._suite, runner=self.runner, canary=True)

    def judged(self, code: str) -> list[Record]:
        """The records of any code."""
        self._mine.write_text(self._aimed(code), encoding="utf-8")
        return judge(self._mine, self._suite, runner=self.runner, canary=True)

    def fate(self, attack: Attack) -> Fate:
        """Judges an attack, then the honest neighbour, and looks for damage."""
        records = self.judged(attack.code)
        found = Fate(records, self.honest(), self._damage())
        self._held = self._state()
        return found

    def _written(self, folder: Path) -> Suite:
        suite = folder / "suite"
        suite.mkdir()
        (suite / "scenes.py").write_text(SCENES, encoding="utf-8")
        (suite / "tests.py").write_text(TESTS.replace("@MARKER@", self.marker), encoding="utf-8")
        return Suite("07", suite / "tests.py", suite / "scenes.py", suite)

    def _aimed(self, code: str) -> str:
        aims = {"TESTS": self._suite.tests, "OTHER": self._honest, "HOME": self._home}
        for name, path in {**aims, "JUDGE": os.getpid()}.items():
            code = code.replace(f"@{name}@", str(path))
        return code

    def _state(self) -> dict[str, tuple]:
        """Mode and content of everything that an attack must leave alone."""
        watched = [self._honest, *self._home.rglob("*"), *self._suite.path.glob("*.py")]
        return {str(path): (path.stat().st_mode, path.read_bytes()) for path in watched}

    def _damage(self) -> list[str]:
        now = self._state()
        return [path for path in {**now, **self._held} if now.get(path) != self._held.get(path)]
