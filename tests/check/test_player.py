"""Scenes played in this process leave nothing of theirs in it."""

import json
import sys
import types

import pytest

from lab.check.player import Player, Source
from lab.provider import stand_in

SCENES = b"""
def imported(harness, lab):
    import anthropic
    import spare

    return {"errors": anthropic.RateLimitError.__mro__[1].__name__, "spare": spare.WHOSE}
"""


@pytest.fixture
def there(monkeypatch):
    """Modules of those names that somebody else has imported."""
    modules = {name: types.ModuleType(name) for name in ("spare", "anthropic", "anthropic.types")}
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    return modules


def played(scene, spare=b"WHOSE = 'ours'\n"):
    beside = [Source("spare.py", spare)]
    player = Player(Source("harness.py", b""), Source("scenes.py", SCENES), beside)
    try:
        assert player.load() == {"loaded": True}
        return json.loads(player.play(scene, {}))
    finally:
        player.close()


def test_a_file_beside_the_harness_and_the_providers_package_are_those_of_this_play(there):
    assert played("imported")["seen"] == {"errors": "APIStatusError", "spare": "ours"}
    assert played("imported", b"WHOSE = 'theirs'\n")["seen"]["spare"] == "theirs"


def test_what_was_imported_before_is_back_afterwards(there):
    played("imported")
    assert {name: sys.modules[name] for name in there} == there
    assert sys.modules["lab.provider.stand_in"] is stand_in
