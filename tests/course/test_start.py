"""Lessons put into files of all kinds: what is carried, what is given, what is refused."""

import pytest

from lab.course.errors import LabError
from lab.course.merge import assemble, diff, gaps, solve, stage_of, start, start_file
from tests.course.small import PARTS, make_course

FIRST = '''"""Mine."""

import json

LIMIT = 3


{greet}


def shout(text):
    """Given."""
    return text.upper()
'''
PLAIN = 'def greet(name):\n    """A greeting."""\n    return "hi " + name'


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("lessons"))


def first(greet=PLAIN):
    return FIRST.format(greet=greet).encode()


def begun(course, greet=PLAIN):
    """The definition of greet, once lesson 02 has started."""
    text = start(first(greet), "02", course).decode()
    return text[text.index("def greet") : text.index("\n\n\nclass Box")]


def test_a_new_definition_is_its_steps_and_an_error(course):
    text = start_file("01", course).decode()
    assert text.startswith('"""A file that greets."""\n\nimport json\n\n\n# == 1 words ==\n')
    assert text.split("\n\n\n")[3] == (
        "def greet(name):\n"
        '    """A greeting."""\n'
        "    # --- your code: 01 greet ---\n"
        "    # Say hello.\n"
        '    raise NotImplementedError("01 greet")\n'
        "    # --- end ---"
    )


def test_a_body_is_carried_under_the_new_signature_and_docstring(course):
    assert begun(course) == (
        "def greet(name, *, loud=False):\n"
        '    """A greeting, loud or not."""\n'
        "    # --- your code: 02 greet ---\n"
        "    # Loud is upper case.\n"
        '    return "hi " + name\n'
        "    # --- end ---"
    )


@pytest.mark.parametrize(
    ("theirs", "grown"),
    [
        ("def greet(who):", "def greet(who, *, loud=False):"),
        ("def greet(name: str) -> str:", "def greet(name: str, *, loud=False) -> str:"),
        ("def greet(name, *, mine=1):", "def greet(name, *, mine=1, loud=False):"),
        ("def greet(name, *mine):", "def greet(name, *mine, loud=False):"),
        ("def greet(name, **mine):", "def greet(name, *, loud=False, **mine):"),
        ("def greet(*, name, **mine):", "def greet(*, name, loud=False, **mine):"),
        ("def greet(name, /):", "def greet(name, /, *, loud=False):"),
        ("def greet(name, mine=(1, 2),):", "def greet(name, mine=(1, 2), *, loud=False,):"),
        (
            "def greet(name, f=lambda x: {x: 1}):",
            "def greet(name, f=lambda x: {x: 1}, *, loud=False):",
        ),
        ("def greet():", "def greet(*, loud=False):"),
        ("def greet(name, loud):", "def greet(name, loud):"),
        ("def greet(name):  # note", "def greet(name, *, loud=False):  # note"),
        ("async def greet(name):", "async def greet(name, *, loud=False):"),
    ],
)
def test_a_signature_of_their_own_grows_by_what_the_lesson_adds(course, theirs, grown):
    source = first(f"{theirs}\n    return 1")
    text = start(source, "02", course).decode()
    assert f"\n{grown}\n" in text


def test_a_parameter_goes_where_the_reference_has_it(course):
    source = start_file("03", course).replace(
        b"def put(self, thing, times=1)", b"def put(self, it)"
    )
    source = source.replace(b"    # --- your code: 03 Box.put ---", b"")
    source = source.replace(b"loud", b"lout")  # nothing of lesson 03 stands any more
    text = start(source, "03", course).decode()
    assert "def put(self, it, times=1):" in text


def test_an_unwritten_gap_is_asked_for_again_under_the_new_lesson(course):
    source = start_file("01", course)
    text = start(source, "02", course).decode()
    assert 'raise NotImplementedError("02 greet")' in text
    assert 'NotImplementedError("01 greet")' not in text
    assert "# Say hello." not in text


def test_an_unwritten_gap_keeps_the_notes_in_it(course):
    source = start_file("01", course).replace(b"# Say hello.", b"# Say hello.\n    # like grandma")
    assert "    # like grandma\n    raise" in start(source, "02", course).decode()


def test_markers_of_earlier_lessons_are_dropped_from_a_carried_body(course):
    source = start_file("01", course).replace(b'raise NotImplementedError("01 greet")', b"return 1")
    text = start(source, "02", course).decode()
    assert "01 greet" not in text
    assert "# Say hello." not in text, "nor do the steps of the lesson before stay"
    assert stage_of(text.encode(), course) == "02"


def test_a_docstring_of_their_own_is_kept_in_the_body(course):
    assert '    """Hi, my way."""\n    return 1\n' in begun(
        course, 'def greet(name):\n    """Hi, my way."""\n    return 1'
    )


def test_the_last_of_several_definitions_is_the_one_that_is_carried(course):
    text = start(first(f"def greet(name):\n    return 1\n\n\n{PLAIN}"), "02", course).decode()
    assert text.count("your code: 02 greet") == 1
    assert text.index("return 1") < text.index("your code: 02 greet")


def test_a_definition_wrapped_by_an_assignment_is_still_the_one(course):
    text = start(first(f"{PLAIN}\n\n\ngreet = print"), "02", course).decode()
    assert text.index("your code: 02 greet") < text.index("\ngreet = print\n")


def test_a_propertys_setter_is_not_taken_for_the_definition(course):
    late = start_file("03", course).replace(
        b"    def put(self, thing",
        b"    @property\n    def put(self, thing",
    )
    late += b"\n\nclass Other:\n    pass\n"
    setter = b"    @put.setter\n    def put(self, value):\n        pass\n\n    def all("
    late = late.replace(b"    def all(", setter)
    text = solve(late, "03", "Box.put", lessons=course).decode()
    assert "    @put.setter\n    def put(self, value):\n        pass\n" in text


def test_given_code_replaces_theirs_and_their_comment_above_stays(course):
    source = start_file("02", course).replace(b"def shout(", b"# loud!\ndef shout(")
    text = start(source, "03", course).decode()
    assert '# loud!\ndef shout(text, mark="!"):\n    """Given as a frame."""\n' in text
    assert "    # Add the mark.\n    loud = text\n    # --- end ---\n    return loud\n" in text


def test_given_code_that_they_made_their_own_is_not_lost_to_a_frame(course):
    source = start_file("02", course).replace(b"return text.upper()", b"return text + '?!'")
    text = start(source, "03", course).decode()
    assert "return text + '?!'\n    # --- end ---\n" in text
    assert 'def shout(text, mark="!"):' in text


def test_starting_again_leaves_what_was_given_and_changed_since(course):
    source = start_file("02", course).replace(b"self._things = []", b"self._things = list()")
    assert start(source, "02", course) == source


def test_starting_again_puts_back_what_was_deleted(course):
    whole = start_file("02", course).decode()
    at = whole.index("    def all(self)")
    cut = whole[:at].rstrip() + whole[whole.index("\n\n\n# == 3") :]
    assert start(cut.encode(), "02", course).decode() == whole


def test_markers_taken_out_by_hand_come_back_around_what_was_written(course):
    source = start_file("02", course).replace(b'raise NotImplementedError("02 clip")', b"return 9")
    bare = b"\n".join(line for line in source.split(b"\n") if b"02 clip" not in line)
    assert start(bare, "02", course).count(b"02 clip") == 1
    assert b"    return 9\n    # --- end ---\n" in start(bare, "02", course)


def test_an_earlier_lesson_is_not_started_in_a_later_file(course):
    with pytest.raises(LabError, match=r"harness\.py is at lesson 03 already, so lesson 02 cannot"):
        start(start_file("03", course), "02", course)


def test_an_elective_starts_at_any_stage_and_is_no_stage(course):
    late = start_file("03", course)
    text = start(late, "whisper", course)
    assert stage_of(text, course) == "03"
    assert [gap.name for gap in gaps(text) if gap.key == "whisper"] == ["whisper"]
    assert assemble(course, "whisper") == assemble(course, "01") + (
        '\n\ndef whisper(text):\n    """Quietly."""\n    return text.lower()\n'
    )
    assert "whisper" not in assemble(course)
    assert assemble(course, elective="whisper").endswith("return text.lower()\n")


def test_a_class_on_one_line_is_opened_for_its_members(course):
    text = start(first(f"{PLAIN}\n\n\nclass Box: x = 1; y = 2"), "02", course).decode()
    assert "class Box:\n    x = 1; y = 2\n\n    def __init__(self):\n" in text


def test_strings_in_given_code_keep_their_blanks_in_a_file_with_tabs(tmp_path):
    given = '        """A list."""\n        return """\n    four\nnone\n            twelve"""\n'
    text = PARTS["02_box"].replace("        return tuple(self._things)\n", given)
    source = first(PLAIN.replace("    ", "\t"))
    made = start(source, "02", make_course(tmp_path, {**PARTS, "02_box": text})).decode()
    assert '\tdef all(self):\n\t\t"""A list."""\n\t\treturn """\n    four\nnone\n' in made
    assert '\n            twelve"""\n' in made


def test_members_go_beside_their_neighbours_and_extra_members_stay(course):
    mine = "class Box(dict):\n    def zoo(self): pass\n    def all(self):\n        return 1"
    text = start(first(f"{PLAIN}\n\n\n{mine}"), "02", course).decode()
    names = [line.split("(")[0].strip() for line in text.split("\n") if line.startswith("    def")]
    assert "class Box(dict):\n    def zoo(self): pass\n\n    def __init__" in text
    assert names == ["def zoo", "def __init__", "def put", "def all"]
    assert "class Box(dict):" in text


def test_new_code_goes_above_the_main_block_and_below_what_it_needs(course):
    source = f'{PLAIN}\n\nif __name__ == "__main__":\n    greet("x")\n'.encode()
    text = start(source + b"", "02", course).decode()
    assert text.rstrip().endswith('if __name__ == "__main__":\n    greet("x")')
    moved = f"{PLAIN}\n\n\nLIMIT = 3\n".encode()
    text = start(moved, "02", course).decode()
    assert text.index("LIMIT = 3") < text.index("def clip")


def test_headers_come_along_only_where_a_file_has_them(course):
    assert b"# ==" not in start(first(), "02", course)
    assert b"# == 2 boxes ==\n\n\nclass Box:" in start(start_file("01", course), "02", course)


def test_an_import_is_added_once_and_where_imports_stand(course):
    assert b"\n\nimport io\nimport json\n\n" in start(first(), "02", course)
    has = first().replace(b"import json", b"import io, json")
    assert start(has, "02", course).count(b"import io") == 1
    bare = start(PLAIN.encode(), "02", course)
    assert bare.startswith(b"import io\n\n\ndef clip(text, limit=LIMIT):")
    future = b"from __future__ import annotations\n\n" + PLAIN.encode()
    assert start(future, "02", course).startswith(
        b"from __future__ import annotations\nimport io\n"
    )


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        (first("if LIMIT:\n    def greet(name):\n        return 1"), 9, "stands inside `if`"),
        (first("try:\n    def greet(n): pass\nfinally:\n    pass"), 9, "stands inside `try`"),
        (first("greet = str"), 8, "is assigned here, not defined"),
        (first("greet, other = str, 1"), 8, "is assigned together with other names"),
        (first("from os import stat as greet"), 8, "is imported"),
        (first("class greet:\n    pass"), 8, "is a class"),
        (first("def greet(name)\n    return 1"), 8, "does not parse"),
        (first("def greet(name):\n\treturn 1\n        return 2"), 10, "does not parse"),
        (first('def greet(name):\n    return "\0"'), 9, "null byte"),
        (first().replace(b"hi", b"h\xe9"), 10, "byte 0xe9 is not utf-8 text"),
        (b"# coding: nonsense\n" + first(), 1, "unknown encoding"),
        (first().replace(b"import json", b"import json as io"), 3, "takes the name"),
        (first(f"def io(): pass\n\n\n{PLAIN}"), 8, "takes the name"),
    ],
)
def test_what_cannot_be_carried_is_refused_with_the_line_and_the_reason(
    course, source, line, reason
):
    with pytest.raises(LabError) as caught:
        start(source, "02", course)
    message = str(caught.value)
    assert message.startswith(f"harness.py, line {line}: ")
    assert reason in message
    assert "\n" not in message


def test_a_missing_definition_is_named_with_the_lesson_that_made_it(course):
    with pytest.raises(LabError) as caught:
        start(first(""), "02", course)
    assert str(caught.value) == (
        "harness.py has no greet, which lesson 01 made and lesson 02 builds on:"
        " put it back, or take `lab solution 01`"
    )
    with pytest.raises(LabError, match="has no class Box, which lesson 02 made"):
        start(first(), "03", course)


def test_a_name_that_would_be_looked_up_too_early_is_refused(tmp_path):
    later = PARTS["03_frame"].replace("times=1", "times=LIMIT")
    course = make_course(tmp_path, {**PARTS, "03_frame": later})
    source = start_file("02", course).decode()
    source = source.replace("LIMIT = 3\n", "").replace("limit=LIMIT", "limit=3") + "\nLIMIT = 3\n"
    with pytest.raises(LabError) as caught:
        start(source.encode(), "03", course)
    line = source[: source.index("\nLIMIT")].count("\n") + 2
    assert str(caught.value) == (
        f"harness.py, line {line}: Box needs LIMIT as soon as it is defined, so move LIMIT above it"
    )


def test_a_solution_is_the_definition_at_the_learners_stage(course):
    source = start_file("02", course)
    solved = solve(source, "01", "greet", lessons=course).decode()
    assert "your code: 02 greet" in solved
    assert "return text.upper() if loud else text" in solved
    assert not [g for g in gaps(solved.encode()) if g.name == "greet" and g.empty]


def test_a_solution_in_a_class_takes_the_whole_class_and_keeps_extra_methods(course):
    source = start_file("03", course).replace(b"_things", b"stuff")
    source = source.replace(
        b"    def all(", b"    def mine(self):\n        return 1\n\n    def all("
    )
    solved = solve(source, "03", "Box.count", lessons=course).decode()
    assert "stuff" not in solved
    assert "    def mine(self):\n        return 1\n" in solved
    assert solved.count("your code: 03 Box.put") == 1


def test_a_solution_brings_the_imports_it_uses(course):
    source = first().replace(b"import json\n", b"")
    assert b"import json\n" in solve(source, "01", "greet", lessons=course)


def test_a_solution_for_no_gap_names_those_there_are(course):
    with pytest.raises(LabError, match=r"lesson 02 has no gap run; its gaps are: clip, greet, Box"):
        solve(start_file("02", course), "02", "run", lessons=course)


def test_a_gap_is_empty_until_something_is_written_in_it(course):
    source = start_file("02", course)
    assert [(gap.name, gap.empty) for gap in gaps(source)] == [
        ("clip", True),
        ("greet", False),
        ("Box.put", True),
    ]
    clip = gaps(source)[0]
    assert source.split(b"\n")[clip.line - 1].strip() == b"# --- your code: 02 clip ---"
    noted = source.replace(b"    # Slice it.", b"    # Slice it.\n    # hm\n")
    assert gaps(noted)[0].empty
    raises = b'raise NotImplementedError("02 clip")'
    assert gaps(noted.replace(raises, b"pass"))[0].empty
    assert not gaps(noted.replace(raises, b"return name"))[0].empty


def test_a_marker_in_a_string_is_text(course):
    text = b'def greet(name):\n    return """\n# --- your code: 03 greet ---\n# --- end ---\n"""'
    assert gaps(text) == []
    assert stage_of(text, course) is None


def test_the_stage_of_a_file_that_does_not_parse_is_told_by_its_lines(course):
    assert stage_of(start_file("02", course) + b"\ndef broken(:\n", course) == "02"
    assert stage_of(b"\xff\xfe\n# --- your code: 01 greet ---\r\n", course) == "01"


def test_a_lesson_without_a_part_changes_nothing(tmp_path):
    course = make_course(tmp_path, {**PARTS, "02A_doctor": '"""Nothing.\n\nAnnounces:\n"""\n'})
    source = start_file("02", course)
    assert start(source, "A", course) == source
    assert assemble(course, "A") == assemble(course, "02")


def test_a_diff_shows_what_a_lesson_changes(course):
    before = assemble(course, "01")
    shown = diff(before, assemble(course, "02"))
    assert shown.startswith("--- harness.py (before)\n+++ harness.py (after)\n@@")
    assert "+def greet(name, *, loud=False):\n" in shown
    assert diff(before, before.encode()) == ""


def test_the_courses_docstring_grows_with_the_lessons_and_ones_own_stays():
    before, after = assemble(upto="09"), assemble(upto="10")
    assert "The record is not the view" in after and "The record is not the view" not in before
    grown = start(before.encode(), "10").decode()
    assert grown.startswith(after[: after.index("import json")])
    own = before.replace("A coding-agent harness in one file", "My harness")
    assert own != before
    assert start(own.encode(), "10").decode().startswith('"""My harness')
