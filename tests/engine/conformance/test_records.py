"""Records and positions: what was written is read back, and comes to the same."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.chance import Chance
from engine.errors import ArenaError, RecordError
from engine.game import Mode, Setup
from engine.session import Session
from tests.characters import ANY
from tests.engine import playthrough
from tests.engine.conformance.games import (
    GAMES,
    all_sessions,
    all_states,
    closed,
    every_mode,
    every_setup,
    junk,
    sample,
    spread,
)
from tests.engine.kit import AnyGame, seats_of
from tests.volume import many


@every_setup
def test_dump_and_load_are_inverse_and_plain_json(game: AnyGame, setup: Setup) -> None:
    states = all_states(game, setup)
    for state in (*spread(states, many(60, 10_000)), states[-1]):
        again = game.load(json.loads(json.dumps(game.dump(state))))
        assert again == state
        assert hash(again) == hash(state)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
@pytest.mark.parametrize("data", [[1], "x", None])
def test_what_was_not_dumped_is_not_loaded(game: AnyGame, data: Any) -> None:
    with pytest.raises(TypeError):
        game.load(data)


@every_setup
def test_a_position_written_and_set_up_again_plays_the_same(game: AnyGame, setup: Setup) -> None:
    for session in spread(all_sessions(game, setup), many(20, 200)):
        state = session.state
        if game.outcome(state) is not None:
            continue
        again = game.initial(replace(setup, position=game.write_position(state)), Chance.from_text("set up"))
        assert game.write_position(again) == game.write_position(state)
        assert game.to_act(again) == game.to_act(state)
        for seat in game.to_act(state):
            texts = [game.format(state, seat, move) for move in game.legal(state, seat)]
            assert [game.format(again, seat, move) for move in game.legal(again, seat)] == texts


@every_setup
def test_replaying_the_record_comes_to_the_same_state(game: AnyGame, setup: Setup) -> None:
    names = [f"Name {seat}" for seat in range(1, seats_of(game, setup) + 1)]
    for session in spread([each for each in all_sessions(game, setup) if not each.sealed], many(4, 240)):
        text = record.write(session, names, {"Site": 'a "quoted" place', "Unknown": "kept"})
        read = record.read(text)
        again = record.replay(read)
        assert again.state == session.state
        assert again.entries == session.entries
        assert record.write(again, names, read.tags) == text


@every_setup
def test_a_record_from_a_set_up_position_replays(game: AnyGame, setup: Setup) -> None:
    names = [f"Name {seat}" for seat in range(1, seats_of(game, setup) + 1)]
    going = [each for each in sample(game, setup, 0) if each.outcome is None and not each.sealed]
    for number, before in enumerate(spread(going, many(4, 20))):
        draw, position = random.Random(number), game.write_position(before.state)
        session = Session.start(game, replace(setup, position=position), Chance.from_text("set up"))
        for seat in sorted(session.to_act):
            moves = game.legal(session.state, seat)
            session = closed(session.move(seat, game.format(session.state, seat, draw.choice(moves))), seat)
        again = record.replay(record.read(record.write(session, names)))
        assert (again.state, again.entries) == (session.state, session.entries)


@every_setup
def test_what_was_drawn_makes_up_for_the_seed(game: AnyGame, setup: Setup) -> None:
    names = [f"Name {seat}" for seat in range(1, seats_of(game, setup) + 1)]
    for session in spread([each for each in all_sessions(game, setup) if not each.sealed], many(4, 40)):
        lines = record.write(session, names).splitlines(keepends=True)
        again = record.replay(record.read("".join(line for line in lines if not line.startswith("[Seed "))))
        assert again.entries == session.entries
        assert game.write_position(again.state) == game.write_position(session.state)
        assert again.drawn == session.drawn


@settings(max_examples=many(150, 300))
@given(text=st.one_of(junk, st.builds(lambda a, b: f"T0..({a})\nT1..{b}", junk, junk), st.text(ANY, max_size=200)))
def test_whatever_is_read_as_a_record_is_one_or_a_located_error(text: str) -> None:
    try:
        record.replay(record.read(text))
    except ArenaError as error:
        assert isinstance(error, RecordError)
        assert error.where.line >= 1
        assert str(error.text)


@every_mode
def test_the_playthrough_is_as_reviewed(game: AnyGame, mode: Mode) -> None:
    kept = playthrough.path(game, mode)
    assert kept.exists(), f"write it with python -m tests.engine.playthrough: {kept.name}"
    assert kept.read_text(encoding="utf-8").splitlines() == list(playthrough.lines(game, mode))
