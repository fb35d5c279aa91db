"""Can a season that was understood be stored? Each thing once, as our tables have it, with numbers they can hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final, cast

from engine.text import say
from hosting.league import continuing
from hosting.league.cells import MOST_COUNT
from hosting.league.errors import BadSeasonFile
from hosting.league.files import CONTINUATION, LEAGUE, Contents
from store.league.entries import AT_START
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
    _check_players(found)
    places: set[tuple[object, ...]] = set()
    for fixture in found.fixtures:
        place = (fixture.division, fixture.stage, fixture.round, fixture.leg, fixture.board)
        if not _is_whole(fixture) or (fixture.board and place in places):
            raise _of("fixtures.csv", "fixture", fixture.id)
        places.add(place)


def _check_players(found: Contents) -> None:
    """Hold that who plays for entries is known, and plays for one of them at a time."""
    entries = {each.id: each for each in found.entries}
    players = continuing.players_of(found)
    playing = Counter(each.person_id for each in players if each.until is None)
    started: defaultdict[int, list[int]] = defaultdict(list)
    last: tuple[int, int] = (0, -1)
    for each in players:
        at = each.entry, each.number
        out_of_order = each.number > MOST_COUNT or (at[0] == last[0] and at <= last)
        if out_of_order or each.person_id not in found.people or (each.until is None and playing[each.person_id] > 1):
            raise _of("entries.csv", "entry", each.entry)
        last = at
        if each.number < AT_START:
            started[each.entry].append(each.person_id)
    said = {} if found.continuation is None else cast("Sequence[dict[str, int]]", found.continuation["players"])
    if any(each["entry"] not in entries for each in said):
        raise BadSeasonFile(LEAGUE, 0, say("its continuation names an entry that is in no other file."), CONTINUATION)
    for number, entry in entries.items():
        if tuple(started[number]) != entry.players:
            raise _of("entries.csv", "entry", number)


def _is_whole(fixture: Fixture) -> bool:
    """Return whether a fixture has the times and sides that one of its status has."""
    over = not fixture.open
    sides, entries = {side.seat for side in fixture.sides}, {*fixture.entries}
    each_once = len(sides) == len(entries) == len(fixture.sides)
    times = fixture.planned_at is not None and (fixture.ended_at is not None) == over
    return each_once and times and (fixture.why is not None) == over


def _of(filename: str, column: str, number: int) -> BadSeasonFile:
    why = say("{column} {number} is there twice, or lacks what its status asks for.", column=column, number=str(number))
    return BadSeasonFile(filename, 0, why, number)
