"""Opens JupyterLab on the notebooks: those of the course folder, or of the checkout.

How a notebook is made is `notebook`; here it is found, copied where it is nobody's yet, and shown.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.course.progress import course_folder
from lab.doctor.notebook import ROOT, folder

_MISSING = "JupyterLab is not installed: pip install 'harness-lab[notebooks]'"


def open_notebooks(name: str | None = None) -> int:
    """Runs JupyterLab until it is closed; its exit code. LabError without it, or without `name`."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise LabError(_MISSING)
    course = course_folder()
    opened = target(course, name)
    # The kernels work where the notebooks are, and answers belong where the command line puts them.
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = {**os.environ, "LAB_COURSE": str(course), "PYTHONPATH": os.pathsep.join(paths)}
    return _wait(subprocess.Popen([sys.executable, "-m", "jupyterlab", str(opened)], env=env))


def target(course: Path, name: str | None) -> Path:
    """What to open: a file that is named where it stands, else one of the course's, or all."""
    if name and name.endswith(".ipynb") and Path(name).expanduser().is_file():
        return Path(name).expanduser()
    notebooks = settled(course)
    return notebooks / chosen(notebooks, name) if name else notebooks


def settled(course: Path) -> Path:
    """The folder to open: the course folder's own notebooks, else the checkout's, else a copy."""
    own = course / "notebooks"
    if own.is_dir():
        return own
    there = sorted(folder().glob("*.ipynb"))
    if not there:
        raise LabError(f"there are no notebooks in {folder()}")
    if (ROOT / "lessons").is_dir():
        return folder()
    try:
        own.mkdir(parents=True)
        for path in there:
            shutil.copyfile(path, own / path.name)
    except OSError as exc:
        raise LabError(f"{own} cannot be made: {exc.strerror or exc}") from None
    return own


def chosen(notebooks: Path, name: str) -> str:
    """The file that is meant by a lesson's key ("D"), or by its name with or without `.ipynb`."""
    names = sorted(path.name for path in notebooks.glob("*.ipynb"))
    wanted = name.strip().lower().removesuffix(".ipynb")
    keys = {one.notebook: one.key.lower() for one in find_lessons()}
    for file in names:
        if wanted == file.lower().removesuffix(".ipynb") or keys.get(file) in _keys(wanted):
            return file
    there = ", ".join(file.removesuffix(".ipynb") for file in names) or "none"
    raise LabError(f"there is no notebook {name.strip()!r}; there are: {there}")


def _keys(wanted: str) -> tuple[str, str]:
    return wanted, wanted.zfill(2)


def _wait(process: subprocess.Popen) -> int:
    """Ctrl-C is JupyterLab's own: it asks whether to go."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue
