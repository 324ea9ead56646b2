"""An attack: a harness that does not solve its task and tries to be graded as if it did."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Attack:
    """`tries` is one line on what it does; in `code` @TESTS@, @OTHER@, @HOME@ and @JUDGE@ stand for
    the suite's tests, another submission, a folder to damage and the judge's process id.
    """

    name: str
    tries: str
    code: str


def attacks(text: str) -> list[Attack]:
    """Attacks as they are written in this folder: `#: name: what it tries`, and the code below."""
    found = []
    for part in text.split("\n#: ")[1:]:
        head, _, code = part.partition("\n")
        name, _, tries = head.partition(": ")
        found.append(Attack(name, tries, code.strip() + "\n"))
    return found
