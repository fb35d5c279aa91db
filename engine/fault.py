"""What is wrong with a move, before it becomes an error."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason against a move.

    Attributes:
        code: Stable name, as in `ArenaError.code`.
        rule: The rule's number.
        reason: A sentence.
        suggestions: Legal moves to make instead, best first.
    """

    code: str
    rule: str
    reason: Text
    suggestions: tuple[str, ...] = ()
