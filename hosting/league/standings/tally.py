"""What the fixtures of a season add up to for each entry: one pass over all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hosting.league.standings.values import MET
from store.league.values import Fixture


@dataclass(slots=True)
class Tally:
    """The fixtures of one entry that are over, added up. It is filled by `tallies` and only read elsewhere.

    Attributes:
        played, won, level, lost, byes, points: As in a row of the table.
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
        """How many of its fixtures are over."""
        return self.played + self.byes


def tallies(entries: Iterable[int], fixtures: Iterable[Fixture]) -> dict[int, Tally]:
    """Return the tally of every entry.

    Args:
        entries: All of them, those without a fixture as well.
        fixtures: All of the season, in any order; those that are not over count for nothing.
    """
    found = {entry: Tally() for entry in entries}
    _fill(found, fixtures)
    return found


def added(every: Mapping[int, Tally], fixtures: Sequence[Fixture]) -> dict[int, Tally]:
    """Return tallies with some fixtures more; those that are given stay as they are."""
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
