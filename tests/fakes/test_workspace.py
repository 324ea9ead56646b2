"""The disk in memory, and the ways it fails."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lab

METHODS = {
    "exists": lambda ws, path: ws.exists(path),
    "listdir": lambda ws, path: ws.listdir(path),
    "read_text": lambda ws, path: ws.read_text(path),
    "write_text": lambda ws, path: ws.write_text(path, "x"),
    "append_text": lambda ws, path: ws.append_text(path, "x"),
    "delete": lambda ws, path: ws.delete(path),
    "tear": lambda ws, path: ws.tear(path, 0),
}


def test_what_was_written_is_read_back():
    ws = lab.Workspace({"a.py": "x = 1\n"})
    ws.write_text("src/b.py", "y\r\n")
    ws.append_text("src/b.py", "z")
    ws.append_text("new.txt", "first")
    assert ws.read_text("src/b.py") == "y\r\nz" and ws.exists("src/b.py")
    assert ws.snapshot() == {"a.py": "x = 1\n", "new.txt": "first", "src/b.py": "y\r\nz"}
    assert list(ws.snapshot()) == sorted(ws.snapshot())


def test_exists_is_about_files():
    ws = lab.Workspace({"src/a.py": ""})
    assert ws.exists("src/a.py") and not ws.exists("src") and not ws.exists("b.py")


def test_a_folder_lists_its_names_sorted_folders_with_a_slash():
    ws = lab.Workspace({"b.py": "", "src/a.py": "", "src/deep/c.py": "", "a.py": ""})
    assert ws.listdir(".") == ["a.py", "b.py", "src/"]
    assert ws.listdir("src") == ws.listdir("./src/") == ["a.py", "deep/"]
    assert lab.Workspace().listdir(".") == []


def test_what_is_not_there_is_file_not_found():
    ws = lab.Workspace({"src/a.py": ""})
    for look in (ws.read_text, ws.listdir, ws.delete):
        with pytest.raises(FileNotFoundError, match="missing"):
            look("missing")
    with pytest.raises(FileNotFoundError):
        ws.read_text("src")


def test_paths_are_cleaned_alike_everywhere():
    ws = lab.Workspace({"./a.py": "1"})
    ws.write_text("src//b.py", "2")
    assert ws.snapshot() == {"a.py": "1", "src/b.py": "2"}
    assert ws.read_text("src/./b.py") == "2"
    assert ws.writes == [("write", "src/b.py", "2")]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", ["../x", "a/../../x", "a/..", "/etc/passwd", ".."])
def test_there_is_no_way_out(method, path):
    ws = lab.Workspace({"a": "x"})
    with pytest.raises(ValueError, match="path leaves the workspace"):
        METHODS[method](ws, path)
    assert ws.snapshot() == {"a": "x"}


@pytest.mark.parametrize("files", [{"../x": ""}, {"/x": ""}])
def test_files_given_at_the_start_cannot_lie_outside_either(files):
    with pytest.raises(ValueError, match="leaves the workspace"):
        lab.Workspace(files)


def test_a_file_and_a_folder_cannot_share_a_path():
    ws = lab.Workspace({"src/a.py": ""})
    with pytest.raises(IsADirectoryError):
        ws.write_text("src", "x")
    with pytest.raises(NotADirectoryError):
        ws.write_text("src/a.py/b.py", "x")
    with pytest.raises(NotADirectoryError):
        ws.listdir("src/a.py")
    with pytest.raises(IsADirectoryError):
        ws.append_text(".", "x")


def test_only_text_with_a_utf8_can_be_written():
    ws = lab.Workspace()
    with pytest.raises(TypeError, match="a file holds text, not bytes: a"):
        ws.write_text("a.py", b"x")
    with pytest.raises(TypeError, match="a path is a str, not NoneType"):
        ws.write_text(None, "x")
    with pytest.raises(UnicodeEncodeError):
        ws.write_text("a.py", "\ud800")
    assert ws.writes == []


def test_deleting_a_folder_takes_all_under_it_and_nothing_beside_it():
    ws = lab.Workspace({"build/a": "", "build/b/c": "", "builder": "", "a": ""})
    ws.delete("build/")
    ws.delete("a")
    assert list(ws.snapshot()) == ["builder"]
    assert ws.writes == [("delete", "build", ""), ("delete", "a", "")]


def test_files_given_at_the_start_are_not_among_the_writes():
    ws = lab.Workspace({"a": "1"})
    ws.append_text("a", "2")
    ws.write_text("b", "3")
    assert ws.writes == [("append", "a", "2"), ("write", "b", "3")]


paths = st.sampled_from(["a", "b", "d/a", "d/e/f"])
operations = st.lists(st.tuples(st.sampled_from(["write", "append", "delete"]), paths, st.text()))


def apply(ws, op, path, text):
    if op == "delete":
        ws.delete(path)
    else:
        getattr(ws, f"{op}_text")(path, text)


@given(operations)
def test_the_writes_told_again_make_the_same_disk(told):
    ws, model = lab.Workspace({"a": "start"}), {"a": "start"}
    for op, path, text in told:
        if op == "delete" and path not in model:
            with pytest.raises(FileNotFoundError):
                ws.delete(path)
            continue
        apply(ws, op, path, text)
        if op == "delete":
            del model[path]
        else:
            model[path] = text if op == "write" else model.get(path, "") + text
    assert ws.snapshot() == model
    again = lab.Workspace({"a": "start"})
    for write in ws.writes:
        apply(again, *write)
    assert again.snapshot() == model


# -- staged failures --


@given(st.text(), st.text(), st.integers(0, 40))
def test_a_tear_keeps_the_first_bytes_of_the_last_append(before, added, keep):
    ws = lab.Workspace({"log": before})
    ws.append_text("log", added)
    writes = list(ws.writes)
    ws.tear("log", keep)
    kept = ws.read_text("log").removeprefix(before)
    assert ws.read_text("log").startswith(before) and added.startswith(kept)
    size = len(kept.encode())
    assert size <= keep and (kept == added or size > keep - 4)
    assert ws.writes == writes


def test_only_a_file_that_was_appended_to_last_can_be_torn():
    ws = lab.Workspace({"log": "x"})
    with pytest.raises(ValueError, match="nothing to tear: log was not appended to last"):
        ws.tear("log", 0)
    ws.append_text("log", "y")
    ws.write_text("log", "z")
    with pytest.raises(ValueError, match="nothing to tear"):
        ws.tear("log", 0)


def test_a_full_disk_refuses_the_write_after_the_nth_and_changes_nothing():
    ws = lab.Workspace({"a": "1"})
    ws.full_after(2)
    ws.append_text("a", "2")
    ws.write_text("b", "3")
    for write in (ws.write_text, ws.append_text):
        with pytest.raises(OSError, match="No space left on device"):
            write("a", "4")
    assert ws.snapshot() == {"a": "12", "b": "3"} and len(ws.writes) == 2
    ws.delete("b")
    ws.full_after(None)
    ws.write_text("a", "4")
    assert ws.snapshot() == {"a": "4"}
