"""What a part may hold, how parts become the finished file, and what is refused."""

import pytest

from lab.course.errors import LabError
from lab.course.merge import assemble, start_file
from lab.course.parts import read_part
from tests.course.small import ONE, PARTS, THREE, TWO, make_course

HEAD = '"""A part.\n\nAnnounces: {}\n"""\n\n# == 1 words ==\n\n\n'


def part(announces, body):
    return HEAD.format(announces) + body


def refusal(tmp_path, text, before=None):
    """What the course says of a last lesson with this part."""
    parts = {"01_greet": ONE} if before is None else before
    course = make_course(tmp_path, {**parts, "09_new": text})
    with pytest.raises(LabError) as caught:
        assemble(course)
    message = str(caught.value)
    assert message.startswith("09_new/part.py, line ")
    assert "\n" not in message
    return message.removeprefix("09_new/part.py, ")


def test_a_part_is_read_definition_by_definition(tmp_path):
    course = make_course(tmp_path)
    two = read_part(course[1])
    assert two.announces == ("greet", "clip", "Box", "Box.__init__", "Box.put", "Box.all")
    names = [piece.name for piece in two.pieces]
    assert names == ["clip", "greet", "Box", "Box.__init__", "Box.put", "Box.all"]
    assert two.gaps == ["clip", "greet", "Box.put"]
    assert [each.statement for each in two.imports] == ["import io"]
    clip = two.pieces[0]
    assert (clip.anchor, clip.region, clip.whole) == (("before", "greet"), (1, "words"), True)
    assert clip.reference() == [
        "def clip(text, limit=LIMIT):",
        '    """The first characters."""',
        "    return text[:limit]",
    ]


def test_a_frame_has_its_gap_inside_and_a_stub_to_run_until_then(tmp_path):
    shout = read_part(make_course(tmp_path)[2]).pieces[-1]
    assert not shout.whole
    assert shout.empty()[2:] == [
        "    text = text.upper()",
        "    # --- your code: 03 shout ---",
        "    # Add the mark.",
        "    loud = text",
        "    # --- end ---",
        "    return loud",
    ]
    assert [line.strip() for line in shout.filled()[3:6]] == [
        "# --- your code: 03 shout ---",
        "loud = text + mark",
        "# --- end ---",
    ]


def test_a_lesson_without_a_part_has_an_empty_one(tmp_path):
    course = make_course(tmp_path)
    course[0].part.unlink()
    assert read_part(course[0]).pieces == ()


def test_definitions_stand_in_their_region_in_order(tmp_path):
    text = assemble(make_course(tmp_path))
    order = ["LIMIT", "def clip", "def greet", "class Box", "def put", "def count", "def all"]
    assert sorted(order, key=text.index) == order
    assert text.startswith(
        '"""A file that greets."""\n\nimport io\nimport json\n\n# == 1 words ==\n'
    )
    headers = [line for line in text.split("\n") if line.startswith("# ==")]
    assert headers == ["# == 1 words ==", "# == 2 boxes ==", "# == 3 noise =="]


def test_a_docstring_of_several_lines_is_put_together_from_its_comments(tmp_path):
    text = ONE.replace("#: A file that greets.", "#: A file.\n#:\n#:   Greets.")
    assert assemble(make_course(tmp_path, {"01_greet": text})).startswith(
        '"""A file.\n\n  Greets.\n"""\n\nimport json\n'
    )


def test_new_definitions_follow_the_one_above_them_or_end_their_region(tmp_path):
    body = "def one(): pass\n\n\n# after: LIMIT\ndef two(): pass\n\n\ndef three(): pass\n"
    course = make_course(tmp_path, {"01_greet": ONE, "02_x": part("one, two, three", body)})
    text = assemble(course)
    names = ["LIMIT =", "def two", "def three", "def greet", "def one", "# == 3"]
    assert sorted(names, key=text.index) == names


def test_constants_keep_the_blank_lines_between_them(tmp_path):
    body = "A = 1\nB = 2\n\nC = 3\n"
    text = assemble(make_course(tmp_path, {"01_x": part("A, B, C", body)}))
    assert text.endswith("\n\n\nA = 1\nB = 2\n\nC = 3\n")


def test_names_of_one_module_share_an_import(tmp_path):
    lines = "from os import sep\nfrom os import PathLike\nimport sys\n"
    text = ONE.replace("import json\n", f"import json\n{lines}")
    assert "import json\nimport sys\nfrom os import PathLike, sep\n" in assemble(
        make_course(tmp_path, {"01_greet": text})
    )


def test_marker_words_in_a_string_of_a_solution_are_text(tmp_path):
    code = '    return """\n    # step: no\n    # --- end ---\n    """\n'
    text = ONE.replace('    return json.dumps("hello " + name)\n', code)
    course = make_course(tmp_path, {"01_greet": text})
    assert code in assemble(course)
    assert "# step: no" not in start_file("01", course).decode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('"""No list."""\n', "line 1: its docstring has no line `Announces: ...`"),
        (part("x", "x = 1\ny = 2\n"), "line 10: y is not named by `Announces:`"),
        (part("x, z", "x = 1\n"), "line 1: `Announces:` names z, which the part does not hold"),
        (part("x", "x = 1\nx = 2\n"), "line 9: x is defined twice"),
        (part("x", "x = 1; print(x)\n"), "line 9: a part holds definitions only"),
        (part("x", "x = 1\nprint(x)\n"), "line 10: a part holds definitions only"),
        (part("x", "x = y = 1\n"), "line 9: a part holds definitions only"),
        (part("x", "x = 1\n\n\n# alone\n"), "line 12: this comment belongs to no definition"),
        (part("x", "x = '\u00e9'\n"), "line 9: a part is ASCII"),
        (part("x", "x = (\n"), "line 9: does not parse"),
        (
            '"""A.\n\nAnnounces: x\n"""\nx = 1\n',
            "line 5: a definition stands above the first region",
        ),
        (part("x", "# after: nowhere\nx = 1\n"), "line 10: x: its anchor nowhere stands"),
        (part("Box.put", "class Box:\n    def put(self):\n        pass\n"), "class Box is nowhere"),
    ],
)
def test_a_bad_part_is_refused_with_file_line_and_reason(tmp_path, text, reason):
    assert reason in refusal(tmp_path, text)


GAP = "    # --- your code: {} ---\n{}    # --- end ---\n"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("    # step: alone\n    return 1\n", "line 10: # step: alone stands in no gap"),
        ("    # --- end ---\n    return 1\n", "stands in no gap"),
        (
            "    # --- your code: 09 f ---\n    return 1\n",
            "line 10: # --- your code: 09 f --- stands",
        ),
        (GAP.format("08 f", "    return 1\n"), "so it is # --- your code: 09 f ---"),
        (GAP.format("09 g", "    return 1\n"), "so it is # --- your code: 09 f ---"),
        (GAP.format("09 f", "") + "    return 1\n", "a gap with nothing in it"),
    ],
)
def test_a_bad_gap_is_refused(tmp_path, body, reason):
    assert reason in refusal(tmp_path, part("f", f"def f():\n{body}"))


def test_what_does_not_fit_the_lessons_before_is_refused(tmp_path):
    same = 'def shout(text):\n    """Given."""\n    return text.upper()\n'
    noise = part("shout", same).replace("1 words", "3 noise")
    assert "shout: it is the same as in lesson 01" in refusal(tmp_path / "a", noise)
    moved = part("shout", "def shout():\n    pass\n")
    assert "shout: it stands in region 3 since lesson 01" in refusal(tmp_path / "b", moved)
    given = part("greet", "def greet(name):\n    return name\n")
    assert "greet: it was a gap, so what a learner wrote" in refusal(tmp_path / "c", given)
    kind = part("greet", "greet = 1\n")
    assert "greet: it was a function in lesson 01" in refusal(tmp_path / "d", kind)
    gap = GAP.format("09 greet", "    return 1\n")
    fewer = part("greet", f"def greet():\n{gap}")
    assert "greet: it has no name any more" in refusal(tmp_path / "e", fewer)
    anchor = part("greet", f"# after: LIMIT\ndef greet(name):\n{gap}")
    assert "greet: it is there already, so an anchor" in refusal(tmp_path / "f", anchor)


def test_a_frame_around_what_is_there_needs_a_stub(tmp_path):
    text = THREE.replace("    # stub: loud = text\n", "").replace("03 ", "09 ")
    parts = {"01_greet": ONE, "02_box": TWO}
    assert "shout: it is there already, so its gap needs `# stub:`" in refusal(
        tmp_path, text, parts
    )


def test_a_class_that_is_there_keeps_its_line(tmp_path):
    text = 'class Box(dict):\n    """Other."""\n'
    text = part("Box", text).replace("1 words", "2 boxes")
    parts = {"01_greet": ONE, "02_box": TWO}
    assert "of a class that is there, only the docstring can change" in refusal(
        tmp_path, text, parts
    )


def test_a_new_docstring_of_a_class_reaches_the_learner(tmp_path):
    text = 'class Box:\n    """Holds more."""\n\n    def more(self):\n        return 1\n'
    text = part("Box, Box.more", text).replace("1 words", "2 boxes")
    course = make_course(tmp_path, {**PARTS, "04_more": text})
    assert b'class Box:\n    """Holds more."""\n\n    def __init__' in start_file("04", course)
    assert "Holds things" not in assemble(course)
