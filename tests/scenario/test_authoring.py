"""Every command of the guide for authors, run in a scratch folder in the order of the guide."""

import subprocess
import sys
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "lessons" / "AUTHORING.md").read_text(encoding="utf-8")


def test_the_commands_of_the_guide_work_one_after_another(tmp_path):
    fences = [token.content for token in MarkdownIt().parse(GUIDE) if token.info == "sh"]
    commands = [line for fence in fences for line in fence.splitlines()]
    assert len(commands) == 5 and all(command.startswith("lab ") for command in commands)
    said = ""
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", *command.split()],
            cwd=tmp_path,
            env={**_environment(), "PYTHONPATH": str(ROOT)},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            stdin=subprocess.DEVNULL,
        )
        # Without a terminal the doctor asks for an --answer, and says so with 2.
        assert done.returncode == (2 if "doctor" in command else 0), done.stdout + done.stderr
        said += done.stdout
    assert said.count("1 of 1 scenarios are what they say.") == 2
    assert "the suite catches it" in said and "--answer a" in said


def test_what_the_table_of_the_guide_quotes_is_what_the_check_says():
    said = "".join(
        (ROOT / path).read_text(encoding="utf-8")
        for path in ("lab/doctor/compare.py", "lab/doctor/run.py", "lab/scenario/proof.py")
    )
    table = GUIDE.partition("| the check says")[2]
    quoted = [row.split("`")[1] for row in table.splitlines() if row.startswith("| `")]
    assert len(quoted) == 5
    for words in quoted:
        for piece in (
            words.removesuffix(": ...")
            .replace("3 runs", "")
            .replace("scene()", "")
            .split("CAUGHT ")
        ):
            assert piece.strip() in said, piece


def _environment():
    import os

    return {name: value for name, value in os.environ.items() if name != "LAB_COURSE"}
