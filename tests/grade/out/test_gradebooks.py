"""A gradebook that comes back differs from the one that was handed over in our cells alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.course.errors import LabError
from lab.grade.out.gradebooks import fill_canvas, fill_moodle
from lab.grade.out.sheet import Sheet

CANVAS = (
    '\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Agents (77),"03 The loop (78)",'
    "Final Score (read only)\r\n"
    ",,,,,Manual Posting,,\r\n"
    "    Points Possible,,,,,4.5,3,(read only)\r\n"
    '"Lovelace, Ada",11,,ada@x.org,"S ""1""",,"",88\r\n'
    '"Ek, Bo",12,,bo@example.org,S 1,9,9,70\r\n'
    '"Student, Test",13,,test,S 1,,,\r\n'
    '"Nobody",14,,eve,S 1,5,5,\r\n'
).encode()

MOODLE = (
    b"Identifier;Full name;Email address;Grade;Maximum Grade;Grade can be changed;Feedback\n"
    b"Participant 11;Ada L.;a@x.org;-;4,50;Yes;\n"
    b'Participant 12;"Ek, Bo";bo@example.org;1,00;4,50;No;"a\nb"\n'
)


def test_a_canvas_export_keeps_every_byte_but_our_cells(group):
    filled = fill_canvas(CANVAS, *group)
    wanted = CANVAS.replace(b'"S ""1""",,"",88', b'"S ""1""",4.5,"2",88')
    wanted = wanted.replace(b"S 1,9,9,70", b"S 1,1,1,70")
    assert filled.data == wanted
    assert filled.unmatched == ["lost"] and filled.ambiguous == []


def test_a_mark_that_nobody_knows_leaves_the_cell_that_is_there(group):
    assert b'"Nobody",14,,eve,S 1,5,5,\r\n' in fill_canvas(CANVAS, *group).data


def test_points_possible_that_differ_are_said(group):
    assert fill_canvas(CANVAS, *group).notes == ["03 The loop (78) is out of 3 there, and 2 here"]


def test_two_rows_for_one_learner_are_left_alone_and_said(group):
    twice = CANVAS + b'"Ek, Bo",15,,bo@example.org,S 2,,,\r\n'
    filled = fill_canvas(twice, *group)
    assert filled.ambiguous == ["bo"] and b"S 1,9,9,70" in filled.data


def test_an_export_without_our_column_is_refused_in_one_line(group):
    with pytest.raises(LabError, match="no column Student and an assignment called 'Agents'"):
        fill_canvas(b"Student,ID,Other (1)\r\nx,1,2\r\n", *group, name="c.csv")


def test_a_moodle_worksheet_is_filled_as_its_locale_writes_numbers(group):
    moodle = MOODLE.replace(b"Participant 11;", b"11;")
    filled = fill_moodle(moodle, *group)
    assert filled.data == moodle.replace(b"-;4,50", b"4,5;4,50")
    assert filled.notes == ["1 rows say that their grade cannot be changed"]


def test_a_participant_is_known_by_their_number(group):
    assert b"a@x.org;4,5;4,50" in fill_moodle(MOODLE, *group).data


CELLS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_characters='",;\t\r\n')),
    st.text('a",;\t\r\n').map(lambda text: '"' + text.replace('"', '""') + '"'),
)


@given(
    st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=5),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_a_sheet_that_is_not_changed_comes_back_byte_for_byte(rows, end, closed):
    text = "a,b,c" + end + end.join(",".join(row) for row in rows) + end * closed
    assert Sheet(text.encode(), "x").bytes() == text.encode()
