"""Brackets of knock-outs: which tie feeds which, as values; nothing of entries or results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from store.league.values import Stage


@dataclass(frozen=True, slots=True)
class Seeded:
    """A side that is the entry with this seed, from 1; there may be none."""

    seed: int


@dataclass(frozen=True, slots=True)
class From:
    """A side that comes from an earlier tie, by its round and board: who won it, or who lost it."""

    round: int
    board: int
    won: bool = True


Source: TypeAlias = Seeded | From


@dataclass(frozen=True, slots=True)
class Tie:
    """A place in a bracket where two meet.

    Attributes:
        stage: Which bracket.
        round: From 1, through both brackets.
        board: From 1 within the round.
        sources: Where its sides come from.
        again: Whether it is the final played again, which only happens if the winner of the losers' bracket won it.
    """

    stage: Stage
    round: int
    board: int
    sources: tuple[Source, Source]
    again: bool = False


def seeds(size: int) -> tuple[int, ...]:
    """Return the seeds in the order of a bracket's first round: the best two can meet in the last one only, and so on.

    Args:
        size: A power of two.
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(each for seed in order for each in (seed, 2 * len(order) + 1 - seed))
    return order


def depth(count: int) -> int:
    """Return how many rounds a single bracket has."""
    return (count - 1).bit_length()


def single(count: int, *, third: bool = False) -> tuple[Tie, ...]:
    """Return the ties of a single bracket for so many entries, by round and board.

    With `third` those who lose the semi-finals meet beside the final; of three entries only one loses one.
    """
    rounds = depth(count)
    ties = tuple(_tree(rounds, "main", lambda number: number))
    if not third or count < 4:
        return ties
    return (*ties, Tie("third", rounds, 2, (From(rounds - 1, 1, won=False), From(rounds - 1, 2, won=False))))


def double(count: int, *, reset: bool) -> tuple[Tie, ...]:
    """Return the ties of a double bracket, by round and board.

    Rounds come in the order winners 1 and 2, losers 1 and 2, winners 3, losers 3 and 4, winners 4 and so on, so that a
    later round eliminates those who came further. With `reset` the final may be played again, as the last round.
    """
    rounds = depth(count)
    winners = [0, 1, *(3 * number - 4 for number in range(2, rounds + 1))]
    ties = list(_tree(rounds, "winners", lambda number: winners[number]))
    for number in range(2, rounds + 1):
        ties += _losers(number, 1 << rounds - number, winners)
    final = 3 * rounds - 1
    ties.append(Tie("final", final, 1, (From(winners[rounds], 1), From(final - 1, 1))))
    if reset:
        ties.append(Tie("final", final + 1, 1, (From(final, 1), From(final, 1, won=False)), again=True))
    return tuple(sorted(ties, key=lambda tie: (tie.round, tie.board)))


def _tree(rounds: int, stage: Stage, named: Callable[[int], int]) -> Iterator[Tie]:
    """Give the ties of a tree; `named` is the number of each of its rounds."""
    order = seeds(1 << rounds)
    for board in range(1, (1 << rounds - 1) + 1):
        yield Tie(stage, named(1), board, (Seeded(order[2 * board - 2]), Seeded(order[2 * board - 1])))
    for number in range(2, rounds + 1):
        before = named(number - 1)
        for board in range(1, (1 << rounds - number) + 1):
            yield Tie(stage, named(number), board, (From(before, 2 * board - 1), From(before, 2 * board)))


def _losers(number: int, count: int, winners: list[int]) -> Iterator[Tie]:
    """Give the two losers' rounds that follow a winners' round: who is left meet, then those who lost in that round."""
    first = winners[number] + 1
    among = (winners[1], False) if number == 2 else (first - 2, True)
    for board in range(1, count + 1):
        yield Tie(
            "losers", first, board, (From(among[0], 2 * board - 1, among[1]), From(among[0], 2 * board, among[1]))
        )
    for board in range(1, count + 1):
        # Every other time from the far end, so that two who met in the winners' bracket do not meet again at once.
        dropped = count + 1 - board if number % 2 == 0 else board
        yield Tie("losers", first + 1, board, (From(winners[number], dropped, won=False), From(first, board)))
