"""Scores: how far ahead of the other sides a side came, whatever their number, in exact numbers.

A side is a team where there are teams, else a seat. Of n sides, one whose place is a, the average over ties, has
`120·(n − a)/(n − 1)`: 120 for a win over all, 0 for a loss to all, 60 for a draw. The scores of all sides of a match
add up to 60·n. Up to seven sides they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

WHOLE = 120
"""The score of a side that came in before all others."""


def side_ranks(ranks: Sequence[int], teams: Sequence[int | None]) -> tuple[int, ...]:
    """Return the rank of the side of seat 1, 2, …: partners share the best of theirs.

    Args:
        ranks: For seat 1, 2, …, as in `Outcome`.
        teams: The team of each seat; None where everyone plays alone.
    """
    best: dict[int, int] = {}
    for rank, team in zip(ranks, teams, strict=True):
        if team is not None:
            best[team] = min(rank, best.get(team, rank))
    return tuple(rank if team is None else best[team] for rank, team in zip(ranks, teams, strict=True))


def scores(ranks: Sequence[int], teams: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return the score of seat 1, 2, … in 120ths; None of a side that has no other beside it.

    Only the order of the ranks matters: losers who "share the last rank" share the places behind the winners.

    Args:
        ranks: For seat 1, 2, …, as in `Outcome`.
        teams: The team of each seat; None where everyone plays alone.
    """
    by_seat = side_ranks(ranks, teams)
    sides = {(seat, None) if team is None else (None, team): rank for seat, (rank, team) in _numbered(by_seat, teams)}
    found = tuple(sides.values())
    if len(found) < 2:
        return (None,) * len(ranks)
    return tuple(_score(rank, found) for rank in by_seat)


def _numbered(ranks: Sequence[int], teams: Sequence[int | None]) -> tuple[tuple[int, tuple[int, int | None]], ...]:
    return tuple(enumerate(zip(ranks, teams, strict=True), 1))


def _score(rank: int, sides: Sequence[int]) -> int:
    behind, level = sum(each > rank for each in sides), sum(each == rank for each in sides) - 1
    # n − a is the number of sides behind, and half of those on the same place.
    score, rest = divmod(WHOLE * (2 * behind + level), 2 * (len(sides) - 1))
    if rest:
        raise AssertionError(f"the score of {len(sides)} sides is no whole number")
    return score
