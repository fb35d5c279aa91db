"""Positions on a ladder: the winning challenger takes the place just above the loser, otherwise nothing moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from hosting.league.standings.tally import Tally
from hosting.league.standings.values import MET
from store.league.values import Entry, Fixture

_LAST = datetime.max.replace(tzinfo=UTC)


def positions(entries: Iterable[Entry], fixtures: Iterable[Fixture]) -> tuple[int, ...]:
    """Return the entries from the top down, those that withdrew as well: they keep their place until others pass them.

    The ladder begins in the order of seeds. Who came later has a later seed, or none, and begins at the bottom; without
    a seed they stand by number. Fixtures count in the order in which they ended. Who does not play for long enough
    falls by a fixture that is no match, so that a ladder follows from its fixtures alone.
    """
    return _climbed(entries, fixtures)[0]


def moves(entries: Iterable[Entry], fixtures: Iterable[Fixture], entry: int) -> frozenset[int]:
    """Return the fixtures of an entry by which it climbed, or lost its place to the winner."""
    return frozenset(each.id for each in _climbed(entries, fixtures)[1] if entry in each.entries)


def _climbed(entries: Iterable[Entry], fixtures: Iterable[Fixture]) -> tuple[tuple[int, ...], list[Fixture]]:
    """Return the entries from the top down, and the fixtures that moved an entry."""
    ranked = [each.id for each in sorted(entries, key=lambda each: (each.seed == 0, each.seed, each.id))]
    where = {entry: position for position, entry in enumerate(ranked)}
    moving = []
    over = (each for each in fixtures if each.status == "over" and (each.why in MET or each.is_fall))
    for fixture in sorted(over, key=lambda each: (each.ended_at or _LAST, each.id)):
        one, other = fixture.sides
        challenger, held = (one, other) if one.challenger else (other, one)
        if not fixture.is_fall and (challenger.points or 0) <= (held.points or 0):
            continue
        # Those between move down by one; a challenger who stands higher by now stays where they are.
        top, bottom = where[held.entry], where[challenger.entry]
        if top < bottom:
            ranked[top : bottom + 1] = [challenger.entry, *ranked[top:bottom]]
            for position in range(top, bottom + 1):
                where[ranked[position]] = position
            moving.append(fixture)
    return tuple(ranked), moving


def possible(
    entries: Iterable[Entry], fixtures: Iterable[Fixture], every: Mapping[int, Tally], places: Mapping[int, int]
) -> dict[int, tuple[int, int]]:
    """Return the best and the worst possible place of each entry in the table.

    As long as challenges may come, anybody can rise to the top or fall to the bottom. Who withdrew and has no open
    fixture only falls, unless one above who has not played withdraws, too, and leaves the table.

    Args:
        entries: All of the ladder.
        fixtures: All of the ladder.
        every: The tallies of its entries.
        places: The place of each entry in the table.
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
