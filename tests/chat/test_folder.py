"""A real folder does what the fake one does, and no path leads out of it."""

import os

import pytest

from lab.chat.folder import Folder
from lab.course.errors import LabError
from lab.workspace import Workspace

OUTSIDE = ["../secret.txt", "a/../../secret.txt", "/etc/passwd", "out/secret.txt", "link.txt"]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    return Folder(tmp_path / "in")


@pytest.fixture
def linked(folder, tmp_path):
    (folder.root / "out").symlink_to(tmp_path)
    (folder.root / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


def test_it_answers_as_the_fake_does(folder):
    fake = Workspace()
    for ws in (folder, fake):
        ws.write_text("./src//app.py", "x = 1\r\n")
        ws.append_text("src/app.py", "y = 2\n")
        ws.write_text("a.txt", "caf\u00e9")
        ws.write_text("b.txt", "gone")
        ws.delete("b.txt")
    assert folder.snapshot() == fake.snapshot()
    assert folder.writes == fake.writes
    assert folder.listdir() == fake.listdir() == ["a.txt", "src/"]
    assert folder.exists("src") == fake.exists("src") == False  # noqa: E712


@pytest.mark.parametrize("path", OUTSIDE)
@pytest.mark.parametrize("method", ["exists", "listdir", "read_text"])
def test_no_look_leaves_the_folder(linked, method, path):
    with pytest.raises(ValueError, match="leaves the workspace"):
        getattr(linked, method)(path)


@pytest.mark.parametrize("path", OUTSIDE)
@pytest.mark.parametrize("method", ["write_text", "append_text"])
def test_no_write_leaves_the_folder(linked, tmp_path, method, path):
    with pytest.raises(ValueError, match="leaves the workspace"):
        getattr(linked, method)(path, "changed")
    assert (tmp_path / "secret.txt").read_text(encoding="utf-8") == "secret"
    assert linked.writes == []


def test_a_dangling_link_out_creates_nothing(folder, tmp_path):
    (folder.root / "new").symlink_to(tmp_path / "new.txt")
    with pytest.raises(ValueError, match="through a link"):
        folder.write_text("new", "x")
    assert not (tmp_path / "new.txt").exists()


def test_deleting_a_link_leaves_what_it_points_to(linked, tmp_path):
    linked.delete("out")
    linked.delete("link.txt")
    assert linked.listdir() == []
    assert (tmp_path / "secret.txt").exists()


def test_a_delete_through_a_link_out_is_refused(linked, tmp_path):
    with pytest.raises(ValueError, match="through a link"):
        linked.delete("out/secret.txt")
    assert (tmp_path / "secret.txt").exists()


def test_the_top_folder_is_not_deleted(folder):
    with pytest.raises(ValueError, match="the folder itself"):
        folder.delete(".")
    assert folder.root.is_dir()


def test_a_neighbour_whose_name_starts_alike_is_outside(folder, tmp_path):
    (tmp_path / "inside").mkdir()
    (folder.root / "near").symlink_to(tmp_path / "inside")
    with pytest.raises(ValueError, match="through a link"):
        folder.write_text("near/x", "x")


def test_what_is_not_text_is_one_clear_error(folder):
    (folder.root / "image").write_bytes(b"\x89PNG\xff")
    with pytest.raises(ValueError, match=r"^Not a text file \(UTF-8\): image$"):
        folder.read_text("image")
    assert folder.snapshot() == {}


def test_a_named_pipe_does_not_hang_a_read(folder):
    os.mkfifo(folder.root / "pipe")
    with pytest.raises(ValueError, match="Not a plain file: pipe"):
        folder.read_text("pipe")
    with pytest.raises(ValueError, match="Not a plain file: pipe"):
        folder.append_text("pipe", "x")


@pytest.mark.parametrize(("path", "error"), [("d", IsADirectoryError), ("f/x", NotADirectoryError)])
def test_a_folder_and_a_file_are_not_taken_for_each_other(folder, path, error):
    folder.write_text("d/x", "")
    folder.write_text("f", "")
    with pytest.raises(error):
        folder.write_text(path, "text")


def test_a_write_keeps_the_mode_and_leaves_no_other_file(folder):
    folder.write_text("run.sh", "old")
    os.chmod(folder.root / "run.sh", 0o755)
    folder.write_text("run.sh", "new")
    assert (folder.root / "run.sh").stat().st_mode & 0o777 == 0o755
    assert folder.listdir() == ["run.sh"]


def test_text_that_cannot_be_encoded_leaves_the_old_file(folder):
    folder.write_text("a", "old")
    with pytest.raises(UnicodeEncodeError):
        folder.write_text("a", "\ud800")
    assert folder.read_text("a") == "old"


@pytest.mark.parametrize("method", ["read_text", "listdir", "delete"])
def test_what_is_missing_is_said(folder, method):
    with pytest.raises(FileNotFoundError, match=r"No such .*: nowhere"):
        getattr(folder, method)("nowhere")


def test_a_folder_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(LabError, match="no such folder"):
        Folder(tmp_path / "nowhere")
