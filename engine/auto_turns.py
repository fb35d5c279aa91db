"""Turns that nobody chooses now: the only one, one of a missed deadline, one stored in advance, one that is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from engine.chance import Chance
from engine.extras import Forced, Preparing
from engine.game import Game
from engine.seat import Seat
from engine.turn import SEPARATOR, parse_turn

S = TypeVar("S")
M = TypeVar("M")


def only_turn(game: Game[S, Any, Any], state: S, seat: Seat) -> str | None:
    """Return the turn of a seat if exactly one is legal, else None; where others choose too, its move.

    In a game in which that may tell a secret, each move of it follows from what everybody knows (`Forced`).
    """

    def only(here: S, legal: Sequence[M]) -> M | None:
        if isinstance(game, Forced):
            return game.forced(here, seat)
        return legal[0] if len(legal) == 1 else None

    return _turn(game, state, seat, only)


def default_turn(game: Game[S, Any, Any], state: S, seat: Seat) -> str | None:
    """Return the turn that a missed deadline plays, each move of it as the rules say; None where they say nothing."""
    if not game.info.defaults:
        return None

    def default(here: S, _legal: Sequence[M]) -> M | None:
        move: M | None = game.default(here, seat)
        return move

    return _turn(game, state, seat, default)


def prepared_turn(game: Game[S, Any, Any], state: S, seat: Seat, answers: Mapping[str, str]) -> str | None:
    """Return the turn that a seat's answers in advance make (`Preparing`); None where the seat must be asked."""

    def stored(here: S, _legal: Sequence[M]) -> M | None:
        return game.prepared(here, seat, answers) if isinstance(game, Preparing) else None

    return _turn(game, state, seat, stored) if answers and seat in game.to_act(state) else None


def drawn_turn(game: Game[S, Any, Any], state: S, seat: Seat, chance: Chance) -> str:
    """Return a legal turn of a seat that has to decide, each of its moves drawn from those that are legal then."""

    def drawn(_here: S, legal: Sequence[M]) -> M:
        nonlocal chance
        index, chance = chance.below(len(legal))
        return legal[index]

    turn = _turn(game, state, seat, drawn)
    if turn is None:
        raise AssertionError(f"seat {seat} has to decide in {game.info.key} and can do nothing")
    return turn


def _turn(game: Game[S, M, Any], state: S, seat: Seat, pick: Callable[[S, Sequence[M]], M | None]) -> str | None:
    texts: list[str] = []
    here = state
    while True:
        legal = game.legal(here, seat)
        move = pick(here, legal) if legal else None
        if move is None:
            return None
        texts.append(game.format(here, seat, move))
        if len(game.to_act(here)) > 1:
            return texts[0]
        turn = parse_turn(game, state, seat, SEPARATOR.join(texts), past_barrier=True)
        if turn.over or turn.barrier:
            return turn.text
        here = turn.state
