"""Moves that are refused for their count, or as nobody may make one any more."""

from __future__ import annotations

import pytest

from engine.apex.game import APEX
from engine.errors import MoveError
from engine.session import Session
from tests.engine.apex.positions import position, session

SIDES = ("HUM@H1 v0 e0/0/0/0 H1:5 A1:1", "MIN@H2 v0 e0/0/0/0 A1:2 H1:1", "SHE@H3 v0 e0/0/0/0 B1:1")


def expanding() -> Session:
    return session("3", position("1:3X 2:7X 3:8X", *SIDES, phase="expand 1 1/1/2/2/2"))


def refused(here: Session, seat: int, text: str) -> MoveError:
    with pytest.raises(MoveError) as caught:
        APEX.parse(here.state, seat, text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("PROD H1 x0", "count", "A count must be at least 1."),
        ("PROD H1 x2", "count", "This text means 2 actions; write one."),
        ("AMB A1 MIN x0", "count", "A count must be at least 1."),
        ("CONV A1 MIN x2", "count", "This text means 2 actions; write one."),
        ("PROD Z9", "no-such-slot", "This map has no sector Z9."),
        ("AMB Z9 MIN", "no-such-slot", "This map has no sector Z9."),
    ],
)
def test_a45_one_action_at_a_time(text: str, code: str, words: str) -> None:
    error = refused(expanding(), 1, text)
    assert (error.code, str(error.text)) == (code, words)


def test_a64_nobody_moves_after_the_end_or_after_resigning() -> None:
    one_left = expanding().forfeit(2).forfeit(3)
    assert one_left.outcome is not None
    error = refused(one_left, 1, "-")
    assert (error.code, error.rule) == ("game-over", "A64")
    gone = refused(expanding().forfeit(2), 2, "-")
    assert (gone.code, gone.rule) == ("gone", "A64")
    assert gone.suggestions == ()
