"""Counting the tree of legal moves, the classic check of a move generator. One ply is one action."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.game import Game

S = TypeVar("S")


@runtime_checkable
class CountsLegal(Protocol):
    """A game that can count legal moves without making them."""

    def count_legal(self, state: Any, seat: int) -> int:  # noqa: ANN401 - each game has its own type of state
        """Return `len(game.legal(state, seat))`."""
        ...


def perft(game: Game[S, Any, Any], state: S, depth: int) -> int:
    """Return how many sequences of `depth` actions there are; games that end earlier do not count.

    Where several seats decide at once, one ply is one joint decision.
    """
    if depth <= 0:
        return 1
    count = game.count_legal if isinstance(game, CountsLegal) else lambda state, seat: len(game.legal(state, seat))
    return _perft(game, state, depth, count)


def _perft(game: Game[S, Any, Any], state: S, depth: int, count: Callable[[S, int], int]) -> int:
    seats = game.to_act(state)
    if not seats:
        return 0
    if len(seats) > 1:
        if depth == 1:
            return math.prod(count(state, seat) for seat in seats)
        return sum(_perft(game, child, depth - 1, count) for _, child in children(game, state))
    (seat,) = seats
    if depth == 1:
        return count(state, seat)
    total = 0
    for move in game.legal(state, seat):
        total += _perft(game, game.apply(state, {seat: move}).state, depth - 1, count)
    return total


def divide(game: Game[S, Any, Any], state: S, depth: int) -> dict[str, int]:
    """Return `perft(depth - 1)` below each legal action, by its canonical text: shows where two generators differ."""
    return {text: perft(game, child, depth - 1) for text, child in children(game, state)}


def children(game: Game[S, Any, Any], state: S) -> Iterator[tuple[str, S]]:
    """Yield each legal action, or joint decision, and the state after it; nothing when the game is over."""
    seats = sorted(game.to_act(state))
    if not seats:
        return
    for joint in itertools.product(*(game.legal(state, seat) for seat in seats)):
        moves = dict(zip(seats, joint, strict=True))
        text = " ".join(game.format(state, seat, move) for seat, move in moves.items())
        yield text, game.apply(state, moves).state
