"""What happened, in words."""

from __future__ import annotations

import pytest

from engine.events import Event, Surrendered
from engine.replica.events import Arrived, Captured, Closed, Jumped, Stepped, Transformed


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Stepped(1, "b2", "c3", False), "Player 1 moves a piece from b2 to c3."),
        (Stepped(2, "h8", "g8", True), "Player 2 moves a king from h8 to g8."),
        (Jumped(1, "b2", "e2", ("c2", "d2"), False), "Player 1 jumps with a piece from b2 to e2, over c2, d2."),
        (Jumped(2, "h8", "f8", ("g8",), True), "Player 2 jumps with a king from h8 to f8, over g8."),
        (Captured(1, 2, "e5", False), "Player 1 captures Player 2's piece on e5."),
        (Captured(2, 1, "e5", True), "Player 2 captures Player 1's king on e5."),
        (Transformed(1, "a3", ("a1",)), "Player 1 makes the piece on a3 a king."),
        (Closed(1), "Player 1 ends the turn."),
        (Arrived(2, "a1"), "Player 2 has a king in the opposite corner, a1."),
        (Surrendered(1, late=True), "Player 1 ran out of time."),
        (Surrendered(1), "Player 1 resigns."),
    ],
)
def test_every_event_says_what_happened(event: Event, words: str) -> None:
    assert str(event.text()) == words


def test_an_event_without_a_seat_cannot_be_told() -> None:
    with pytest.raises(ValueError, match="has a seat"):
        Closed(None).text()
