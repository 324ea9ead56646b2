"""What a release says of itself to the learner who opens it, and of what it keeps out of sight."""

from lab.release.contents import Choice

_TEXT = """# {title}

You grow one file, `harness.py`, into a complete coding-agent harness, offline and without a key.

```sh
python3 -m venv .venv
. .venv/bin/activate
pip install .
lab init my-harness
cd my-harness
lab
```

`lab` always says what to do next. You need Python 3.11 or later. With
`pip install '.[notebooks]'` the notebooks open with `lab notebook`.

## What is here

{lessons}

{suites}{graded}

## What is not here, and what that is worth

The solutions of the gaps, the wrong solutions{hidden} are left out. Before this folder was made,
each of their lines ({count} of them) was looked for in every file here, and none was found.

What the transcript doctor needs to play its runs, the finished harness among it, is here in one
file, `sealed.txt`. It is sealed so that nobody meets it by accident. It is no secret: a program
can read it, so somebody who sets out to can too.
"""


def readme(choice: Choice, searched: dict[str, int]) -> str:
    """The text of README.md."""
    main = [one for one in choice.lessons if one.kind == "lesson"]
    span = f"Lessons {main[0].key} to {main[-1].key}" if len(main) > 1 else "One lesson"
    rows = "\n".join(f"- {one.key}: {one.title}" for one in choice.lessons)
    return _TEXT.format(
        title=f"harness-lab: {span.lower()}",
        lessons=rows,
        suites=_suites(choice),
        graded=_graded(choice),
        hidden=" and the suites that are not public" if choice.hidden else "",
        count=sum(searched.values()),
    )


def _suites(choice: Choice) -> str:
    public = choice.judged
    hidden = choice.hidden
    said = []
    if public:
        said.append(f"`lab check` judges your file in: {', '.join(public)}.")
    if hidden:
        said.append(
            f"These are judged by your instructor, who has their suites: {', '.join(hidden)}."
        )
    return " ".join(said)


def _graded(choice: Choice) -> str:
    keys = [one.key for one in choice.lessons if one.key in choice.graded]
    if not keys:
        return ""
    named = f"The questions of {', '.join(keys)} are graded: what you answer is recorded,"
    return f"\n\n{named} and `lab export` hands it in. What is right is with your instructor."
