"""The user who answers from a list."""

import lab


def test_answers_come_in_order_and_then_it_is_always_no():
    human = lab.Human([True, False, True])
    assert [human.ask(f"{n}?") for n in range(5)] == [True, False, True, False, False]
    assert human.asked == ["0?", "1?", "2?", "3?", "4?"]


def test_an_answer_is_handed_on_as_it_is():
    assert lab.Human(["yes"]).ask("Sure?") == "yes"
