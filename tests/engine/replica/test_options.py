"""Whole games under every option: records replay, turns complete, choices lead to each move."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import record
from engine.errors import RecordError
from engine.game import Setup
from engine.replica.game import REPLICA
from engine.session import Session
from engine.turn import complete_turn, parse_turn
from tests.engine.replica.positions import CHANCE, EVERY_OPTION

every_option = pytest.mark.parametrize(("sight", "power"), EVERY_OPTION)


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


@every_option
def test_records_replay_from_any_stage(sight: str, power: str) -> None:
    for seed in range(2):
        for session in sessions(sight, power, seed):
            text = record.write(session, ("Ada", "Bob"))
            assert f'[Options "sight={sight} king_power={power}"]' in text
            again = record.replay(record.read(text))
            assert again == session
            assert record.write(again, ("Ada", "Bob")) == text


def test_an_option_that_a_record_names_twice_is_refused() -> None:
    text = record.write(next(sessions("all", "none", 0)), ("Ada", "Bob"))
    with pytest.raises(RecordError) as caught:
        record.read(text.replace("sight=all", "sight=all sight=forward"))
    assert (caught.value.code, caught.value.where.line) == ("option-twice", 5)


@every_option
def test_records_replay_after_a_surrender_at_any_stage(sight: str, power: str) -> None:
    for session in sessions(sight, power, 2):
        if session.outcome is None:
            for seat in (1, 2):
                gone = session.forfeit(seat)
                assert record.replay(record.read(record.write(gone, ("Ada", "Bob")))) == gone


@every_option
def test_records_replay_from_a_set_up_position(sight: str, power: str) -> None:
    stages = list(sessions(sight, power, 3))
    for number in range(0, len(stages) - 1, 7):
        options = (("sight", sight), ("king_power", power))
        position = REPLICA.write_position(stages[number].state)
        session = Session.start(REPLICA, Setup("2", options, position=position), CHANCE)
        for entry in stages[-1].entries[number : number + 6]:
            session = session.move(entry.seat, entry.text)
            assert record.replay(record.read(record.write(session, ("Ada", "Bob")))) == session


@every_option
def test_completion_and_choices_reach_every_legal_move(sight: str, power: str) -> None:
    for session in sessions(sight, power, 4):
        for seat in session.to_act:
            moves = REPLICA.legal(session.state, seat)
            whole = complete_turn(REPLICA, session.state, seat, "", limit=1000)
            assert [text.rstrip("/") for text in whole] == [REPLICA.format(session.state, seat, move) for move in moves]
            for text in whole:
                assert parse_turn(REPLICA, session.state, seat, text).over != text.endswith("/")
            paths = {tuple(each.key for each in REPLICA.choices(session.state, seat, move)) for move in moves}
            assert len(paths) == len(moves)


@pytest.mark.parametrize("power", ["all_kings", "double"])
def test_turns_of_several_moves_are_played_whole(power: str) -> None:
    longest = 0
    for seed in range(6):
        for session in sessions("all", power, seed):
            if session.last is not None:
                longest = max(longest, session.last.text.count("/"))
                assert power == "all_kings" or session.last.text.count("/") <= 1
    assert longest >= 1
