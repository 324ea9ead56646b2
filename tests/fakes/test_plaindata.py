"""What is plain, what is not and where, and equality that minds types."""

import json

import pytest
from hypothesis import given

import lab
from tests.fakes.strategies import plain_values


class Text(str):
    pass


class Record(dict):
    pass


@given(plain_values)
def test_plain_data_comes_back_itself_and_survives_json(value):
    assert lab.plain(value) is value
    assert lab.same(json.loads(json.dumps(value)), value)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ({"a": [1, (2,)]}, 'value["a"][1] is a tuple; hand over a list'),
        ({"a": {1}}, 'value["a"] is a set; plain data is dict'),
        ([Text("x")], "value[0] is a Text;"),
        (Record(), "value is a Record;"),
        ([b"x"], "value[0] is a bytes;"),
        ({"a": {1: 2}}, 'value["a"] has a key that is an int, not a str'),
        ({Text("k"): 1}, "value has a key that is a Text, not a str"),
        ([float("nan")], "value[0] is nan, which JSON has no number for"),
        ([-float("inf")], "value[0] is -inf,"),
        (["\ud800"], "value[0] is text with a lone surrogate"),
        ({"\udfff": 1}, "value has a key with a lone surrogate"),
        ([2**1024], "value[0] is an integer of 1025 bits: 1024 at most"),
        ({'a"b\n': object()}, 'value["a\\"b\\n"] is an object;'),
    ],
)
def test_what_is_not_plain_is_refused_with_its_path(value, complaint):
    with pytest.raises(lab.NotPlain) as caught:
        lab.plain(value)
    assert str(caught.value).startswith(complaint)


def test_depth_is_bounded_so_a_list_that_holds_itself_is_refused():
    loop = []
    loop.append(loop)
    with pytest.raises(lab.NotPlain, match="nested too deep: 100 levels"):
        lab.plain(loop)
    deep = 1
    for _ in range(100):
        deep = [deep]
    assert lab.plain(deep) is deep


def test_a_value_that_unfolds_without_end_is_refused():
    wide = []
    for _ in range(90):
        wide = [wide, wide]
    with pytest.raises(lab.NotPlain, match="1000000 values at most"):
        lab.plain(wide)


def test_the_path_starts_with_the_name_the_caller_gives():
    with pytest.raises(lab.NotPlain, match=r'^seen\["x"\] is a tuple'):
        lab.plain({"x": ()}, name="seen")


@given(plain_values)
def test_same_holds_between_a_value_and_its_copy(value):
    assert lab.same(value, json.loads(json.dumps(value)))


@pytest.mark.parametrize(
    ("a", "b"),
    [(True, 1), (1, 1.0), ([0], [False]), ({"a": 1}, {"a": 1.0}), ((1,), [1]), ("", None),
     ([1], [1, 1]), ({"a": 1}, {"b": 1}), (Text("x"), "x")],
)  # fmt: skip
def test_same_minds_types(a, b):
    assert not lab.same(a, b)
    assert not lab.same(b, a)


def test_same_does_not_mind_the_order_of_keys():
    assert lab.same({"a": 1, "b": 2}, {"b": 2, "a": 1})
