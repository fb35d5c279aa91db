"""Who won, in one line."""

from __future__ import annotations

import pytest

from engine.game import Outcome
from engine.rulings import draw, void
from engine.text import say
from render.results import MOST_NAMED, result_text


def outcome(*ranks: int) -> Outcome:
    return Outcome(ranks, say("It is over."), "E")


@pytest.mark.parametrize(
    ("ended", "line"),
    [
        (outcome(2, 1), "Player 2 wins"),
        (outcome(1, 2, 1, 2), "Player 1 and Player 3 win"),
        (outcome(1, 1, 1, 2), "Player 1, Player 2 and Player 3 win"),
        (outcome(*[1] * (MOST_NAMED + 1), 2), "4 players share the victory"),
        (void(3), "The match is over"),
        (draw(2), "The match is over"),
    ],
)
def test_winners_are_named_or_counted(ended: Outcome, line: str) -> None:
    assert str(result_text(ended)) == line
