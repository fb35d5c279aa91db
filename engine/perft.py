"""Counting the tree of legal moves, the classic check of a move generator. One ply is one action."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from engine.chance import Chance
from engine.game import Game

S = TypeVar("S")


def perft(game: Game[S, Any, Any], state: S, depth: int) -> int:
    """Return the number of sequences of `depth` actions (or joint decisions); shorter games do not count."""
    return _perft(game, state, depth) if depth > 0 else 1


def _perft(game: Game[S, Any, Any], state: S, depth: int) -> int:
    seats = game.to_act(state)
    if not seats:
        return 0
    if len(seats) > 1:
        if depth == 1:
            return math.prod(game.count_legal(state, seat) for seat in seats)
        return sum(_perft(game, child, depth - 1) for _, child in children(game, state))
    (seat,) = seats
    if depth == 1:
        return game.count_legal(state, seat)
    total = 0
    for move in game.legal(state, seat):
        total += _perft(game, game.apply(state, {seat: move}).state, depth - 1)
    return total


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a tree's leaves by random walks (Knuth 1975).

    Attributes:
        leaves: The mean, over all walks, of the product of the numbers of choices on the way; unbiased. A decimal, as
            trees outgrow floating-point numbers.
        error: Its standard error.
        ended: The walks in which the game ended before their depth; they count no leaf.
    """

    leaves: Decimal
    error: Decimal
    walks: int
    ended: int


def sample(game: Game[S, Any, Any], state: S, depth: int, walks: int, chance: Chance) -> Estimate:
    """Return an estimate of `perft(game, state, depth)` for trees too big to count.

    It takes at least 2 `walks`, directed by `chance`; the game's own draws come from the state.
    """
    found: list[Decimal] = []
    ended = 0
    for _ in range(walks):
        here, leaves = state, 1
        for _ in range(depth):
            seats = sorted(game.to_act(here))
            if not seats:
                leaves, ended = 0, ended + 1
                break
            moves = {}
            for seat in seats:
                legal = game.legal(here, seat)
                leaves *= len(legal)
                pick, chance = chance.below(len(legal))
                moves[seat] = legal[pick]
            here = game.apply(here, moves).state
        found.append(Decimal(leaves))
    mean = statistics.mean(found)
    error = statistics.stdev(found, mean) / Decimal(walks).sqrt()
    return Estimate(mean, error.normalize(), walks, ended)


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
