"""A sandbox is plain data, and the parts of a folder without what it hides are the rest of it."""

import json

import pytest

from lab.sandbox import Sandbox
from lab.sandbox.landlock import without


def test_a_sandbox_comes_back_from_json_as_it_was():
    held = Sandbox("B", hidden=("/a", "/b"), forks=True, scratch=5)
    assert Sandbox.from_dict(json.loads(json.dumps(held.as_dict()))) == held


def test_a_tier_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no such tier: 'D'"):
        Sandbox("D")


def test_a_folder_without_what_it_hides_is_the_rest_of_it(tmp_path):
    for name in ("lib/os", "lib/site/pip", "lib/site/lab/suites", "other"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "lib" / "link").symlink_to(tmp_path / "lib" / "site")
    hidden = [str(tmp_path / "lib" / "site" / "lab")]
    found = {path.removeprefix(str(tmp_path)) for path in without([str(tmp_path)], hidden)}
    assert found == {"/lib/os", "/lib/site/pip", "/other"}


def test_nothing_is_left_of_a_folder_that_is_hidden_or_lies_in_one(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert list(without([str(tmp_path / "a" / "b"), str(tmp_path)], [str(tmp_path)])) == []
