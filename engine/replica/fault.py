"""What is wrong with a move, before it becomes an error; and a sentence that reasons share."""

from __future__ import annotations

from dataclasses import dataclass

from engine.replica.state import State
from engine.text import Text, say


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


def forward_only(state: State) -> Text:
    """Return which way the seat whose turn it is goes, as a sentence (P3)."""
    if state.seat == 1:
        return say("White goes only forward, towards h8: north, east or north-east.")
    return say("Black goes only forward, towards a1: south, west or south-west.")
