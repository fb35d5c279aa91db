"""A season as standings see it: points, sums of fixtures, positions on a ladder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from hosting.league.terms import LeagueTerms
from store.league.seasons import POINT, Division, Entry, Fixture, Why

Movement: TypeAlias = Literal["up", "stay", "down", "out"]
"""An entry's move at the close of a season: promoted, none, relegated, or withdrawn."""

TieBreakValue: TypeAlias = int | float | str | None
"""A whole number; `seed` is mu, `lot` is hex; None where it is empty."""

MET: frozenset[Why | None] = frozenset({"played", "agreed", "forfeit", "decision"})
"""Ends of a fixture in which one side was above another, or both were level."""


@dataclass(frozen=True, slots=True)
class TableSeason:
    """All that standings depend on. The order of entries and fixtures means nothing.

    Attributes:
        entries: All since the start, also those that withdrew; not those that left before it.
        fixtures: All that were made, also those that were struck.
        rounds: How many rounds the season has (`pairing.formats.rounds`); only a Swiss needs it, to know what is to
            come.
        lot: The season's lots; None until the secret is opened.
        closed: All places are final.
    """

    terms: LeagueTerms
    divisions: tuple[Division, ...]
    entries: tuple[Entry, ...]
    fixtures: tuple[Fixture, ...]
    rounds: int = 0
    lot: Callable[[str, int], bytes] | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    Attributes:
        place: From 1; level entries share one.
        played: Its fixtures that are over and no bye.
        won: Of those over by `played`, `agreed`, `forfeit` or `decision`: those in which it was alone first.
        level: In which it shared the first place.
        lost: The others.
        byes: Of any kind.
        points: In 120ths, byes included.
        tiebreaks: In the league's order; none in knock-outs and ladders.
        min_place: The best place it can still get.
        max_place: The worst place it can still get.
        movement: Promotion or relegation at the close; None before.
    """

    division: int
    place: int
    entry: int
    played: int
    won: int
    level: int
    lost: int
    byes: int
    points: int
    tiebreaks: tuple[TieBreakValue, ...]
    min_place: int
    max_place: int
    movement: Movement | None = None


# Points of fixtures, in 120ths: by the score of a match, or by a list of points for places.
#
# Where a league has no list, a side's points are its score: of n sides, one whose place is a has 120·(n − a)/(n − 1).
# That is a list, too, so both are worked out in one way. Sides that tie share the points of the places they take.


def place_points(terms: LeagueTerms, sides: int) -> tuple[int, ...]:
    """Return the points of the first place, the second, … of a fixture of two or more sides.

    For a smaller table the list is cut; a list that is too short is filled with zeros.
    """
    if terms.place_points is None:
        return tuple(POINT * (sides - 1 - behind) // (sides - 1) for behind in range(sides))
    listed = (*terms.place_points[:sides], *(0,) * (sides - len(terms.place_points)))
    return tuple(each * POINT for each in listed)


def full_points(terms: LeagueTerms) -> int:
    """Return the points of a win, a bye, and an opponent who withdrew."""
    return POINT if terms.place_points is None else terms.place_points[0] * POINT


def half_points(terms: LeagueTerms) -> int:
    """Return half of a win: for a half-point bye, or with `half` each for a fixture unfinished at the end."""
    return full_points(terms) // 2


def points_by_ranks(terms: LeagueTerms, ranks: Mapping[int, int], sides: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each side by its rank, the best of its seats; those without a rank share the last place."""
    points = place_points(terms, len(sides))
    last = max(ranks.values(), default=0) + 1
    by_side = [ranks.get(entry, last) for entry in sides]
    return tuple(_shared(points, by_side, rank) for rank in by_side)


def forfeit_points(terms: LeagueTerms, sides: Sequence[int], absent: Collection[int]) -> tuple[int, ...]:
    """Return the points of each side of a fixture that wasn't played because some were absent.

    Those present share the first places; the absent get nothing.
    """
    came = [entry for entry in sides if entry not in absent]
    points = place_points(terms, len(sides))
    each = sum(points[: len(came)]) // len(came) if came else 0
    return tuple(0 if entry in absent else each for entry in sides)


def unfinished_points(terms: LeagueTerms, sides: int) -> tuple[int, ...]:
    return (half_points(terms) if terms.unfinished == "half" else 0,) * sides


def most_points(terms: LeagueTerms, sides: int) -> int:
    """Return the most points that all sides of a fixture can get together; organisers may decide a win for each."""
    if terms.unfinished == "adjudicate":
        return full_points(terms) * sides
    return max(sum(place_points(terms, sides)), *(sum(unfinished_points(terms, sides)), 0))


def _shared(points: Sequence[int], ranks: Sequence[int], rank: int) -> int:
    before = sum(each < rank for each in ranks)
    level = ranks.count(rank)
    # 120 is a multiple of 2 to 6, and the scores of two to six sides are multiples of 12: nothing is left over.
    return sum(points[before : before + level]) // level


# What the fixtures of a season add up to for each entry: one pass over all of them.


@dataclass(slots=True)
class Tally:
    """The sums of one entry's fixtures that are over. It's filled by `tallies` and only read elsewhere.

    Attributes:
        met: Its opponents in fixtures in which it was above, level or below, with 2, 1 or 0 for that (`pair`).
        faced: The opponents of each fixture that counts for Buchholz by them.
        alone: How many fixtures count for Buchholz by its own points: byes, and those by `forfeit` or `unfinished`.
    """

    played: int = 0
    won: int = 0
    level: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    met: list[tuple[int, int]] = field(default_factory=list)
    faced: list[tuple[int, ...]] = field(default_factory=list)
    alone: int = 0

    @property
    def over(self) -> int:
        return self.played + self.byes


def tallies(entries: Iterable[int], fixtures: Iterable[Fixture]) -> dict[int, Tally]:
    found = {entry: Tally() for entry in entries}
    _fill(found, fixtures)
    return found


def added(every: Mapping[int, Tally], fixtures: Sequence[Fixture]) -> dict[int, Tally]:
    found = dict(every)
    for entry in {entry for each in fixtures for entry in each.entries}:
        was = every[entry]
        found[entry] = replace(was, met=[*was.met], faced=[*was.faced])
    _fill(found, fixtures)
    return found


def _fill(found: dict[int, Tally], fixtures: Iterable[Fixture]) -> None:
    for fixture in fixtures:
        if fixture.status != "over" or fixture.is_fall:
            continue
        sides = [(side.entry, side.points or 0) for side in fixture.sides]
        if len(sides) == 1:
            _add_bye(found[sides[0][0]], sides[0][1])
        elif len(sides) == 2:
            _add_two(found, sides, fixture)
        else:
            _add_table(found, sides, fixture)


def _add_bye(tally: Tally, points: int) -> None:
    tally.byes += 1
    tally.points += points
    tally.alone += 1


def _add_two(found: dict[int, Tally], sides: list[tuple[int, int]], fixture: Fixture) -> None:
    """Add a fixture of two: as `_add_table` would, but most fixtures are of two, and this takes a third of the time."""
    (one, points), (other, others) = sides
    first, second = found[one], found[other]
    first.points += points
    second.points += others
    first.played += 1
    second.played += 1
    if fixture.why in MET:
        if points == others:
            first.level += 1
            second.level += 1
            pair = 1
        else:
            winner, loser, pair = (first, second, 2) if points > others else (second, first, 0)
            winner.won += 1
            loser.lost += 1
        first.met.append((other, pair))
        second.met.append((one, 2 - pair))
    if fixture.why in {"forfeit", "unfinished"}:
        first.alone += 1
        second.alone += 1
    else:
        first.faced.append((other,))
        second.faced.append((one,))


def _add_table(found: dict[int, Tally], sides: list[tuple[int, int]], fixture: Fixture) -> None:
    given = [points for _, points in sides]
    best = max(given)
    shared = given.count(best) > 1
    counts, alone = fixture.why in MET, fixture.why in {"forfeit", "unfinished"}
    for entry, points in sides:
        tally = found[entry]
        tally.points += points
        tally.played += 1
        others = [each for each in sides if each[0] != entry]
        if counts:
            if points < best:
                tally.lost += 1
            elif shared:
                tally.level += 1
            else:
                tally.won += 1
            for other, theirs in others:
                tally.met.append((other, 2 if points > theirs else 1 if points == theirs else 0))
        if alone:
            tally.alone += 1
        else:
            tally.faced.append(tuple([other for other, _ in others]))


# Positions on a ladder: the winning challenger takes the place just above the loser, otherwise nothing moves.


_LAST = datetime.max.replace(tzinfo=UTC)


def ladder_positions(entries: Iterable[Entry], fixtures: Iterable[Fixture]) -> tuple[int, ...]:
    """Return the entries from the top down; an entry that withdrew keeps its place until others pass it.

    The ladder begins in the order of seeds. Late entries have a later seed, or none, and begin at the bottom; without a
    seed they are in the order of their numbers. Fixtures count in the order in which they ended. An entry that doesn't
    play for long enough falls by a fixture without a match, so that a ladder follows from its fixtures alone.
    """
    return _climbed(entries, fixtures)[0]


def ladder_moves(entries: Iterable[Entry], fixtures: Iterable[Fixture], entry: int) -> frozenset[int]:
    return frozenset(each.id for each in _climbed(entries, fixtures)[1] if entry in each.entries)


def _climbed(entries: Iterable[Entry], fixtures: Iterable[Fixture]) -> tuple[tuple[int, ...], list[Fixture]]:
    ranked = [each.id for each in sorted(entries, key=lambda each: (each.seed == 0, each.seed, each.id))]
    where = {entry: position for position, entry in enumerate(ranked)}
    moving = []
    over = (each for each in fixtures if each.status == "over" and (each.why in MET or each.is_fall))
    for fixture in sorted(over, key=lambda each: (each.ended_at or _LAST, each.id)):
        one, other = fixture.sides
        challenger, held = (one, other) if one.challenger else (other, one)
        if not fixture.is_fall and (challenger.points or 0) <= (held.points or 0):
            continue
        # Entries between them move down by one; a challenger who is above by now stays there.
        top, bottom = where[held.entry], where[challenger.entry]
        if top < bottom:
            ranked[top : bottom + 1] = [challenger.entry, *ranked[top:bottom]]
            for position in range(top, bottom + 1):
                where[ranked[position]] = position
            moving.append(fixture)
    return tuple(ranked), moving


def possible_positions(
    entries: Iterable[Entry], fixtures: Iterable[Fixture], every: Mapping[int, Tally], places: Mapping[int, int]
) -> dict[int, tuple[int, int]]:
    """Return the best and the worst possible place of each entry in the table.

    As long as challenges may come, any entry can rise to the top or fall to the bottom. One that withdrew and has no
    open fixture only falls, unless one above that hasn't played withdraws, too, and leaves the table.
    """
    playing = {entry for each in fixtures if each.status in {"planned", "running"} for entry in each.entries}
    # Who withdrew before their first fixture was over comes into the table when it is.
    most = len(places.keys() | playing)
    gone = {each.id for each in entries if each.left_at is not None} - playing
    best = 1
    found = {}
    for entry, _ in sorted(places.items(), key=lambda each: each[1]):
        found[entry] = (best if entry in gone else 1, most)
        best += every[entry].over > 0
    return found
