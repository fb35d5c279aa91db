"""Points of fixtures, in 120ths: by the score of a match, or by a list of points for places.

Where a league has no list, a side's points are its score: of n sides, one whose place is a has 120·(n − a)/(n − 1).
That is a list, too, so both are worked out in one way. Sides that tie share the points of the places they take.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hosting.league.terms import LeagueTerms
from store.league.values import POINT


def places(terms: LeagueTerms, sides: int) -> tuple[int, ...]:
    """Return the points of the first place, the second, … of a fixture of so many sides (two or more).

    A list that is too long for a smaller table is cut, one that is too short has noughts behind.
    """
    if terms.place_points is None:
        return tuple(POINT * (sides - 1 - behind) // (sides - 1) for behind in range(sides))
    listed = (*terms.place_points[:sides], *(0,) * (sides - len(terms.place_points)))
    return tuple(each * POINT for each in listed)


def full(terms: LeagueTerms) -> int:
    """Return what a win gives, and a bye, and an opponent who withdrew."""
    return POINT if terms.place_points is None else terms.place_points[0] * POINT


def half(terms: LeagueTerms) -> int:
    """Return what half of a win gives: a half-point bye, or a fixture that is not over at the end, `half` each."""
    return full(terms) // 2


def by_ranks(terms: LeagueTerms, ranks: Mapping[int, int], sides: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each side of a fixture that was played.

    Args:
        terms: Of the league.
        ranks: The rank of each entry that played, the best of its seats; only their order matters.
        sides: The entries of the fixture, two or more. One without a rank was missing: those rank last and share that.
    """
    points = places(terms, len(sides))
    last = max(ranks.values(), default=0) + 1
    by_side = [ranks.get(entry, last) for entry in sides]
    return tuple(_shared(points, by_side, rank) for rank in by_side)


def forfeited(terms: LeagueTerms, sides: Sequence[int], absent: Collection[int]) -> tuple[int, ...]:
    """Return the points of each side of a fixture that was not played because some did not come.

    Those who came share the first places; who did not gets nothing, and if nobody came, nobody gets anything.
    """
    came = [entry for entry in sides if entry not in absent]
    points = places(terms, len(sides))
    each = sum(points[: len(came)]) // len(came) if came else 0
    return tuple(0 if entry in absent else each for entry in sides)


def unfinished(terms: LeagueTerms, sides: int) -> tuple[int, ...]:
    """Return the points of each side of a fixture that is not over at the end of the season."""
    return (half(terms) if terms.unfinished == "half" else 0,) * sides


def most(terms: LeagueTerms, sides: int) -> int:
    """Return the most that the sides of a fixture can get together; what organisers decide may be a win for each."""
    if terms.unfinished == "adjudicate":
        return full(terms) * sides
    return max(sum(places(terms, sides)), *(sum(unfinished(terms, sides)), 0))


def _shared(points: Sequence[int], ranks: Sequence[int], rank: int) -> int:
    before = sum(each < rank for each in ranks)
    level = ranks.count(rank)
    # 120 is a multiple of 2 to 6, and the scores of two to six sides are multiples of 12: nothing is left over.
    return sum(points[before : before + level]) // level
