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

    @property
    def goal(self) -> int | None:
        """Number of the division that they have a claim on; None for who is new."""
        if self.division is None or self.away > MOST_AWAY:
            return None
        step = 1 if self.away else {"up": -1, "stay": 0, "down": 1}[self.movement]
        return max(self.division + step, 1)


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

    def pushed(self) -> _Place:
        """Return it in the division below: who stayed and found no room there comes before all who stayed there.

        Who comes back or is new does not: they relegate nobody.
        """
        return self if self.claim in (_Claim.RETURNED, _Claim.NEW) else _Place(self.who, _Claim.PUSHED)

    @property
    def rise(self) -> tuple[bool, int, int, float, int]:
        """Sorts those of a division by who fills a gap above: who stayed by place; who came from there is the last."""
        came_down = self.claim is _Claim.PUSHED or (self.claim is _Claim.MOVED and self.who.movement == "down")
        stayed = self.claim is not _Claim.STAYED
        return came_down, stayed, *self.order[1:]


def even_sizes(count: int, number: int) -> tuple[int, ...]:
    """Return the sizes of so many divisions that hold so many entries, the highest first: within one of each other."""
    return tuple(count // number + (at < count % number) for at in range(number))


def usual_sizes(count: int, size: int, fewest: int) -> tuple[int, ...]:
    """Return the sizes of divisions into which entries are put: as few as hold them, as even as can be.

    Where they would have fewer entries than a division can be played with, they are larger than agreed.

    Args:
        count: How many entries.
        size: Of a division, as agreed.
        fewest: Entries that a division needs.
    """
    return even_sizes(count, max(1, min(-(-count // size), count // fewest)))


def next_sizes(joining: Iterable[Joining], size: int, bounds: tuple[int, int], *, by_rating: bool) -> tuple[int, ...]:
    """Return the sizes of the divisions of the next season, the highest first.

    As few as hold everybody, as in a first season. Only where those who come back would make for a division more, and
    with it the divisions so much smaller that others are lower than without them, the divisions are larger instead.

    Args:
        joining: Everybody who has joined.
        size: Entries of a division, as agreed.
        bounds: The fewest and the most entries that a division can have at all.
        by_rating: As for `next_season`.
    """
    every, (fewest, most) = list(joining), bounds
    stayed = [each for each in every if each.goal is None or not each.away]
    usual, enough = usual_sizes(len(every), size, fewest), usual_sizes(len(stayed), size, fewest)
    if len(usual) == len(enough):
        return usual
    without = placed(next_season(stayed, enough, by_rating=by_rating))
    for number in range(len(usual), len(enough) - 1, -1):
        sizes = even_sizes(len(every), number)
        if sizes[0] > most:
            break
        found = placed(next_season(every, sizes, by_rating=by_rating))
        if all(found[each.key] <= max(without[each.key], each.goal or number) for each in stayed):
            return sizes
    return usual


def placed(divisions: Iterable[Iterable[int]]) -> dict[int, int]:
    """Return the number of the division of each key."""
    return {key: number for number, keys in enumerate(divisions, 1) for key in keys}


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
        if each.goal is None:
            new.append(each)
            continue
        claim = _Claim.RETURNED if each.away else _Claim.STAYED if each.movement == "stay" else _Claim.MOVED
        pools[min(each.goal, lowest) - 1].append(_Place(each, claim))
    usual = [median(each.who.mu for each in pool) if pool else None for pool in pools]
    for each in new:
        fitting = (at for at, mu in enumerate(usual) if by_rating and mu is not None and each.mu >= mu)
        pools[next(fitting, lowest - 1)].append(_Place(each, _Claim.NEW))
    for at, size in enumerate(sizes):
        pool = sorted(pools[at], key=lambda each: each.order)
        if len(pool) > size:
            pools[at + 1] += [each.pushed() for each in pool[size:]]
        for below in range(at + 1, lowest):
            rising = sorted(pools[below], key=lambda each: each.rise)[: max(0, size - len(pool))]
            pool += rising
            pools[below] = [each for each in pools[below] if each not in rising]
        pools[at] = pool[:size]
    return tuple(tuple(each.who.key for each in pool) for pool in pools)
