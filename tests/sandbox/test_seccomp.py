"""The filter names every call that it means, and its jumps lead where they should."""

import pytest

from lab.sandbox.numbers import ARCHITECTURES, numbers
from lab.sandbox.seccomp import denied, program

ALLOW, EPERM, ENOSYS, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
ME = 4711


def answer(name: str, call: int, *arguments: int, forks=False, scratch=True) -> int:
    """What the filter says to a call: a reading of the program by its definition."""
    code, place, held = program(name, ME, forks, scratch), 0, 0
    data = {0: call, 4: ARCHITECTURES[name]}
    data |= {16 + 8 * index: value for index, value in enumerate(arguments)}
    while True:
        what, if_true, if_not, value = code[place]
        place += 1
        if what == 0x06:
            return value
        if what == 0x20:
            held = data.get(value, 0)
        else:
            true = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}[what]
            place += if_true if true else if_not


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_every_denied_call_is_known_by_its_name_on_some_machine(name):
    everywhere = set().union(*(numbers(one) for one in ARCHITECTURES))
    assert set(denied(forks=False, scratch=False)) <= everywhere
    assert len(set(denied(False, False)) & set(numbers(name))) > 80


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_what_is_denied_is_answered_with_an_error(name):
    known = numbers(name)
    for call in denied(forks=False, scratch=False):
        if call in known:
            assert answer(name, known[call], scratch=False) == EPERM, call


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_ordinary_calls_pass(name):
    ordinary = {"x86_64": [0, 1, 3, 9, 202, 257, 39], "aarch64": [63, 64, 57, 222, 98, 56, 172]}
    assert {answer(name, call) for call in ordinary[name]} == {ALLOW}


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_a_thread_may_start_and_a_process_may_not_unless_it_is_asked_for(name):
    clone = numbers(name)["clone"]
    thread, process, namespace = 0x003D0F00, 17, 0x10000000
    assert answer(name, clone, thread) == ALLOW
    assert answer(name, clone, process) == EPERM
    assert answer(name, clone, process, forks=True) == ALLOW
    assert answer(name, clone, thread | namespace, forks=True) == EPERM
    assert answer(name, numbers(name)["clone3"]) == ENOSYS


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_a_process_reaches_itself_and_no_other(name):
    known = numbers(name)
    assert answer(name, known["kill"], ME, 9) == ALLOW
    assert answer(name, known["kill"], ME + 1, 9) == EPERM
    assert answer(name, known["kill"], 2**32 - 1, 9) == EPERM
    assert answer(name, known["prlimit64"], 0) == ALLOW
    assert answer(name, known["prlimit64"], 1) == EPERM
    assert answer(name, known["fcntl"], 3, 8) == EPERM
    assert answer(name, known["fcntl"], 3, 3) == ALLOW
    assert answer(name, known["socketpair"], 1) == ALLOW
    assert answer(name, known["socketpair"], 2) == EPERM


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_calls_of_a_newer_kernel_do_not_exist(name):
    assert answer(name, 452) == ENOSYS


def test_another_architectures_calls_end_the_process():
    code = program("x86_64", ME, False, True)
    assert code[1] == (0x15, 1, 0, ARCHITECTURES["x86_64"])
    assert code[2][3] == KILL
    assert answer("x86_64", 0x40000000 | 41) == EPERM
