"""Options in records, and turns of several moves; the suites of all games play whole games under every option."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import record
from engine.errors import RecordError
from engine.game import Setup
from engine.replica.game import REPLICA
from engine.session import Session
from tests.engine.replica.positions import CHANCE


def sessions(sight: str, power: str, seed: int) -> Iterator[Session]:
    """Yield the stages of a random game, move by move; kings are made and moved more often than at random."""
    draw = random.Random(f"{sight} {power} {seed}")
    session = Session.start(REPLICA, Setup("2", (("sight", sight), ("king_power", power))), CHANCE)
    yield session
    while session.to_act:
        (seat,) = session.to_act
        moves = REPLICA.legal(session.state, seat)
        keen = [move for move in moves if "=" in REPLICA.format(session.state, seat, move)]
        move = draw.choice(keen if keen and draw.random() < 0.3 else moves)
        session = session.move(seat, REPLICA.format(session.state, seat, move))
        yield session


def test_an_option_that_a_record_names_twice_is_refused() -> None:
    text = record.write(next(sessions("all", "none", 0)), ("Ada", "Bob"))
    with pytest.raises(RecordError) as caught:
        record.read(text.replace("sight=all", "sight=all sight=forward"))
    assert (caught.value.code, caught.value.where.line) == ("option-twice", 5)


@pytest.mark.parametrize("power", ["all_kings", "double"])
def test_turns_of_several_moves_are_played_whole(power: str) -> None:
    longest = 0
    for seed in range(6):
        for session in sessions("all", power, seed):
            if session.last is not None:
                longest = max(longest, session.last.text.count("/"))
                assert power == "all_kings" or session.last.text.count("/") <= 1
    assert longest >= 1
