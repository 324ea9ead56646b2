"""Lets plain pytest, an IDE and a debugger run a lesson's suite: it gives them the `play` fixture.

`HARNESS=FILE pytest lessons/04_failure_is_a_result/tests.py` plays on FILE, without HARNESS on the
finished harness.
"""

from lab.check.fixture import direct_stage, play

__all__ = ["direct_stage", "play"]
