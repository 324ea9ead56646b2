"""A wheel carries the whole course: what a checkout has beside the package is inside it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A wheel of this checkout, unpacked as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def lab(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONPATH": str(installed), "LAB_COURSE": str(folder)}
    command = [sys.executable, "-P", "-m", "lab", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120
    )


def test_it_holds_the_finished_harness_the_lessons_and_the_notebooks(installed):
    inside = installed / "lab" / "_data"
    assert (inside / "harness.py").read_bytes() == (ROOT / "harness.py").read_bytes()
    for folder, pattern in (("lessons", "*/part.py"), ("notebooks", "*.ipynb")):
        there = {path.relative_to(ROOT) for path in (ROOT / folder).glob(pattern)}
        assert {path.relative_to(inside) for path in (inside / folder).glob(pattern)} == there


def test_what_is_installed_makes_a_folder_judges_and_diagnoses(installed, tmp_path):
    assert lab(installed, tmp_path, "init", ".").returncode == 0
    checked = lab(installed, tmp_path, "check")
    assert checked.returncode == 1
    assert "not written yet: text_of" in checked.stdout
    finished = str(installed / "lab" / "_data" / "harness.py")
    assert lab(installed, tmp_path, "check", "D", "--harness", finished).returncode == 0
    diagnosed = lab(installed, tmp_path, "doctor", "D.8", "--answer", "c", "--plain")
    assert diagnosed.returncode == 0, diagnosed.stderr
    assert "bill: 66596" in diagnosed.stdout
