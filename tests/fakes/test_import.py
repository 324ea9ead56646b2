"""What `import lab` costs and leans on."""

import subprocess
import sys
from pathlib import Path

import pytest

import lab

ROOT = Path(lab.__file__).parent.parent
PROBE = """
import sys
before = set(sys.modules)
sys.path.insert(0, {root!r})
import lab
print("\\n".join(sorted(set(sys.modules) - before)))
"""


@pytest.fixture(scope="module")
def imported():
    command = [sys.executable, "-I", "-S", "-c", PROBE.format(root=str(ROOT))]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    return done.stdout.split()


def test_nothing_slow_is_imported(imported):
    slow = {"asyncio", "dataclasses", "inspect", "typing", "shlex", "html", "contextlib", "pathlib"}
    assert not slow & set(imported)


def test_only_the_fakes_and_the_standard_library_are_imported(imported):
    ours = {name for name in imported if name.split(".")[0] == "lab"}
    fakes = "characters compare human messages model observe plaindata shell transcript workspace"
    assert ours == {"lab", *(f"lab.{name}" for name in fakes.split())}
    others = {name.split(".")[0] for name in imported} - {"lab"}
    assert others <= set(sys.stdlib_module_names)


def test_no_fake_imports_the_toolkit():
    for path in (ROOT / "lab").glob("*.py"):
        # What `import lab` itself loads is held above.
        if path.name in ("__init__.py", "__main__.py", "lab_check.py"):
            continue
        source = path.read_text(encoding="utf-8")
        for package in ("course", "check", "doctor", "grade", "cli"):
            assert f"from .{package}" not in source and f"lab.{package}" not in source, path.name


def test_every_public_name_has_words_of_its_own():
    for name in lab.__all__:
        thing = getattr(lab, name)
        assert thing.__doc__ and thing.__doc__.strip(), name
