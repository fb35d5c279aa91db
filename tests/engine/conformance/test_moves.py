"""Moves in every mode, with every option: complete, written one way, read back, and led to by choices."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import MoveError, TurnError
from engine.game import Setup
from engine.perft import children, perft
from engine.turn import complete_turn, onward, parse_turn
from tests.engine import playthrough
from tests.engine.conformance.games import BY_KEY, GAMES, all_states, every_setup, junk, sample, spread
from tests.engine.kit import AnyGame, seats_of
from tests.volume import many

MANY = 100
"""Moves, or joint decisions, of a position that are tried one by one at most."""


@every_setup
def test_legal_moves_are_unique_stable_and_written_uniquely(game: AnyGame, setup: Setup) -> None:
    for state in spread(all_states(game, setup), many(60, 10_000)):
        for seat in game.to_act(state):
            moves = list(game.legal(state, seat))
            assert moves
            assert moves == list(game.legal(game.load(game.dump(state)), seat))
            assert len(set(moves)) == len(moves)
            texts = [game.format(state, seat, move) for move in moves]
            assert len(set(texts)) == len(texts)
            assert game.count_legal(state, seat) == len(moves)


@every_setup
def test_parse_gives_back_what_format_wrote(game: AnyGame, setup: Setup) -> None:
    for state in spread(all_states(game, setup), many(15, 500)):
        for seat in game.to_act(state):
            for move in game.legal(state, seat):
                text = game.format(state, seat, move)
                assert game.parse(state, seat, text) == move
                assert game.parse(state, seat, f" {text.lower()} ") == move


@every_setup
def test_choices_lead_to_each_move_and_to_no_other(game: AnyGame, setup: Setup) -> None:
    for state in spread(all_states(game, setup), many(30, 3_000)):
        for seat in game.to_act(state):
            paths = [game.choices(state, seat, move) for move in game.legal(state, seat)]
            keys = [tuple(choice.key for choice in path) for path in paths]
            assert len(set(keys)) == len(keys)
            assert all(keys)
            assert all(len(choice.key) <= 40 for path in paths for choice in path)
            # No move stops halfway on the path to another: a menu would not know whether to go on.
            assert not {key[:length] for key in keys for length in range(1, len(key))} & set(keys)
            labels: dict[tuple[str, ...], str] = {}
            for path, key in zip(paths, keys, strict=True):
                for depth, choice in enumerate(path, 1):
                    assert labels.setdefault(key[:depth], str(choice.text)) == str(choice.text)


@every_setup
def test_apply_leaves_its_input_alone(game: AnyGame, setup: Setup) -> None:
    for state in spread(all_states(game, setup), many(8, 60)):
        before, mark = game.dump(state), hash(state)
        list(itertools.islice(children(game, state), MANY))
        for seat in range(1, seats_of(game, setup) + 1):
            if game.outcome(state) is None:
                game.forfeit(state, seat)
        assert game.dump(state) == before
        assert hash(state) == mark


@every_setup
def test_foreign_seats_are_refused(game: AnyGame, setup: Setup) -> None:
    for state in spread(all_states(game, setup), many(25, 100)):
        acting = game.to_act(state)
        for seat in set(range(1, seats_of(game, setup) + 1)) - acting:
            assert not game.legal(state, seat)
            for other in acting:
                text = game.format(state, other, game.legal(state, other)[0])
                with pytest.raises(MoveError):
                    game.parse(state, seat, text)


@every_setup
def test_completion_reaches_every_legal_move(game: AnyGame, setup: Setup) -> None:
    for session in spread(sample(game, setup, 0), many(8, 60)):
        for seat in session.to_act:
            whole = complete_turn(game, session.state, seat, "", limit=10_000)
            assert whole
            for text in whole:
                turn = parse_turn(game, session.state, seat, text)
                assert text == turn.text + onward(game, turn, seat)
            texts = [game.format(session.state, seat, move) for move in game.legal(session.state, seat)]
            if len(texts) > 1:
                assert [text.rstrip("/,") for text in whole] == texts


@every_setup
@settings(max_examples=many(25, 150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), at=st.integers(0, 10_000))
def test_whatever_is_typed_is_legal_or_refused_with_a_reason(
    game: AnyGame, setup: Setup, data: st.DataObject, at: int
) -> None:
    sessions = sample(game, setup, 0)[:-1]
    session = sessions[at % len(sessions)]
    state, seat = session.state, min(session.to_act)
    text = data.draw(junk | st.text(alphabet=BY_KEY[game.info.key].typed, max_size=14))
    for each in session.to_act:
        try:
            session.play(each, text)
        except TurnError as error:
            assert str(error.text)
            assert error.code
            assert error.position or not error.rule
    try:
        move = game.parse(state, seat, text)
    except MoveError as error:
        assert error.code
        assert error.rule
        assert error.position == game.masked_position(state, seat)
        assert set(error.suggestions) <= {game.format(state, seat, each) for each in game.legal(state, seat)}
    else:
        assert move in game.legal(state, seat)


@every_setup
def test_bulk_counting_equals_counting_one_by_one(game: AnyGame, setup: Setup) -> None:
    sessions = sample(game, setup, 0)
    states = [session.state for session in sessions[len(sessions) // 2 :] if not session.sealed]
    state = next(state for state in states if _is_small(game, state))
    assert perft(game, state, 2) == sum(sum(1 for _ in children(game, child)) for _, child in children(game, state))


def _is_small(game: AnyGame, state: Any) -> bool:
    """Return whether a position and those after it can be counted one by one: joint decisions multiply."""
    return _joint(game, state) <= MANY and all(_joint(game, child) <= MANY for _, child in children(game, state))


def _joint(game: AnyGame, state: Any) -> int:
    return math.prod(len(game.legal(state, seat)) for seat in game.to_act(state))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_game_has_a_perft_file(game: AnyGame) -> None:
    kept = playthrough.DATA / game.info.key / "perft.txt"
    assert kept.exists()
    assert len(kept.read_text(encoding="utf-8").splitlines()) > len(game.info.modes)
