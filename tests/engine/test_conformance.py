"""What every game must keep, in every mode and with every option; a new game takes part by its kit (`kit.py`)."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import record, registry
from engine.chance import Chance
from engine.errors import ArenaError, MoveError, NotationError, RecordError, SetupError, TurnError
from engine.extras import (
    Alike,
    Carded,
    Catalogued,
    CountsLegal,
    Forced,
    Loadouts,
    Masking,
    Preparing,
    Scored,
    Veiling,
    asked,
    owner,
    position_for,
)
from engine.info import Mode, Setup
from engine.luck import only_turn
from engine.perft import children, perft
from engine.seat import Seat
from engine.session import Session
from engine.setups import HIDDEN
from engine.turn import complete_turn, listing, onward, parse_turn
from tests.characters import ANY
from tests.engine import playthrough
from tests.engine.kit import AnyGame, alikes, label, seats_of
from tests.engine.kits import KITS
from tests.volume import many

DATA = Path(__file__).parent.parent / "data"

MANY = 100
"""Moves, or joint decisions, of a position that are tried one by one at most."""

REGISTERED = registry.games()
GAMES = [kit.game for kit in KITS]
BY_KEY = {kit.game.info.key: kit for kit in KITS}
every_mode = pytest.mark.parametrize(
    ("game", "mode"),
    [pytest.param(game, mode, id=f"{game.info.key}-{mode.key}") for game in GAMES for mode in game.info.modes],
)
every_setup = pytest.mark.parametrize(
    ("game", "setup"),
    [
        pytest.param(kit.game, setup, id=f"{kit.game.info.key}-{label(setup)}")
        for kit in KITS
        for setup in kit.conforming
    ],
)


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    """Register the games that only the tests know: records name them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_GAMES", tuple(GAMES))
        yield


def sample(game: AnyGame, setup: Setup, seed: int) -> tuple[Session, ...]:
    """Return every session of one random game, from the start to the end."""
    played = _often if seed == 0 else _played
    return played(game.info.key, setup, seed)


def _played(key: str, setup: Setup, seed: int) -> tuple[Session, ...]:
    kit, draw = BY_KEY[key], random.Random(f"play {label(setup)} {seed}")
    game, session = kit.game, Session.start(kit.game, setup, Chance.from_text(f"deal {seed}"))
    sessions = [session]
    while seats := sorted(session.to_act):
        seat = draw.choice(seats)
        texts = [game.format(session.state, seat, move) for move in game.legal(session.state, seat)]
        session = closed(session.move(seat, kit.pick(draw, texts)), seat)
        sessions.append(session)
    return tuple(sessions)


def closed(session: Session, seat: Seat) -> Session:
    """Return the session with a list closed to which nothing can be added, as replaying its record does."""
    listed = None if session.sealed else listing(session.game, session.state, seat)
    return session.move(seat, listed.close) if listed is not None and listed.done else session


_often = cache(_played)
"""The first game of each setup is played once."""


def all_sessions(game: AnyGame, setup: Setup) -> list[Session]:
    return [session for seed in range(many(1, 4)) for session in sample(game, setup, seed)]


def all_states(game: AnyGame, setup: Setup) -> list[Any]:
    return [session.state for session in all_sessions(game, setup)]


def spread(sessions: Sequence[Any], count: int) -> Sequence[Any]:
    """Return about so many of them, evenly."""
    return sessions[:: len(sessions) // count + 1]


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
            if isinstance(game, CountsLegal):
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
def test_dump_and_load_are_inverse_and_plain_json(game: AnyGame, setup: Setup) -> None:
    states = all_states(game, setup)
    for state in (*spread(states, many(60, 10_000)), states[-1]):
        again = game.load(json.loads(json.dumps(game.dump(state))))
        assert again == state
        assert hash(again) == hash(state)


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
def test_what_is_chosen_before_the_start_is_canonical(game: AnyGame, setup: Setup) -> None:
    if not isinstance(game, Loadouts):
        assert Session.start(game, setup, Chance.from_text("x")).setup.loadouts == ()
        return
    seats, chosen = seats_of(game, setup), game.loadout_seats(setup)
    usual = tuple(game.usual_loadout(setup, seat) if seat in chosen else "" for seat in range(1, seats + 1))
    assert Session.start(game, setup, Chance.from_text("x")).setup.loadouts == (usual if chosen else ())
    for seat in chosen:
        assert game.parse_loadout(setup, seat, f" {usual[seat - 1].lower()} ") == usual[seat - 1]
        with pytest.raises(MoveError):
            game.parse_loadout(setup, seat, "?!")


@every_setup
def test_answers_in_advance_are_canonical_and_legal(game: AnyGame, setup: Setup) -> None:
    if not isinstance(game, Preparing):
        return
    answers = {each.key: game.parse_prepared(each.key, each.example) for each in game.preparations}
    assert len(answers) == len(game.preparations) <= 25
    for each in game.preparations:
        assert len(each.key) <= 20
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
def test_what_was_drawn_makes_up_for_the_seed(game: AnyGame, setup: Setup) -> None:
    names = [f"Name {seat}" for seat in range(1, seats_of(game, setup) + 1)]
    for session in spread([each for each in all_sessions(game, setup) if not each.sealed], many(4, 40)):
        lines = record.write(session, names).splitlines(keepends=True)
        again = record.replay(record.read("".join(line for line in lines if not line.startswith("[Seed "))))
        assert again.entries == session.entries
        assert game.write_position(again.state) == game.write_position(session.state)
        assert again.drawn == session.drawn


@every_setup
def test_a_step_that_draws_is_a_barrier(game: AnyGame, setup: Setup) -> None:
    for before, after in itertools.pairwise(all_sessions(game, setup)):
        if after.drawn and len(after.entries) > len(before.entries):
            assert after.floor == len(after.entries)


@every_setup
def test_a_copy_for_a_reader_has_no_move_that_is_veiled_from_them(game: AnyGame, setup: Setup) -> None:
    seats = seats_of(game, setup)
    for session in spread([each for each in all_sessions(game, setup) if not each.sealed], many(3, 20)):
        veiled = [entry for entry in session.entries if entry.veil is not None]
        assert not veiled or (isinstance(game, Veiling) and not game.info.open)  # of an open game all is told
        for reader in (None, *range(1, seats + 1)):
            text = record.write(session, [f"N{seat}" for seat in range(1, seats + 1)], reveal=False, reader=reader)
            hidden = [entry for entry in veiled if entry.seat != reader]
            loadouts = [each for seat, each in enumerate(session.setup.loadouts, 1) if each and seat != reader]
            assert text.count(HIDDEN) == len(hidden) + len(loadouts)
            if hidden or loadouts:
                with pytest.raises(RecordError):
                    record.replay(record.read(text))


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
def test_views_tell_no_secret(game: AnyGame, setup: Setup) -> None:
    """Non-interference: change only what a seat cannot know, and all it gets to see stays equal."""
    seats, states = seats_of(game, setup), spread(all_states(game, setup), many(8, 60))
    assert isinstance(game, Alike) or game.info.open
    if not isinstance(game, Alike):
        for state in states:
            assert all(game.view(state, seat) == game.view(state, None) for seat in range(1, seats + 1))
            assert all(event.audience is None for event in _events(game, state))
        return
    for number, state in enumerate(states):
        # Two seats in turn: all of them in every position would take a time that grows with the square of their number.
        for seat in (None, number % seats + 1, (number + 1) % seats + 1):
            others = list(alikes(game, state, seat))
            texts, common = _attempts(game, state, *others), _common(game, state, *others)
            seen = _seen(game, state, seat, texts, common)
            for other in others:
                assert _seen(game, other, seat, texts, common) == seen


@every_setup
def test_a_position_that_looks_alike_is_another_one_and_can_be_played_on(game: AnyGame, setup: Setup) -> None:
    if not isinstance(game, Alike):
        return
    changed = 0
    for number, state in enumerate(spread(all_states(game, setup), many(6, 40))):
        seat = (None, *range(1, seats_of(game, setup) + 1))[number % (seats_of(game, setup) + 1)]
        for other in alikes(game, state, seat):
            changed += game.write_position(other) != game.write_position(state)
            assert game.load(json.loads(json.dumps(game.dump(other)))) == other
            draw, here = random.Random(number), other
            for _ in range(12):
                moves = {each: draw.choice(game.legal(here, each)) for each in game.to_act(here)}
                here = game.apply(here, moves).state if moves else here
    assert changed


def _seen(game: AnyGame, state: Any, seat: Seat | None, texts: list[str], common: list[str]) -> dict[str, Any]:
    """Return all that a seat, or a spectator (None), gets to see of a position, and is answered to some texts."""
    found = {
        "view": game.view(state, seat),
        "beside": _beside(game, state, seat),
        "told": _told(game, state, seat, common),
    }
    if seat is not None:
        found["legal"] = list(game.legal(state, seat))
        found["default"] = game.default(state, seat)
        if isinstance(game, Preparing):
            found["prepared"] = game.prepared(state, seat, {each.key: each.example for each in game.preparations})
        found["answers"] = [_answer(game, state, seat, text) for text in texts]
    return found


def _beside(game: AnyGame, state: Any, seat: Seat | None) -> list[Any]:
    """Return what a seat gets to see besides its view: points, cards, a position, ways to complete a turn."""
    found: list[Any] = [game.to_act(state), game.turn(state), game.outcome(state), owner(game, state)]
    found += [asked(game, state, each) for each in game.to_act(state)]
    if len(game.to_act(state)) == 1:  # that a turn comes by itself is seen by everybody, and which it is
        found += [only_turn(game, state, each) for each in game.to_act(state)]
    if isinstance(game, Scored):
        found.append(game.standing(state))
    if isinstance(game, Carded):
        found.append(game.cards(state, seat))
    if isinstance(game, Catalogued):
        found += [game.whereabouts(state, seat, entry.key) for entry in game.catalogue() if not entry.cards]
    if isinstance(game, Masking):
        found.append(game.masked_position(state, seat))
    if seat in game.to_act(state):
        found += [complete_turn(game, state, seat, text) for text in ("", "1", "A", "M")]
    return found


def _told(game: AnyGame, state: Any, seat: Seat | None, common: list[str]) -> list[Any]:
    """Return what a seat learns of moves of whoever is to act alone, where nothing comes to light by them.

    A move that everybody reads is looked at where it can be made in each of the positions; of moves that have a veil,
    all must look the same.
    """
    found: list[Any] = []
    for acting in game.to_act(state) if len(game.to_act(state)) == 1 else ():
        for move in game.legal(state, acting):
            veil = game.veil(state, acting, move) if isinstance(game, Veiling) and acting != seat else None
            if veil is None and game.format(state, acting, move) not in common:
                continue
            step = game.apply(state, {acting: move})
            if not step.barrier:
                told = [event for event in step.events if event.audience is None or seat in event.audience]
                learnt = [veil, told, [str(event.text()) for event in told], game.view(step.state, seat)]
                found += [learnt] if veil is None or learnt not in found else []
    return found


def _common(game: AnyGame, *states: Any) -> list[str]:
    """Return some texts of moves that whoever is to act can make in each of some positions that look alike."""
    acting = min(game.to_act(states[0]), default=None)
    if acting is None:
        return []
    texts = [[game.format(state, acting, move) for move in game.legal(state, acting)] for state in states]
    return [text for text in texts[0] if all(text in each for each in texts[1:])][:2]


def _attempts(game: AnyGame, *states: Any) -> list[str]:
    """Return texts to try: what any seat may play in some positions that look alike to somebody, and nonsense."""
    texts = ["?", "", "-", "F"]
    for state in states:
        for seat in game.to_act(state):
            texts += [game.format(state, seat, move) for move in game.legal(state, seat)[:9:4]]
    return list(dict.fromkeys(texts))


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


@every_setup
def test_every_event_says_what_happened(game: AnyGame, setup: Setup) -> None:
    for session in all_sessions(game, setup):
        for event in session.last.events if session.last else ():
            assert str(event.text()).endswith((".", "!"))


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


def unknown(game: AnyGame, mode: Mode) -> Iterator[tuple[Setup, str, set[str]]]:
    """Yield setups that a game does not have, how the code of the error begins, and what it may suggest."""
    options = {option.key: option.choices for option in game.info.options_of(mode.key)}
    offered = {*options, *(f"{key}={choice}" for key, choices in options.items() for choice in choices)}
    for option in game.info.options:
        if option.key not in options:
            yield Setup(mode.key, ((option.key, option.default),)), "unknown-option", offered
        if option.key in options and option.needs is not None:
            key, value = option.needs
            other = next(each for each in options[key] if each != value)
            yield Setup(mode.key, ((key, other), (option.key, option.default))), "option-idle", {f"{key}={value}"}
    yield Setup("no such mode"), "unknown-mode", {each.key for each in game.info.modes}
    yield Setup(mode.key, data="no such version"), "unknown-", set(game.info.data_version)
    yield Setup(mode.key, position="nonsense"), "position", set()
    yield Setup(mode.key, (("no such option", "1"),)), "unknown-option", offered
    for key, choices in options.items():
        yield Setup(mode.key, ((key, "no such choice"),)), "unknown-option", offered | set(choices)


@every_mode
def test_an_unknown_setup_is_an_error(game: AnyGame, mode: Mode) -> None:
    for setup, code, suggestions in unknown(game, mode):
        with pytest.raises(SetupError):
            Session.start(game, setup, Chance.from_text("x"))
        with pytest.raises(SetupError) as caught:
            game.initial(setup, Chance.from_text("x"))
        assert caught.value.code.startswith(code)
        assert set(caught.value.suggestions) <= suggestions
        assert caught.value.suggestions or code != "unknown-mode"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
@pytest.mark.parametrize("data", [[1], "x", None])
def test_what_was_not_dumped_is_not_loaded(game: AnyGame, data: Any) -> None:
    with pytest.raises(TypeError):
        game.load(data)


junk = st.one_of(
    st.text(ANY, max_size=30),
    st.text(alphabet="".join(sorted({*"".join(kit.typed for kit in KITS), *"/F?!×–"})), max_size=24),
)


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
        assert error.position == position_for(game, state, seat)
        assert set(error.suggestions) <= {game.format(state, seat, each) for each in game.legal(state, seat)}
    else:
        assert move in game.legal(state, seat)


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_game_has_a_perft_file(game: AnyGame) -> None:
    kept = DATA / game.info.key / "perft.txt"
    assert kept.exists()
    assert len(kept.read_text(encoding="utf-8").splitlines()) > len(game.info.modes)


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


def test_every_registered_game_is_played_here() -> None:
    """And two that only the tests know besides."""
    assert {kit.game.info.key for kit in KITS} == {game.info.key for game in REGISTERED} | {"mutants", "nim", "parlour"}


def test_games_have_distinct_keys_and_modes() -> None:
    keys = [game.info.key for game in registry.games()]
    assert len(set(keys)) == len(keys)
    for game in registry.games():
        modes = [mode.key for mode in game.info.modes]
        assert len(set(modes)) == len(modes)
    with pytest.raises(SetupError):
        registry.get("no such game")
