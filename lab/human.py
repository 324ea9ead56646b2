"""A user at the keyboard who answers from a list. Nobody is really asked."""

from __future__ import annotations

from collections.abc import Iterable


class Human:
    """Answers questions in order, then always False. `asked` holds the questions."""

    def __init__(self, answers: Iterable[bool] = ()):
        self._answers = list(answers)
        self.asked: list[str] = []

    def ask(self, question: str) -> bool:
        """The next answer, as it was given to `Human`."""
        self.asked.append(question)
        return self._answers.pop(0) if self._answers else False
