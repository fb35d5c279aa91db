"""Turns without a choice of the player: the only one, a missed deadline's, one answered in advance, a random one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from engine.chance import Chance
from engine.game import Game
from engine.seat import Seat
from engine.turn import SEPARATOR, parse_turn

S = TypeVar("S")
M = TypeVar("M")


def only_turn(game: Game[S, Any, Any], state: S, seat: Seat) -> str | None:
    """Return the turn of a seat if exactly one is legal, else None; of a joint decision, the seat's move.

    Where that could reveal a secret, each move must follow from public knowledge (`Game.forced`).
    """
    return _turn(game, state, seat, lambda here: game.forced(here, seat))


def default_turn(game: Game[S, Any, Any], state: S, seat: Seat) -> str | None:
    """Return the turn that a missed deadline plays by the rules; None where the rules name none."""
    return _turn(game, state, seat, lambda here: game.default(here, seat)) if game.info.defaults else None


def prepared_turn(game: Game[S, Any, Any], state: S, seat: Seat, answers: Mapping[str, str]) -> str | None:
    """Return the turn that a seat's answers in advance make (`Game.prepared`); None where they do not decide it."""
    return _turn(game, state, seat, lambda here: game.prepared(here, seat, answers)) if answers else None


def drawn_turn(game: Game[S, M, Any], state: S, seat: Seat, chance: Chance) -> str:
    """Return a legal turn of a seat that must decide, each move drawn at random from the legal ones."""

    def drawn(here: S) -> M:
        nonlocal chance
        legal = game.legal(here, seat)
        index, chance = chance.below(len(legal))
        return legal[index]

    turn = _turn(game, state, seat, drawn)
    if turn is None:
        raise AssertionError(f"seat {seat} has to decide in {game.info.key} and can do nothing")
    return turn


def _turn(game: Game[S, M, Any], state: S, seat: Seat, pick: Callable[[S], M | None]) -> str | None:
    texts: list[str] = []
    here = state
    while True:
        move = pick(here) if seat in game.to_act(here) else None
        if move is None:
            return None
        texts.append(game.format(here, seat, move))
        if len(game.to_act(here)) > 1:
            return texts[0]
        turn = parse_turn(game, state, seat, SEPARATOR.join(texts), past_barrier=True)
        if turn.over or turn.barrier:
            return turn.text
        here = turn.state
