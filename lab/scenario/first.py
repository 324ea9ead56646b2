"""The file that `lab scenario new` writes: it runs, and its comments say what goes where."""

_TEXT = '''"""{title}"""

# The lesson whose idea the run turns on, as `lab map` names it; several are a list.
LESSON = "{lesson}"

# What somebody says who cannot see the code: what they did, what they saw. Not what it was.
REPORT = """
Our bot repeats commands. Yesterday I pasted one that begins with two spaces, because the
other program wants them. It told me that mine had none.
"""

QUESTION = "The two spaces were typed and sent. Where did they go?"

# Two to four. One is right; each of the others is what somebody would really think.
OPTIONS = {{
    "a": "The model left them out when it repeated the line.",
    "b": "They were taken off before the words went on the record.",
    "c": "The provider takes blanks off what it is sent.",
}}

RIGHT = "b"

# For every option, the right one too: what choosing it overlooks, or what shows that it holds.
FEEDBACK = {{
    "a": "It repeats what it was sent, and the request has no spaces in it.",
    "b": "The record holds what was sent, and they are missing there already.",
    "c": "The request is as it left the program, and they are missing in it.",
}}

# What happened, and what the reference does instead.
REVEAL = """
Theirs tidies up what a user says before it is recorded. The reference records the words as they
are: what is not on the record, the model cannot know.
"""

# Where it was reported, as owner/repository#number; leave it out when it was nowhere.
# SOURCE = "owner/repository#1"

# Every observation that scene() returns is in one of the two.
DIFFERS = ["record", "requests"]
SAME = ["shape"]

# Whether the lesson's own suite would have caught it: `lab scenario check` tells.
CAUGHT = {caught}


def theirs(harness):
    """Puts the broken definitions into the harness: as few as it takes."""

    def user_message(text):
        return {{"role": "user", "content": text.strip()}}

    harness.user_message = user_message


async def scene(harness, lab):
    """One run on the fakes; what is seen of it, as plain data under names a reader understands."""
    model = lab.ScriptedModel([lab.say("It begins with no blank.")])
    record = []
    run = harness.run_agent(model, "You repeat commands.", record, [], "  make all")
    await lab.drive(run)
    return {{
        "record": record,
        "requests": lab.requests(model),
        "shape": lab.shape(record),
    }}


def tell(seen):
    """The run in a few lines."""
    return [
        f"record: {{seen['shape']}}",
        f"first message: {{seen['record'][0]['content']!r}}",
    ]
'''


def first_file(title: str, lesson: str, caught: bool | None) -> str:
    """The text of a new scenario of this title and lesson."""
    return _TEXT.format(title=title, lesson=lesson, caught=caught)
