"""Who won, in one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.outcome import Outcome, draw, void
from engine.text import Text, say
from render.words import MOST_NAMED, result_alone, result_text


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


@pytest.mark.parametrize(
    ("rank", "against", "line", "word"),
    [
        (1, say("the Wolf"), "Player 1 has beaten the Wolf", "victory"),
        (2, say("the Wolf"), "the Wolf has beaten Player 1", "defeat"),
        (1, None, "Player 1 wins", "victory"),
        (2, None, "Player 1 has lost", "defeat"),
    ],
)
def test_alone_there_is_victory_or_defeat(rank: int, against: Text | None, line: str, word: str) -> None:
    ended = replace(outcome(rank), against=against)
    assert str(result_text(ended)) == line
    assert str(result_alone(ended)) == word
