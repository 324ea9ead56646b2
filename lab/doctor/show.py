"""What is shown of a scenario and of a question, and when: nothing before an answer gives it away.

Each function gives blocks; how they are drawn is not decided here.
"""

import textwrap

import lab
from lab.course.lesson import Lesson, find_lessons
from lab.course.questions import Open, Question
from lab.doctor.blocks import Block, Compared, Heading, Options, Prose, Told
from lab.doctor.compare import differences
from lab.doctor.run import Both
from lab.doctor.scenario import Scenario


def report(scenario: Scenario) -> list[Block]:
    """What somebody says who cannot see the code. Not the title, which often says what it was."""
    return [Heading(f"Run {scenario.id}"), Prose(scenario.report)]


def opening(scenario: Scenario, width: int) -> str:
    """The report's first words in one line, for a list of runs."""
    return textwrap.shorten(scenario.report.replace("`", ""), width, placeholder=" ...")


def asked(question: Question) -> list[Block]:
    """The question and its options."""
    rows = tuple((letter, "", words) for letter, words in question.options.items())
    return [Prose(question.stem), Options(rows)]


def wondered(question: Open) -> list[Block]:
    """An open question, which has no options."""
    return [Prose(question.stem)]


def misses(question: Open) -> list[Block]:
    """The common answers to an open question that miss, what each misses, then what holds."""
    if not question.misses:
        return [Prose("It is graded: what holds is with your instructor.")]
    rows = "\n".join(f"- *{answer}* {missed}" for answer, missed in question.misses.items())
    blocks: list[Block] = [Prose(f"Common answers that miss:\n\n{rows}")]
    return [*blocks, Prose(question.reveal)] if question.reveal else blocks


def verdict(question: Question, answer: str) -> list[Block]:
    """Whether a committed answer is right, and what choosing it overlooks."""
    if not question.right:
        return [Prose("It is graded: what is right is with your instructor.")]
    said = f"**{answer} is {'right' if answer == question.right else 'not right'}.**"
    return [Prose(f"{said} {question.feedback[answer]}")]


def runs(scenario: Scenario, both: Both) -> list[Block]:
    """The two runs side by side: told, then where they differ, then where they do not."""
    theirs, reference = both.theirs, both.reference
    blocks: list[Block] = [Told(scenario.labels, tuple(theirs.told), tuple(reference.told))]
    differ = differences(theirs.seen, reference.seen)
    if theirs.raised or reference.raised:
        return blocks
    names = "theirs", "the reference" if scenario.setup else "mended"
    hidden = [name for name in differ if name in {*scenario.differs} - {*scenario.shown}]
    shown = [name for name in scenario.shown if name in differ]
    for name in [*shown, *(name for name in differ if name not in scenario.differs)]:
        pair = theirs.seen.get(name), reference.seen.get(name)
        blocks.append(Compared(name, lab.diff(*pair, names=names)))
    if hidden:
        blocks.append(Prose(f"Different as well: {', '.join(hidden)}."))
    if same := [name for name in theirs.seen if name not in differ]:
        blocks.append(Prose(f"The same in both: {', '.join(same)}."))
    return blocks


def reveal(question: Question, answer: str, scenario: Scenario | None = None) -> list[Block]:
    """What a committed answer opens: the feedback for the other options, then how it was."""
    if not question.right:
        return []
    others = [letter for letter in question.options if letter != answer]
    rows = tuple(
        (letter, "right" if letter == question.right else "", question.feedback[letter])
        for letter in others
    )
    blocks: list[Block] = [Prose("The other options:"), Options(rows)]
    if question.reveal:
        title = scenario.title if scenario else "And the answer"
        blocks += [Heading(title), Prose(question.reveal)]
    if scenario:
        blocks.append(Prose(" ".join(_background(scenario, find_lessons()))))
    return blocks


def taken_from(scenario: Scenario, lessons: list[Lesson]) -> str:
    """The sentence that names the lessons a scenario is from."""
    titles = {lesson.key: lesson.title for lesson in lessons}
    named = [f"{key} ({titles[key]})" if key in titles else key for key in scenario.lessons]
    return f"From lesson {named[0]}." if len(named) == 1 else f"From lessons {_and(named)}."


def _background(scenario: Scenario, lessons: list[Lesson]) -> list[str]:
    said = [taken_from(scenario, lessons)]
    if scenario.caught is not None:
        would = "would have caught" if scenario.caught else "would not have caught"
        suite = "Its suite" if len(scenario.lessons) == 1 else "Their suites"
        said.append(f"{suite} {would} this.")
    if scenario.source:
        said.append(f"Reported as {scenario.source}.")
    return said


def _and(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
