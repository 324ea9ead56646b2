"""Submissions in: whatever an export holds, a row a learner, and a reason where there is none."""

import io
import json
import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.course.errors import LabError
from lab.grade.intake import Handed, shard, take

GOOD = b"def assistant(text):\n    return {}\n"


def packed(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def laid(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def by_id(handed: list[Handed]) -> dict[str, Handed]:
    return {one.submission.id: one for one in handed}


def only(handed: list[Handed]) -> Handed:
    assert len(handed) == 1
    return handed[0]


def test_a_folder_a_learner_and_a_file_a_learner_are_both_taken(tmp_path):
    found = by_id(take(laid(tmp_path, {"ada/src/harness.py": GOOD, "bob.py": GOOD})))
    assert set(found) == {"ada", "bob"}
    assert found["ada"].files == found["bob"].files == {"harness.py": GOOD}
    assert found["ada"].submission.digest == found["bob"].submission.digest


def test_a_zip_reads_as_the_folder_that_was_packed(tmp_path):
    files = {
        "ada/harness.py": GOOD,
        "bob/harness.py": b"x = 1\n",
        "__MACOSX/ada/._harness.py": b"!",
    }
    folder = laid(tmp_path / "class", files)
    (tmp_path / "class.zip").write_bytes(packed({f"class/{n}": d for n, d in files.items()}))
    assert [one.submission for one in take(folder)] == [
        one.submission for one in take(tmp_path / "class.zip")
    ]


def test_canvas_names_are_read_and_the_latest_of_several_is_taken(tmp_path):
    files = {
        "lovelaceada_4321_777_harness.py": b"first = 1\n",
        "lovelaceada_4321_778_harness-1.py": GOOD,
        "hopper_LATE_99_12_work.zip": packed({"w/harness.py": GOOD}),
    }
    laid(tmp_path, files)
    os.utime(tmp_path / "lovelaceada_4321_777_harness.py", (1, 1))
    ada, hopper = sorted(take(tmp_path), key=lambda one: one.submission.learner, reverse=True)
    assert ada.submission.identifiers["canvas_user_id"] == "4321"
    assert ada.files["harness.py"] == GOOD and "is the newest" in ada.submission.notes[0]
    assert hopper.files["harness.py"] == GOOD
    assert "Canvas says that it came late" in hopper.submission.notes


def test_moodle_folders_give_name_and_participant(tmp_path):
    laid(
        tmp_path,
        {"Zoë Müller_123456_assignsubmission_file_/harness.py": GOOD, "b/harness.py": b"1"},
    )
    found = next(one for one in take(tmp_path) if one.submission.identifiers)
    assert found.submission.learner == "Zoë Müller"
    assert found.submission.identifiers == {"moodle_participant": "123456"}


def test_gradescope_says_who_it_was_and_when(tmp_path):
    metadata = (
        b"submission_11:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '77'\n"
        b"    :email: ada@example.org\n  :created_at: 2026-10-01 12:00:00.000000000 Z\n"
    )
    files = {"submission_metadata.yml": metadata, "submission_11/harness.py": GOOD}
    found = only(take(laid(tmp_path / "assignment_5_export", files))).submission
    assert (found.learner, found.submitted) == ("Ada Lovelace", "2026-10-01T12:00:00+00:00")
    assert found.identifiers == {
        "gradescope_id": "11",
        "gradescope_sid": "77",
        "email": "ada@example.org",
    }


def test_cloned_repositories_are_called_by_what_they_do_not_share(tmp_path):
    files = {}
    for name in ("lab-ada", "lab-bob-smith"):
        files |= {f"{name}/.git/config": b"", f"{name}/harness.py": GOOD}
    found = [one.submission.identifiers["github"] for one in take(laid(tmp_path, files))]
    assert found == ["ada", "bob-smith"]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"harness.py": b"  \n"}, "is empty"),
        ({"notes.txt": b"hello"}, "no harness.py among its 1 files"),
        ({"one.py": GOOD, "two.py": GOOD}, "2 Python files and none is called harness.py"),
        ({"work.zip": b"PK\x03\x04 broken"}, "is no zip that can be read"),
        ({"work.tar.gz": b"x"}, "hand in a zip or the file"),
        ({"harness.py": b"#" * (3 << 20)}, "is over 2 MiB"),
        ({"work.ipynb": b"{"}, "is no notebook that can be read"),
    ],
)
def test_what_cannot_be_read_is_a_row_with_its_reason(tmp_path, files, reason):
    laid(tmp_path, {f"ada/{name}": data for name, data in files.items()} | {"bob/harness.py": GOOD})
    found = by_id(take(tmp_path))
    assert reason in found["ada"].submission.problem
    assert found["ada"].submission.digest is None and found["ada"].files == {}
    assert found["bob"].submission.problem is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_link_is_not_followed_and_a_pipe_is_not_waited_for(tmp_path):
    (tmp_path / "secret.py").write_bytes(b"secret = 1\n")
    folder = laid(tmp_path / "class", {"cy/harness.py": GOOD})
    for name in ("ada", "bob"):
        (folder / name).mkdir()
    (folder / "ada" / "harness.py").symlink_to(tmp_path / "secret.py")
    os.mkfifo(folder / "bob" / "harness.py")
    (folder / "dan").symlink_to(tmp_path)
    found = by_id(take(folder))
    assert "is a link" in found["ada"].submission.problem
    assert "no regular file" in found["bob"].submission.problem
    assert "dan" not in found and found["cy"].submission.problem is None


def test_a_bomb_and_a_name_that_climbs_do_no_harm(tmp_path):
    inner = packed({"harness.py": b"\0" * (64 << 20)})
    files = {"ada/a.zip": packed({"b.zip": inner}), "bob/w.zip": packed({"../../harness.py": GOOD})}
    (tmp_path / "class.zip").write_bytes(packed(files))
    found = by_id(take(tmp_path / "class.zip"))
    assert "is over 2 MiB" in found["ada"].submission.problem
    assert found["bob"].files["harness.py"] == GOOD
    assert [path.name for path in tmp_path.iterdir()] == ["class.zip"]


def test_zips_within_zips_end_somewhere(tmp_path):
    data = packed({"harness.py": GOOD})
    for _ in range(6):
        data = packed({"deeper.zip": data})
    found = only(take(laid(tmp_path, {"ada.zip": data})))
    assert "a zip in a zip" in found.submission.problem


def test_names_alike_and_in_any_script_have_ids_of_their_own(tmp_path):
    names = ["José", "Jose", "李雷", "王芳", "a b", "a-b", "\u202eevil"]
    handed = take(laid(tmp_path, {f"{name}/harness.py": GOOD for name in names}))
    ids = [one.submission.id for one in handed]
    assert len(set(ids)) == len(names) and all(one.isascii() and "/" not in one for one in ids)
    assert "jose" not in ids and {"José", "Jose"} <= {one.submission.learner for one in handed}


def test_a_notebook_gives_its_one_harness(tmp_path):
    def notebook(*cells: str) -> bytes:
        told = [{"cell_type": "code", "source": cell.splitlines(True)} for cell in cells]
        return json.dumps({"cells": told}).encode()

    files = {
        "ada/a.ipynb": notebook("%%writefile harness.py\nx = 1\n", "def y():\n    pass"),
        "bob/a.ipynb": notebook("print(1)", "def y():\n    pass"),
        "cy/a.ipynb": notebook("def x():\n    pass", "def y():\n    pass"),
    }
    found = by_id(take(laid(tmp_path, files)))
    assert found["ada"].files["harness.py"] == b"# harness.py\nx = 1\n"
    assert found["bob"].files["harness.py"] == b"def y():\n    pass"
    assert "2 cells define something" in found["cy"].submission.problem


def test_files_that_a_lesson_puts_beside_are_taken_along_and_nothing_else(tmp_path):
    files = {"ada/harness.py": GOOD, "ada/adapter.py": b"a = 1\n", "ada/conftest.py": b"evil\n"}
    found = only(take(laid(tmp_path, files), ["adapter.py"]))
    assert found.files == {"harness.py": GOOD, "adapter.py": b"a = 1\n"}


def test_utf_16_is_read_and_other_bytes_are_left_as_they_are(tmp_path):
    files = {"ada/harness.py": "x = 'ü'\n".encode("utf-16"), "bob/harness.py": b"# \xfc\n"}
    found = by_id(take(laid(tmp_path, files)))
    assert found["ada"].files["harness.py"] == "x = 'ü'\n".encode()
    assert found["bob"].files["harness.py"] == b"# \xfc\n"


def test_shards_have_everybody_once(tmp_path):
    handed = take(laid(tmp_path, {f"l{n}/harness.py": GOOD for n in range(7)}))
    parts = [shard(handed, f"{i}/3") for i in (1, 2, 3)]
    assert sorted(one.submission.id for part in parts for one in part) == [
        one.submission.id for one in handed
    ]
    with pytest.raises(LabError, match="i/n"):
        shard(handed, "4/3")


def test_a_place_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(LabError, match="no such folder or zip"):
        take(tmp_path / "nothing")


_names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.lists(_names, min_size=1, max_size=4).map("/".join), st.binary(max_size=40))
)
def test_no_zip_that_can_be_made_ends_in_anything_but_rows(tmp_path_factory, files):
    path = tmp_path_factory.mktemp("made") / "class.zip"
    path.write_bytes(packed(files))
    handed = take(path)
    assert len({one.submission.id for one in handed}) == len(handed)
    for one in handed:
        assert (one.submission.problem is None) == (one.submission.digest is not None)
        json.dumps(one.submission.as_dict()).encode("utf-8")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_zip_is_a_reason_and_no_crash(tmp_path_factory, data):
    whole = bytearray(packed({"w/harness.py": GOOD * 20, "w/notes.txt": b"hello" * 30}))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    folder = laid(tmp_path_factory.mktemp("damaged"), {"ada.zip": bytes(whole)})
    for one in take(folder):
        assert one.files or one.submission.problem
