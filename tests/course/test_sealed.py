"""What a release seals is read as if it stood there; a checkout seals nothing."""

import pytest

from lab.course import sealed
from lab.course.errors import LabError

FILES = {"harness.py": b"x = 1\n", "lessons/04A_runs/scenarios/1_run.py": "caf\u00e9".encode()}


@pytest.fixture
def root(tmp_path):
    (tmp_path / sealed.FILE).write_bytes(sealed.seal(FILES))
    return tmp_path


def test_what_is_sealed_is_what_comes_out():
    assert sealed.unseal(sealed.seal(FILES)) == FILES


def test_a_sealed_file_holds_no_line_of_what_is_in_it():
    plain = {"harness.py": b"def run_agent(model, system, messages):\n" * 50}
    assert b"run_agent" not in sealed.seal(plain)
    assert len(sealed.seal(plain)) < 400


def test_a_file_that_is_sealed_is_read_as_if_it_stood_there(root):
    for name, data in FILES.items():
        assert sealed.read(root / name) == data
        assert sealed.is_there(root / name)


def test_a_file_that_stands_there_is_read_and_not_the_sealed_one(root):
    (root / "harness.py").write_bytes(b"mine\n")
    assert sealed.read(root / "harness.py") == b"mine\n"


def test_a_folder_shows_the_sealed_files_right_below_it(root):
    folder = root / "lessons" / "04A_runs" / "scenarios"
    assert sealed.below(folder, ".py") == [folder / "1_run.py"]
    assert sealed.below(folder.parent, ".py") == []
    assert sealed.below(folder, ".md") == []


@pytest.mark.parametrize("name", ["other.py", "lessons/04A_runs/scenarios/2_run.py"])
def test_what_is_neither_there_nor_sealed_is_a_missing_file(root, name):
    assert not sealed.is_there(root / name)
    with pytest.raises(FileNotFoundError):
        sealed.read(root / name)


def test_without_a_sealed_file_there_is_only_what_stands_there(tmp_path):
    assert sealed.below(tmp_path, ".py") == []
    with pytest.raises(FileNotFoundError):
        sealed.read(tmp_path / "harness.py")


@pytest.mark.parametrize("data", [b"", b"not sealed", b"\xff\xfe", sealed.seal(FILES)[:-9]])
def test_a_damaged_sealed_file_is_one_clear_line(root, data):
    (root / sealed.FILE).write_bytes(data)
    with pytest.raises(LabError, match=r"sealed\.txt is damaged: get the course anew"):
        sealed.read(root / "nothing.py")
