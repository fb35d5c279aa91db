"""Nobody learns of a game what their seat may not know: not from views, errors, choices, records or events."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import record
from engine.auto_turns import only_turn
from engine.errors import MoveError, RecordError
from engine.game import HIDDEN, Setup
from engine.seat import Seat
from engine.turn import complete_turn
from tests.engine.conformance.games import all_sessions, all_states, every_setup, spread
from tests.engine.kit import AnyGame, alikes, seats_of
from tests.volume import many


@every_setup
def test_a_copy_for_a_reader_has_no_move_that_is_veiled_from_them(game: AnyGame, setup: Setup) -> None:
    seats = seats_of(game, setup)
    for session in spread([each for each in all_sessions(game, setup) if not each.sealed], many(3, 20)):
        veiled = [entry for entry in session.entries if entry.veil is not None]
        assert not veiled or not game.info.open  # of an open game all is told
        for reader in (None, *range(1, seats + 1)):
            text = record.write(session, [f"N{seat}" for seat in range(1, seats + 1)], reveal=False, reader=reader)
            hidden = [entry for entry in veiled if entry.seat != reader]
            loadouts = [each for seat, each in enumerate(session.setup.loadouts, 1) if each and seat != reader]
            assert text.count(HIDDEN) == len(hidden) + len(loadouts)
            if hidden or loadouts:
                with pytest.raises(RecordError):
                    record.replay(record.read(text))


@every_setup
def test_views_tell_no_secret(game: AnyGame, setup: Setup) -> None:
    """Non-interference: change only what a seat cannot know, and all it gets to see stays equal."""
    seats, states = seats_of(game, setup), spread(all_states(game, setup), many(8, 60))
    if game.info.open:
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
    if game.info.open:
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
        if game.preparations:
            found["prepared"] = game.prepared(state, seat, {each.key: each.example for each in game.preparations})
        found["answers"] = [_answer(game, state, seat, text) for text in texts]
    return found


def _beside(game: AnyGame, state: Any, seat: Seat | None) -> list[Any]:
    """Return what a seat gets to see besides its view: points, cards, a position, ways to complete a turn."""
    found: list[Any] = [game.to_act(state), game.turn(state), game.outcome(state), game.owner(state)]
    found += [game.asked(state, each) for each in game.to_act(state)]
    if len(game.to_act(state)) == 1:  # that a turn comes by itself is seen by everybody, and which it is
        found += [only_turn(game, state, each) for each in game.to_act(state)]
    found.append(game.standing(state))
    if game.info.cards:
        found.append(game.cards(state, seat))
    found += [game.whereabouts(state, seat, entry.key) for entry in game.catalogue() if not entry.cards]
    found.append(game.masked_position(state, seat))
    if seat in game.to_act(state):
        found += [complete_turn(game, state, seat, text) for text in ("", "1", "A", "M")]
    return found


def _told(game: AnyGame, state: Any, seat: Seat | None, common: list[str]) -> list[Any]:
    """Return what a seat learns of moves of the player who is to act alone, where nothing comes to light by them.

    A move that everybody reads is looked at where it can be made in each of the positions; of moves that have a veil,
    all must look the same.
    """
    found: list[Any] = []
    for acting in game.to_act(state) if len(game.to_act(state)) == 1 else ():
        for move in game.legal(state, acting):
            veil = game.veil(state, acting, move) if acting != seat else None
            if veil is None and game.format(state, acting, move) not in common:
                continue
            step = game.apply(state, {acting: move})
            if not step.barrier:
                told = [event for event in step.events if event.audience is None or seat in event.audience]
                learnt = [veil, told, [str(event.text()) for event in told], game.view(step.state, seat)]
                found += [learnt] if veil is None or learnt not in found else []
    return found


def _common(game: AnyGame, *states: Any) -> list[str]:
    """Return some texts of moves that the player who is to act can make in each of some positions that look alike."""
    acting = min(game.to_act(states[0]), default=None)
    if acting is None:
        return []
    texts = [[game.format(state, acting, move) for move in game.legal(state, acting)] for state in states]
    return [text for text in texts[0] if all(text in each for each in texts[1:])][:2]


def _attempts(game: AnyGame, *states: Any) -> list[str]:
    """Return texts to try: what any seat may play in some positions that look alike to a player, and nonsense."""
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
