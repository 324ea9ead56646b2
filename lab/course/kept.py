"""The copies that a course folder keeps under `.lab/kept/` of each file that a command replaced."""

from pathlib import Path

from lab.course.store import write_whole


def keep(path: Path, source: bytes, key: str) -> None:
    """Keeps a file's bytes as they are before something is done in lesson `key`."""
    kept = path.parent / ".lab" / "kept"
    kept.mkdir(exist_ok=True)
    number = 1 + max((int(path.name[:4]) for path in kept.glob("[0-9]" * 4 + "-*")), default=0)
    write_whole(kept / f"{number:04}-{path.stem}-before-{key}{path.suffix}", source)


def copies(folder: Path, key: str = "*") -> list[Path]:
    """The copies of harness.py from before something was done in a lesson, the oldest first."""
    return sorted((folder / ".lab" / "kept").glob("[0-9]" * 4 + f"-harness-before-{key}.py"))
