"""A made-up lesson: a harness, two scenarios (one breaks it, one misuses it), a page, a suite."""

HARNESS = """
def greet(name):
    return f"Hello, {name}."


async def save(disk, name):
    disk[name] = greet(name)
    return len(disk)
"""

SCENARIO = '''
"""A greeting nobody got

More about it, for whoever writes the next one.
"""

LESSON = ["01", "02"]
REPORT = """
The log says *one greeting written*, and Ada says she never got hers.
"""
QUESTION = "What went wrong?"
OPTIONS = {"a": "The greeting is empty.", "b": "It went to somebody else.", "c": "Nothing."}
RIGHT = "b"
FEEDBACK = {
    "a": "Its length would show that.",
    "b": "The name was never looked at.",
    "c": "Ada has no greeting.",
}
REVEAL = "The name is a constant. A `lab` that counts greetings cannot see it."
SOURCE = "owner/repo#12"
DIFFERS = ["disk"]
SAME = ["count"]
CAUGHT = False


def theirs(harness):
    async def save(disk, name):
        disk["Bob"] = harness.greet("Bob")
        return len(disk)

    harness.save = save


async def scene(harness, lab):
    disk = {}
    count = await harness.save(disk, "Ada")
    return {"disk": disk, "count": count}


def tell(seen):
    return ["On the disk: " + ", ".join(seen["disk"]), f"It counted {seen['count']}."]
'''

MISUSE = SCENARIO.replace(
    SCENARIO[SCENARIO.index("def theirs") : SCENARIO.index("def tell")],
    """
async def scene(harness, lab):
    return {"disk": {"Bob": harness.greet("Bob")}, "count": 1}


async def mended(harness, lab):
    return {"disk": {"Ada": harness.greet("Ada")}, "count": 1}


MENDED = "with the name looked at"


""",
)

PAGE = """# Checkpoint Z: Greetings

It greets. [More](https://example.org).

<!-- the author's own note -->

## Runs

Answer first.

<!-- runs -->

## Together

<!-- question: common -->

## A look

```python
sorted(["b", "a"])
```

```text
not code
```

<!-- sentences -->

The end.
"""

QUESTIONS = """
[[question]]
id = "common"
stem = "And in common?"
right = "b"
options = { a = "Names.", b = "Constants." }
feedback = { a = "Which?", b = "Both runs had one." }
"""

TESTS = """
def test_one(play):
    \"\"\"It greets
    by name.\"\"\"


def helper():
    \"\"\"No sentence.\"\"\"


async def test_two(play):
    \"\"\"It counts.\"\"\"
"""
