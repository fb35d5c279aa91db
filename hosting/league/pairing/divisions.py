"""The divisions of the next season: their sizes, and which entry plays in which."""

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
class NextEntry:
    """An entry of the next season, with its result in its last one.

    Attributes:
        key: Breaks ties: of two entries alike in all else, the lower key is first.
        division: None for a new entry.
        away: How many seasons it has left out since; 0 if it played the last one.
        mu: Of its rating now (teams: the sum).
    """

    key: int
    division: int | None = None
    place: int = 0
    movement: Movement = "stay"
    away: int = 0
    mu: float = 0.0

    @property
    def goal(self) -> int | None:
        """The division that it has a claim on; None for a new entry."""
        if self.division is None or self.away > MOST_AWAY:
            return None
        step = 1 if self.away else {"up": -1, "stay": 0, "down": 1}[self.movement]
        return max(self.division + step, 1)


class _Claim(IntEnum):
    """Which claims on a place in a division come first."""

    MOVED = 1
    PUSHED = 2  # from the division above, for which they were too many
    STAYED = 3
    RETURNED = 4
    NEW = 5


@dataclass(frozen=True, slots=True)
class _Place:
    who: NextEntry
    claim: _Claim

    @property
    def order(self) -> tuple[int, int, float, int]:
        new = self.claim is _Claim.NEW
        return self.claim, 0 if new else self.who.place, -self.who.mu, self.who.key

    def pushed(self) -> _Place:
        """Return the place in the division below: an entry that found no room is first of those that stay there.

        Entries that come back or are new don't get that: they relegate nobody.
        """
        return self if self.claim in (_Claim.RETURNED, _Claim.NEW) else _Place(self.who, _Claim.PUSHED)

    @property
    def rise(self) -> tuple[bool, int, int, float, int]:
        came_down = self.claim is _Claim.PUSHED or (self.claim is _Claim.MOVED and self.who.movement == "down")
        stayed = self.claim is not _Claim.STAYED
        return came_down, stayed, *self.order[1:]


def even_sizes(count: int, number: int) -> tuple[int, ...]:
    return tuple(count // number + (at < count % number) for at in range(number))


def usual_sizes(count: int, size: int, fewest: int) -> tuple[int, ...]:
    """Return the sizes of as few divisions as hold the entries, as even as possible.

    Where they would have fewer entries than a division can be played with, they are larger than `size`.

    `size`: entries of a division, as agreed; `fewest`: entries that a division needs.
    """
    return even_sizes(count, max(1, min(-(-count // size), count // fewest)))


def next_sizes(joining: Iterable[NextEntry], size: int, bounds: tuple[int, int], *, by_rating: bool) -> tuple[int, ...]:
    """Return the sizes of the divisions of the next season, the highest first.

    As few as hold everybody, as in a first season. But where returning entries would add a division, and smaller
    divisions would push other entries down, the divisions are larger instead.

    `size`: entries of a division, as agreed; `bounds`: the fewest and the most entries that a division can have at all.
    """
    every, (fewest, most) = list(joining), bounds
    stayed = [each for each in every if each.goal is None or not each.away]
    usual, enough = usual_sizes(len(every), size, fewest), usual_sizes(len(stayed), size, fewest)
    if len(usual) == len(enough):
        return usual
    # Entries that come back make more divisions necessary. Take the most divisions in which none of the others plays
    # lower than without those entries, or than it has a claim to.
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
    return {key: number for number, keys in enumerate(divisions, 1) for key in keys}


def next_season(joining: Iterable[NextEntry], sizes: Sequence[int], *, by_rating: bool) -> tuple[tuple[int, ...], ...]:
    """Return the keys of each division, the highest division first, in the order of their claims.

    Promoted and relegated entries get a place first, then those that stayed, then those that come back after up to
    three seasons (one division below their last), then new ones. If a division has too many, the last of them play in
    the one below. If it has too few, entries from below fill the gaps, by place.

    `by_rating`: new entries play with those of like rating; else in the lowest division.
    """
    lowest = len(sizes)
    pools: list[list[_Place]] = [[] for _ in sizes]
    new: list[NextEntry] = []
    for each in sorted(joining, key=lambda each: each.key):
        if each.goal is None:
            new.append(each)
            continue
        claim = _Claim.RETURNED if each.away else _Claim.STAYED if each.movement == "stay" else _Claim.MOVED
        pools[min(each.goal, lowest) - 1].append(_Place(each, claim))
    usual = [median(each.who.mu for each in pool) if pool else None for pool in pools]
    for each in new:  # into the highest division with a median rating that they reach
        fitting = (at for at, mu in enumerate(usual) if by_rating and mu is not None and each.mu >= mu)
        pools[next(fitting, lowest - 1)].append(_Place(each, _Claim.NEW))
    # From the top down, so that each division is complete before it passes entries on or takes some from below.
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
