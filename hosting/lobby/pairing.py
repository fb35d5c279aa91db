"""Which standing offers make a match: a function of what is on offer and nothing else, so that anybody can check it.

A match needs as many offers of different people as its way to be played has seats. They fit if every two of them do:
both can be played that way, neither names a clock that the other does not want, each rating lies in the range of the
other, and nothing keeps the two apart. Who was served longest ago comes first, and gets of those who fit again the
ones that were served longest ago. People who met in their last match are brought together again only where there is no
match with others for who comes first. A player who is served goes to the end of the queue.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

LOWEST, HIGHEST = 0, 4000
"""Between these lie all ratings, as they are shown."""

STEPS = 20_000
"""Attempts to add a person to a group until one is given up: thousands of offers can be laid so that all fail late."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play a game.

    Attributes:
        mode: Key of the mode.
        seats: How many play.
        options: Pairs of option key and value, all that mean something, in the order of the game.
    """

    mode: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """What a person offers to play.

    Attributes:
        id: Tells it from all others.
        person_id: Whose it is.
        served_at: When it was last served, or made.
        ways: How they would play, what they like best first.
        ratings: How strong they are, for each of the ways.
        clock: Which clock they want; None for any.
        low: Of the others' ratings.
        high: Of the others' ratings.
        free: How many matches more it may open now.
    """

    id: int
    person_id: int
    served_at: datetime
    ways: tuple[Way, ...]
    ratings: tuple[int, ...]
    clock: str | None = None
    low: int = LOWEST
    high: int = HIGHEST
    free: int = 1

    def rating(self, way: Way) -> int:
        """Return how strong the person is in one of the ways."""
        return self.ratings[self.ways.index(way)]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Offers that make a match.

    Attributes:
        way: How it is played.
        clock: Which clock was asked for; None where every one will do.
        offers: Who plays, who came first in the queue first.
    """

    way: Way
    clock: str | None
    offers: tuple[Offer, ...]


Pair = frozenset[int]
"""Two people."""


@dataclass(slots=True)
class _Search:
    """What is left of the steps of a search, and what it goes by."""

    apart: AbstractSet[Pair]
    left: int


def pair(
    offers: Iterable[Offer], apart: AbstractSet[Pair] = frozenset(), met: AbstractSet[Pair] = frozenset()
) -> list[Pairing]:
    """Return the matches that some offers make, in the order in which they are found.

    Args:
        offers: All that wait for the same game in the same place, in any order.
        apart: People who are not to meet: one blocks the other, or they are playing each other.
        met: People who met in the last match of one of them.
    """
    queue = deque(sorted(offers, key=lambda each: (each.served_at, each.id)))
    free = {each.id: each.free for each in queue}
    kept, found = set(apart), []
    while queue:
        first = queue.popleft()
        if not free[first.id]:
            continue
        waiting = [each for each in queue if free[each.id]]
        group = _group(first, waiting, kept, met)
        if group is None:
            continue  # what cannot be served now cannot be served with fewer others either
        found.append(group)
        kept |= set(pairs(each.person_id for each in group.offers))
        for each in group.offers:
            free[each.id] -= 1
        served = {each.id for each in group.offers}
        queue = deque([*(each for each in queue if each.id not in served), *group.offers])
    return found


def fit(one: Offer, other: Offer, way: Way, apart: AbstractSet[Pair] = frozenset()) -> bool:
    """Return whether two offers can be part of the same match."""
    return (
        one.person_id != other.person_id
        and way in one.ways
        and way in other.ways
        and (one.clock is None or other.clock is None or one.clock == other.clock)
        and one.low <= other.rating(way) <= one.high
        and other.low <= one.rating(way) <= other.high
        and frozenset((one.person_id, other.person_id)) not in apart
    )


def pairs(people: Iterable[int]) -> Iterator[Pair]:
    """Give every two of some people."""
    return map(frozenset, combinations(people, 2))


def _group(first: Offer, waiting: Sequence[Offer], apart: AbstractSet[Pair], met: AbstractSet[Pair]) -> Pairing | None:
    """Return the match of who comes first: with others than the last time, if there is one."""
    for avoided in (apart | met, apart) if met else (apart,):
        for way in first.ways:
            fitting = [each for each in waiting if fit(first, each, way, avoided)]
            others = _others(way, fitting, way.seats - 1, _Search(avoided, STEPS))
            if others is not None:
                offers = (first, *others)
                return Pairing(way, next((each.clock for each in offers if each.clock is not None), None), offers)
    return None


def _others(way: Way, fitting: Sequence[Offer], missing: int, search: _Search) -> tuple[Offer, ...] | None:
    """Return the first so many of some offers every two of which fit, in their order; None if there are none."""
    if not missing:
        return ()
    for index, each in enumerate(fitting[: len(fitting) - missing + 1]):
        search.left -= 1
        if search.left < 0:
            return None
        rest = [other for other in fitting[index + 1 :] if fit(each, other, way, search.apart)]
        others = _others(way, rest, missing - 1, search)
        if others is not None:
            return (each, *others)
    return None
