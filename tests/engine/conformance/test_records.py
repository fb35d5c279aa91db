"""Records and positions: what was written is read back, and comes to the same."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.chance import Chance
from engine.errors import ArenaError, MoveError, NotationError, RecordError
from engine.game import Mode, Setup
from engine.session import Session
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
from tests.people import ANY
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


# Whose turn it is, what is played without a player, and how a game ends.


@every_setup
def test_the_turn_number_changes_exactly_with_the_turn(game: AnyGame, setup: Setup) -> None:
    for one, two in zip(sample(game, setup, 0), sample(game, setup, 0)[1:], strict=False):
        turns = game.turn(one.state), game.turn(two.state)
        assert turns[0] <= turns[1]
        if turns[0] == turns[1] and two.to_act and not two.sealed:
            assert game.owner(one.state) == game.owner(two.state)


@every_setup
def test_who_is_asked_in_a_turn_of_another_is_told_why(game: AnyGame, setup: Setup) -> None:
    for session in all_sessions(game, setup):
        acting, whose = game.to_act(session.state), game.owner(session.state)
        for seat in acting:
            told = game.asked(session.state, seat)
            assert (told is not None) == (len(acting) == 1 and whose != seat)
            assert told is None or str(told).endswith((".", "!", "?"))
        assert all(
            game.asked(session.state, seat) is None
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
            only = game.forced(state, seat)
            assert only is None or list(game.legal(state, seat)) == [only]


@every_setup
def test_answers_in_advance_are_canonical_and_legal(game: AnyGame, setup: Setup) -> None:
    if not game.preparations:
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
