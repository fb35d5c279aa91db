"""In which division each entry of the next season plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from statistics import median
from typing import Literal, TypeAlias

Movement: TypeAlias = Literal["up", "stay", "down"]

MOST_AWAY = 3
"""Seasons after which a player who comes back is new."""


@dataclass(frozen=True, slots=True)
class Joining:
    """Who has joined the next season, and what they did in their last one.

    Attributes:
        key: A number of theirs; of two who are alike in all else, the lower one is first.
        division: Where they played last; None if they never did.
        place: The place that they had there.
        movement: What came of it.
        away: How many seasons they have left out since; 0 if they played the last one.
        mu: Of their rating now (teams: the sum).
    """

    key: int
    division: int | None = None
    place: int = 0
    movement: Movement = "stay"
    away: int = 0
    mu: float = 0.0


class _Claim(IntEnum):
    """Who has a place in a division before whom."""

    MOVED = 1
    PUSHED = 2  # from the division above, for which they were too many
    STAYED = 3
    RETURNED = 4
    NEW = 5


@dataclass(frozen=True, slots=True)
class _Place:
    who: Joining
    claim: _Claim

    @property
    def order(self) -> tuple[int, int, float, int]:
        """Sorts the claims on one division, the strongest first."""
        new = self.claim is _Claim.NEW
        return self.claim, 0 if new else self.who.place, -self.who.mu, self.who.key

    @property
    def rise(self) -> tuple[bool, int, int, float, int]:
        """Sorts those of a division by who fills a gap above: who stayed by place; who came from there is the last."""
        came_down = self.claim is _Claim.PUSHED or (self.claim is _Claim.MOVED and self.who.movement == "down")
        stayed = self.claim is not _Claim.STAYED
        return came_down, stayed, *self.order[1:]


def next_season(joining: Iterable[Joining], sizes: Sequence[int], *, by_rating: bool) -> tuple[tuple[int, ...], ...]:
    """Return the keys of each division, the highest division first, in the order of their claims.

    Who was promoted or relegated has a place first, then who stayed, then who comes back after up to three seasons, one
    division below where they were, then who is new. Too many for a division: the last of them play in the one below.
    Too few: those below fill the gaps, by place.

    Args:
        joining: Everybody who has joined.
        sizes: Of the divisions; as many places as have joined.
        by_rating: Whether who is new plays with those of like rating; else in the lowest division.
    """
    lowest = len(sizes)
    pools: list[list[_Place]] = [[] for _ in sizes]
    new: list[Joining] = []
    for each in sorted(joining, key=lambda each: each.key):
        if each.division is None or each.away > MOST_AWAY:
            new.append(each)
            continue
        step = 1 if each.away else {"up": -1, "stay": 0, "down": 1}[each.movement]
        claim = _Claim.RETURNED if each.away else _Claim.STAYED if each.movement == "stay" else _Claim.MOVED
        pools[min(max(each.division + step, 1), lowest) - 1].append(_Place(each, claim))
    usual = [median(each.who.mu for each in pool) if pool else None for pool in pools]
    for each in new:
        fitting = (at for at, mu in enumerate(usual) if by_rating and mu is not None and each.mu >= mu)
        pools[next(fitting, lowest - 1)].append(_Place(each, _Claim.NEW))
    for at, size in enumerate(sizes):
        pool = sorted(pools[at], key=lambda each: each.order)
        if len(pool) > size:
            pools[at + 1] += [_Place(each.who, _Claim.PUSHED) for each in pool[size:]]
        for below in range(at + 1, lowest):
            rising = sorted(pools[below], key=lambda each: each.rise)[: max(0, size - len(pool))]
            pool += rising
            pools[below] = [each for each in pools[below] if each not in rising]
        pools[at] = pool[:size]
    return tuple(tuple(each.who.key for each in pool) for pool in pools)
