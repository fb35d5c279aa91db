"""Can a season that was understood be stored? Each thing once, as our tables have it, with numbers they can hold."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.text import say
from hosting.league.errors import BadSeasonFile
from hosting.league.files import Contents
from store.league.values import Fixture

MOST_NUMBER: Final = 10**14
"""Numbers of what comes later are above those of the file, and have to be read again elsewhere."""


def base_of(found: Contents) -> int:
    """Return the largest number that a file has for anything."""
    results = found.results
    return max(
        (
            0,
            *(each.id for each in found.entries),
            *(each.id for each in found.fixtures),
            *(each.match_id for each in found.fixtures if each.match_id is not None),
            *(each.id for each in found.decisions),
            *found.people,
            *(each.match_id for each in results),
            *(each.pool_id for each in results if each.pool_id is not None),
        )
    )


def check(found: Contents) -> None:
    """Hold that a season can be stored. Raises BadSeasonFile."""
    if base_of(found) > MOST_NUMBER:
        raise BadSeasonFile("fixtures.csv", 0, say("a number of the files is too large."))
    playing = Counter(person for each in found.entries if each.left_at is None for person in each.players)
    for entry in found.entries:
        if entry.left_at is None and any(playing[person] > 1 for person in entry.players):
            raise _of("entries.csv", "entry", entry.id)
    places: set[tuple[object, ...]] = set()
    for fixture in found.fixtures:
        place = (fixture.division, fixture.stage, fixture.round, fixture.leg, fixture.board)
        if not _is_whole(fixture) or (fixture.board and place in places):
            raise _of("fixtures.csv", "fixture", fixture.id)
        places.add(place)


def _is_whole(fixture: Fixture) -> bool:
    """Return whether a fixture has the times and sides that one of its status has."""
    over = not fixture.open
    sides, entries = {side.seat for side in fixture.sides}, {*fixture.entries}
    each_once = len(sides) == len(entries) == len(fixture.sides)
    times = fixture.planned_at is not None and (fixture.ended_at is not None) == over
    return each_once and times and (fixture.why is not None) == over


def _of(filename: str, column: str, number: int) -> BadSeasonFile:
    why = say("{column} {number} is there twice, or lacks what its status asks for.", column=column, number=str(number))
    return BadSeasonFile(filename, 0, why)
