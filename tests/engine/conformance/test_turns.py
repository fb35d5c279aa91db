"""Whose turn it is, what is played without a player, and how a game ends."""

from __future__ import annotations

import itertools
import re

import pytest

from engine import record
from engine.errors import MoveError, NotationError
from engine.extras import Forced, Preparing, asked, owner
from engine.game import Setup
from tests.engine.conformance.games import all_sessions, all_states, every_setup, sample, spread
from tests.engine.kit import AnyGame, seats_of
from tests.volume import many


@every_setup
def test_the_turn_number_changes_exactly_with_the_turn(game: AnyGame, setup: Setup) -> None:
    for one, two in zip(sample(game, setup, 0), sample(game, setup, 0)[1:], strict=False):
        turns = game.turn(one.state), game.turn(two.state)
        assert turns[0] <= turns[1]
        if turns[0] == turns[1] and two.to_act and not two.sealed:
            assert owner(game, one.state) == owner(game, two.state)


@every_setup
def test_who_is_asked_in_a_turn_of_another_is_told_why(game: AnyGame, setup: Setup) -> None:
    for session in all_sessions(game, setup):
        acting, whose = game.to_act(session.state), owner(game, session.state)
        for seat in acting:
            told = asked(game, session.state, seat)
            assert (told is not None) == (len(acting) == 1 and whose != seat)
            assert told is None or str(told).endswith((".", "!", "?"))
        assert all(
            asked(game, session.state, seat) is None
            for seat in range(1, seats_of(game, setup) + 1)
            if seat not in acting
        )


@every_setup
def test_a_default_is_legal_and_only_of_games_that_have_one(game: AnyGame, setup: Setup) -> None:
    seats = seats_of(game, setup)
    every = game.info.defaults == "all" and seats > 1  # who plays alone has no deadline
    for state in spread(all_states(game, setup), many(40, 400)):
        for seat in range(1, seats + 1):
            move = game.default(state, seat)
            assert move is None or (game.info.defaults and move in game.legal(state, seat))
            assert move is not None or not every or seat not in game.to_act(state)
            only = game.forced(state, seat) if isinstance(game, Forced) else None
            assert only is None or list(game.legal(state, seat)) == [only]


@every_setup
def test_answers_in_advance_are_canonical_and_legal(game: AnyGame, setup: Setup) -> None:
    if not isinstance(game, Preparing):
        return
    answers = {each.key: game.parse_prepared(each.key, each.example) for each in game.preparations}
    assert len(answers) == len(game.preparations) <= 25
    for each in game.preparations:
        assert re.fullmatch("[a-z-]{1,20}", each.key)
        assert len(answers[each.key]) <= 400
        assert game.parse_prepared(each.key, answers[each.key]) == answers[each.key]
        for text in ("", "?!"):
            with pytest.raises(NotationError):
                game.parse_prepared(each.key, text)
    for state in spread(all_states(game, setup), many(60, 400)):
        for seat in range(1, seats_of(game, setup) + 1):
            move = game.prepared(state, seat, answers)
            assert move is None or move in game.legal(state, seat)
            assert game.prepared(state, seat, {}) is None


@every_setup
def test_a_step_that_draws_is_a_barrier(game: AnyGame, setup: Setup) -> None:
    for before, after in itertools.pairwise(all_sessions(game, setup)):
        if after.drawn and len(after.entries) > len(before.entries):
            assert after.floor == len(after.entries)


@every_setup
def test_every_event_says_what_happened(game: AnyGame, setup: Setup) -> None:
    for session in all_sessions(game, setup):
        for event in session.last.events if session.last else ():
            assert str(event.text()).endswith((".", "!"))


@every_setup
def test_any_seat_may_give_up_at_any_time(game: AnyGame, setup: Setup) -> None:
    going = [each for each in sample(game, setup, 0) if each.outcome is None and not each.sealed]
    seats = seats_of(game, setup)
    for number, session in enumerate(spread(going, many(6, 40))):
        for seat in range(1, seats + 1):
            gone = session.forfeit(seat)
            assert gone.entries == (*session.entries, gone.entries[-1])
            assert gone.outcome is None or gone.outcome.ranks[seat - 1] > 1
        seat = number % seats + 1
        gone = session.forfeit(seat)
        again = record.replay(record.read(record.write(gone, [f"N{each}" for each in range(1, seats + 1)])))
        assert again.state == gone.state


@every_setup
def test_a_random_game_ends_with_an_outcome_and_nobody_to_act(game: AnyGame, setup: Setup) -> None:
    for seed in range(many(2, 12)):
        last = sample(game, setup, seed)[-1]
        outcome = last.outcome
        assert outcome is not None
        assert len(outcome.ranks) == seats_of(game, setup)
        assert outcome.winners or (seats_of(game, setup) == 1 and outcome.against is not None)
        names = [f"N{seat}" for seat in range(1, len(outcome.ranks) + 1)]
        assert game.same_result(game.result_text(outcome, names), outcome, names)
        assert not game.same_result("?!", outcome, names)
        assert not last.to_act
        for seat in range(1, seats_of(game, setup) + 1):
            assert not game.legal(last.state, seat)
            with pytest.raises(MoveError):
                game.forfeit(last.state, seat)
