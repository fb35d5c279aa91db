"""What every registered game must keep, in every mode; a new game is tested by being registered."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import record, registry
from engine.chance import Chance
from engine.errors import ArenaError, MoveError, RecordError, SetupError, TurnError
from engine.extras import Carded, CountsLegal, Noting, Scored
from engine.game import Game, Mode, Seat, Setup
from engine.perft import children, perft
from engine.session import Session
from engine.turn import complete_turn, listing, onward, parse_turn
from tests.engine import playthrough
from tests.engine.apex.hidden import scrambled

AnyGame = Game[Any, Any, Any]
CASES = [
    pytest.param(game, mode, id=f"{game.info.key}-{mode.key}") for game in registry.games() for mode in game.info.modes
]
MANY = 100
"""So many moves, or joint decisions, of a position are tried one by one."""
every_mode = pytest.mark.parametrize(("game", "mode"), CASES)
DATA = Path(__file__).parent.parent / "data"

Scrambler = Callable[[AnyGame, Any, Seat | None], Iterator[Any]]
# For each game: states that differ from a given one only in what this seat, or a spectator, cannot know.
# None: nothing in the game is hidden, so everybody sees the same.
HIDDEN: dict[str, Scrambler | None] = {"replicants": None, "replica": None, "apex": scrambled}


def sample(game: AnyGame, mode: Mode, seed: int) -> tuple[Session, ...]:
    """Return every session of one random game, from the start to the end; odd seeds have every option set."""
    return _sample(game.info.key, mode.key, seed)


def options(game: AnyGame, seed: int) -> tuple[tuple[str, str], ...]:
    return tuple((option.key, option.choices[-1]) for option in game.info.options) if seed % 2 else ()


@lru_cache(maxsize=64)
def _sample(key: str, mode: str, seed: int) -> tuple[Session, ...]:
    game = registry.get(key)
    session = Session.start(game, Setup(mode, options(game, seed)), Chance.from_text(f"deal {seed}"))
    chance, sessions = Chance.from_text(f"play {seed}"), [session]
    while seats := sorted(session.to_act):
        pick, chance = chance.below(len(seats))
        seat = seats[pick]
        moves = game.legal(session.state, seat)
        pick, chance = chance.below(len(moves))
        session = session.move(seat, game.format(session.state, seat, moves[pick]))
        listed = listing(game, session.state, seat)
        if listed is not None and listed.done and not session.sealed:
            session = session.move(seat, listed.close)
        sessions.append(session)
    return tuple(sessions)


def all_states(game: AnyGame, mode: Mode) -> Iterator[Any]:
    for seed in range(2):
        for session in sample(game, mode, seed):
            yield session.state


@every_mode
def test_legal_moves_are_unique_stable_and_written_uniquely(game: AnyGame, mode: Mode) -> None:
    for state in all_states(game, mode):
        for seat in game.to_act(state):
            moves = list(game.legal(state, seat))
            assert moves
            assert moves == list(game.legal(game.load(game.dump(state)), seat))
            assert len(set(moves)) == len(moves)
            texts = [game.format(state, seat, move) for move in moves]
            assert len(set(texts)) == len(texts)
            if isinstance(game, CountsLegal):
                assert game.count_legal(state, seat) == len(moves)


@every_mode
def test_parse_gives_back_what_format_wrote(game: AnyGame, mode: Mode) -> None:
    for state in all_states(game, mode):
        for seat in game.to_act(state):
            for move in game.legal(state, seat):
                text = game.format(state, seat, move)
                assert game.parse(state, seat, text) == move
                assert game.parse(state, seat, f" {text.lower()} ") == move


@every_mode
def test_choices_lead_to_each_move_and_to_no_other(game: AnyGame, mode: Mode) -> None:
    for state in list(all_states(game, mode))[::3]:
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


@every_mode
def test_dump_and_load_are_inverse_and_plain_json(game: AnyGame, mode: Mode) -> None:
    for state in all_states(game, mode):
        assert game.load(json.loads(json.dumps(game.dump(state)))) == state


@every_mode
def test_a_position_written_and_set_up_again_plays_the_same(game: AnyGame, mode: Mode) -> None:
    for session in [session for seed in range(2) for session in sample(game, mode, seed)][::5]:
        state = session.state
        if game.outcome(state) is not None:
            continue
        setup = replace(session.setup, position=game.write_position(state))
        again = game.initial(setup, Chance.from_text("set up"))
        assert game.write_position(again) == game.write_position(state)
        assert game.to_act(again) == game.to_act(state)
        for seat in game.to_act(state):
            texts = [game.format(state, seat, move) for move in game.legal(state, seat)]
            assert [game.format(again, seat, move) for move in game.legal(again, seat)] == texts


@every_mode
def test_apply_leaves_its_input_alone(game: AnyGame, mode: Mode) -> None:
    for state in list(all_states(game, mode))[::4]:
        before, mark = game.dump(state), hash(state)
        list(itertools.islice(children(game, state), MANY))
        for seat in range(1, mode.seats + 1):
            if game.outcome(state) is None:
                game.forfeit(state, seat)
        assert game.dump(state) == before
        assert hash(state) == mark


@every_mode
def test_the_turn_number_changes_exactly_with_the_turn(game: AnyGame, mode: Mode) -> None:
    for one, two in zip(sample(game, mode, 0), sample(game, mode, 0)[1:], strict=False):
        turns = game.turn(one.state), game.turn(two.state)
        assert turns[0] <= turns[1]
        if turns[0] == turns[1] and two.to_act and not two.sealed:
            assert game.to_act(one.state) == game.to_act(two.state)


@every_mode
def test_a_random_game_ends_with_an_outcome_and_nobody_to_act(game: AnyGame, mode: Mode) -> None:
    for seed in range(12):
        last = sample(game, mode, seed)[-1]
        outcome = last.outcome
        assert outcome is not None
        assert len(outcome.ranks) == mode.seats
        assert outcome.winners
        assert not last.to_act
        for seat in range(1, mode.seats + 1):
            assert not game.legal(last.state, seat)
            with pytest.raises(MoveError):
                game.forfeit(last.state, seat)


@every_mode
def test_replaying_the_record_comes_to_the_same_state(game: AnyGame, mode: Mode) -> None:
    names = [f"Name {seat}" for seat in range(1, mode.seats + 1)]
    for seed in range(2):
        sessions = sample(game, mode, seed)
        for session in sessions[:: len(sessions) // (10 if seed else 60) + 1]:
            if session.sealed:
                continue
            text = record.write(session, names, {"Site": 'a "quoted" place', "Unknown": "kept"})
            read = record.read(text)
            again = record.replay(read)
            assert again.state == session.state
            assert again.entries == session.entries
            assert record.write(again, names, read.tags) == text


@every_mode
def test_foreign_seats_are_refused(game: AnyGame, mode: Mode) -> None:
    for state in list(all_states(game, mode))[::6]:
        acting = game.to_act(state)
        for seat in set(range(1, mode.seats + 1)) - acting:
            assert not game.legal(state, seat)
            for other in acting:
                text = game.format(state, other, game.legal(state, other)[0])
                with pytest.raises(MoveError):
                    game.parse(state, seat, text)


@every_mode
def test_any_seat_may_give_up_at_any_time(game: AnyGame, mode: Mode) -> None:
    sessions = sample(game, mode, 0)
    for session in sessions[: -1 : len(sessions) // 20 + 1]:
        if session.sealed:
            continue
        for seat in range(1, mode.seats + 1):
            gone = session.forfeit(seat)
            names = [f"N{number}" for number in range(1, mode.seats + 1)]
            again = record.replay(record.read(record.write(gone, names)))
            assert again.state == gone.state
            if gone.outcome is not None:
                assert gone.outcome.ranks[seat - 1] > 1


@every_mode
def test_views_tell_no_secret(game: AnyGame, mode: Mode) -> None:
    """Non-interference: change only what a seat cannot know, and all it gets to see stays equal."""
    scramble = HIDDEN[game.info.key]
    states = list(all_states(game, mode))
    for state in states[:: len(states) // 40 + 1]:
        seats: list[Seat | None] = [None, *range(1, mode.seats + 1)]
        if scramble is None:
            assert all(game.view(state, seat) == game.view(state, None) for seat in seats)
            assert all(event.audience is None for event in _events(game, state))
            continue
        for seat in seats:
            for other in scramble(game, state, seat):
                assert game.view(other, seat) == game.view(state, seat)
                assert _beside(game, other, seat) == _beside(game, state, seat)
                assert _told(game, other, seat) == _told(game, state, seat)
                if seat is None:
                    continue
                assert list(game.legal(other, seat)) == list(game.legal(state, seat))
                assert game.default(other, seat) == game.default(state, seat)
                for text in _attempts(game, state, other):
                    assert _answer(game, other, seat, text) == _answer(game, state, seat, text)


def _beside(game: AnyGame, state: Any, seat: Seat | None) -> list[Any]:
    """Return what a seat gets to see besides its view: points, cards, a position, ways to complete a turn."""
    found: list[Any] = [game.to_act(state), game.turn(state), game.outcome(state)]
    if isinstance(game, Scored):
        found.append(game.standing(state))
    if isinstance(game, Carded):
        found.append(game.cards(state, seat))
    if isinstance(game, Noting):
        found.append(game.masked_position(state, seat))
    if seat in game.to_act(state):
        found += [complete_turn(game, state, seat, text) for text in ("", "1", "A", "M")]
    return found


def _told(game: AnyGame, state: Any, seat: Seat | None) -> list[Any]:
    """Return what a seat learns of the first moves of whoever is to act alone, where nothing comes to light by them."""
    found: list[Any] = []
    for acting in game.to_act(state):
        for move in game.legal(state, acting)[:2] if len(game.to_act(state)) == 1 else ():
            step = game.apply(state, {acting: move})
            if not step.barrier:
                told = [event for event in step.events if event.audience is None or seat in event.audience]
                found += [told, [str(event.text()) for event in told], game.view(step.state, seat)]
    return found


def _attempts(game: AnyGame, *states: Any) -> list[str]:
    """Return texts to try: what any seat may play in some positions that look alike to somebody, and nonsense."""
    texts = ["?", "", "-", "F"]
    for state in states:
        for seat in game.to_act(state):
            texts += [game.format(state, seat, move) for move in game.legal(state, seat)[:9:4]]
    return texts


def _answer(game: AnyGame, state: Any, seat: Seat, text: str) -> object:
    """Return all that a seat gets to see when it types a text."""
    try:
        move = game.parse(state, seat, text)
    except MoveError as error:
        return type(error), str(error), error.code, error.position, error.suggestions
    return move, game.format(state, seat, move), game.choices(state, seat, move)


def _events(game: AnyGame, state: Any) -> Iterator[Any]:
    for seat in game.to_act(state):
        if len(game.to_act(state)) == 1:
            yield from game.apply(state, {seat: game.legal(state, seat)[0]}).events


@every_mode
def test_every_event_says_what_happened(game: AnyGame, mode: Mode) -> None:
    for seed in range(2):
        for session in sample(game, mode, seed):
            for event in session.last.events if session.last else ():
                assert str(event.text()).endswith((".", "!"))


@every_mode
def test_completion_reaches_every_legal_move(game: AnyGame, mode: Mode) -> None:
    for session in sample(game, mode, 0)[::9]:
        for seat in session.to_act:
            whole = complete_turn(game, session.state, seat, "", limit=10_000)
            assert whole
            for text in whole:
                turn = parse_turn(game, session.state, seat, text)
                assert text == turn.text + onward(game, turn, seat)
            texts = [game.format(session.state, seat, move) for move in game.legal(session.state, seat)]
            if len(texts) > 1:
                assert [text.rstrip("/,") for text in whole] == texts


@every_mode
def test_an_unknown_setup_is_an_error(game: AnyGame, mode: Mode) -> None:
    chance = Chance.from_text("x")
    for setup in (Setup("no such mode"), Setup(mode.key, data="no such version"), Setup(mode.key, position="nonsense")):
        with pytest.raises(SetupError) as caught:
            game.initial(setup, chance)
        assert caught.value.code
    with pytest.raises(SetupError):
        game.initial(Setup(mode.key, options=(("no such option", "1"),)), chance)


junk = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="EFx!#.+-=/ 0123456789ABCDEFGHIJKLefgh×–", max_size=24),
)


@every_mode
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=junk, at=st.integers(0, 10_000))
def test_whatever_is_typed_is_a_legal_turn_or_a_clear_error(game: AnyGame, mode: Mode, text: str, at: int) -> None:
    sessions = sample(game, mode, 0)[:-1]
    session = sessions[at % len(sessions)]
    for seat in session.to_act:
        try:
            session.play(seat, text)
        except TurnError as error:
            assert str(error.text)
            assert error.code
            assert error.position or not error.rule


@settings(max_examples=300)
@given(text=st.one_of(junk, st.builds(lambda a, b: f"T0..({a})\nT1..{b}", junk, junk), st.text(max_size=200)))
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


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.info.key)
def test_every_game_has_a_perft_file(game: AnyGame) -> None:
    kept = DATA / game.info.key / "perft.txt"
    assert kept.exists()
    assert len(kept.read_text(encoding="utf-8").splitlines()) > len(game.info.modes)


@every_mode
def test_bulk_counting_equals_counting_one_by_one(game: AnyGame, mode: Mode) -> None:
    sessions = sample(game, mode, 0)
    states = [session.state for session in sessions[len(sessions) // 2 :] if not session.sealed]
    state = next(state for state in states if _is_small(game, state))
    assert perft(game, state, 2) == sum(sum(1 for _ in children(game, child)) for _, child in children(game, state))


def _is_small(game: AnyGame, state: Any) -> bool:
    """Return whether a position and those after it can be counted one by one: joint decisions multiply."""
    return _joint(game, state) <= MANY and all(_joint(game, child) <= MANY for _, child in children(game, state))


def _joint(game: AnyGame, state: Any) -> int:
    return math.prod(len(game.legal(state, seat)) for seat in game.to_act(state))


def test_games_have_distinct_keys_and_modes() -> None:
    keys = [game.info.key for game in registry.games()]
    assert len(set(keys)) == len(keys)
    for game in registry.games():
        modes = [mode.key for mode in game.info.modes]
        assert len(set(modes)) == len(modes)
        assert set(HIDDEN) >= {game.info.key}
    with pytest.raises(SetupError):
        registry.get("no such game")
