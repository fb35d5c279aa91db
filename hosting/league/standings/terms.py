"""The terms of an entry's numbers, each with the fixture and the match that it comes from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from hosting.league.standings.tiebreaks import BUCHHOLZ
from hosting.league.standings.values import MET
from hosting.league.terms import TieBreak
from store.league.values import Fixture, Why

Summed: TypeAlias = Literal["points"] | TieBreak


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum.

    Attributes:
        fixture: The fixture it comes from.
        match: The latest match played for it, if any.
        why: How the fixture came to be over.
        opponents: The other sides; of a tie-break that goes by opponent, that one.
        pair: 2, 1 or 0 for above, level or below; None where that does not count.
        worth: The points, in 120ths, that are multiplied: those of the opponent, the sum of all opponents', or one's
            own; None where there is nothing to multiply.
        own: Whether one's own points stand for an opponent's.
        cut: Whether the term is left out, as the lowest.
        value: What the term adds, if it is not left out.
    """

    fixture: int
    match: int | None
    why: Why
    opponents: tuple[int, ...]
    value: int
    pair: int | None = None
    worth: int | None = None
    own: bool = False
    cut: bool = False


def terms_of(
    name: Summed,
    entry: int,
    fixtures: Iterable[Fixture],
    every: Mapping[int, int],
    among: Collection[int] = (),
) -> tuple[Term, ...]:
    """Return the terms of a number by fixture; none of `seed` and `lot`, which are no sums.

    Args:
        name: Which number.
        entry: Whose.
        fixtures: All of its division.
        every: The points of each entry.
        among: Of `direct`, those who are level so far.
    """
    over = sorted((each for each in fixtures if each.status == "over" and entry in each.entries), key=lambda f: f.id)
    found = [term for fixture in over for term in _terms(name, entry, fixture, every, among)]
    if name == "buchholz_cut1" and found:
        lowest = min(range(len(found)), key=lambda index: found[index].value)
        found[lowest] = replace(found[lowest], cut=True)
    return tuple(found)


def _terms(
    name: Summed, entry: int, fixture: Fixture, every: Mapping[int, int], among: Collection[int]
) -> Iterable[Term]:
    why = fixture.why
    if why is None:
        raise ValueError(f"fixture {fixture.id} is over without a reason")
    given = {side.entry: side.points or 0 for side in fixture.sides}
    others = tuple(each for each in given if each != entry)
    if name == "points":
        yield Term(fixture.id, fixture.match_id, why, others, given[entry])
    elif name in {"buchholz", "buchholz_cut1"}:
        own = not others or why in {"forfeit", "unfinished"}
        worth = every[entry] if own else sum(every[each] for each in others)
        value = worth * (BUCHHOLZ if own else BUCHHOLZ // len(others))
        yield Term(fixture.id, fixture.match_id, why, others, value, worth=worth, own=own)
    elif name == "wins":
        if others and why in MET and all(given[entry] > given[each] for each in others):
            yield Term(fixture.id, fixture.match_id, why, others, 1)
    elif name in {"direct", "sonneborn_berger"} and why in MET:
        for other in others:
            pair = (given[entry] >= given[other]) + (given[entry] > given[other])
            if name == "sonneborn_berger":
                worth = every[other]
                yield Term(fixture.id, fixture.match_id, why, (other,), pair * worth, pair=pair, worth=worth)
            elif other in among:
                yield Term(fixture.id, fixture.match_id, why, (other,), pair, pair=pair)
