"""`lab init` and `lab start`, as they are typed."""

from lab.cli import main


def test_a_folder_is_made_and_the_next_thing_to_do_is_said(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "mine"]) == 0
    said = capsys.readouterr().out
    assert "harness.py is at lesson 01's start" in said
    assert "`lab check`" in said
    assert main(["init", "mine"]) == 2
    assert "is there already: nothing was changed" in capsys.readouterr().err


def test_a_start_shows_its_diff_and_a_second_one_says_there_is_nothing_to_change(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.delenv("LAB_COURSE", raising=False)
    monkeypatch.chdir(tmp_path)
    assert main(["start"]) == 2
    assert "is no course folder" in capsys.readouterr().err
    main(["init", "."])
    capsys.readouterr()
    assert main(["start", "2", "--force"]) == 0
    said = capsys.readouterr().out
    assert "+    # --- your code: 02 run_tool ---" in said
    assert "run `lab check 02`" in said
    assert main(["start", "2"]) == 0
    assert "nothing to change" in capsys.readouterr().out
    assert main(["start", "77"]) == 2
    assert "there is no lesson '77'" in capsys.readouterr().err


def test_a_checkpoint_of_runs_has_nothing_to_start_and_says_where_its_runs_are(learner, capsys):
    before = (learner / "harness.py").read_bytes()
    assert main(["start", "A", "--force"]) == 0
    said = capsys.readouterr().out
    assert said == "A, Transcript doctor I, has nothing to build: `lab read A`\n"
    assert (learner / "harness.py").read_bytes() == before


def test_a_lesson_is_not_forced_where_it_would_be_a_dead_end(learner, capsys):
    before = (learner / "harness.py").read_bytes()
    assert main(["start", "D", "--force"]) == 2
    said = capsys.readouterr()
    why = "which lesson 02 makes and lesson D builds on: run `lab start 02` first"
    assert said.err == f"lab: harness.py has no tool_result (and 5 more), {why}\n"
    assert said.out == ""
    assert (learner / "harness.py").read_bytes() == before


def test_a_folder_without_a_name_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["init", ""]) == 2
    said = capsys.readouterr()
    assert said.err == (
        "lab: the folder has no name: `lab init DIR`, or `lab init` alone for this folder\n"
    )
    assert said.out == "" and list(tmp_path.iterdir()) == []
