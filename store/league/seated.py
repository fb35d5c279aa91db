"""Which matches were played for which fixture, and which entry sat where in them.

A match knows what asked for it by its origin, `league:<fixture>:<attempt>`, also one that was called off and played
again. Where each seat's entry sits follows from the fixture: on its own seat, unless an entry had left before the match
began, and the others sat at a smaller table from seat 1 on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, String, cast, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from store.league.fixtures import some
from store.league.values import Fixture, StoredSeason
from store.results import IN_SERVER, LATEST
from store.schema import deadlines, entries, fixtures, matches, results

_T = TypeVar("_T")
ORIGIN = "league"
"""What the origins of matches of leagues begin with."""
_PAGE = 500
"""Numbers asked for at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """For whom a seat of a match was played.

    Attributes:
        fixture: For which fixture.
        entry: For which of its entries; None where nobody sat for one.
    """

    fixture: int
    entry: int | None


def origin_of(fixture_id: int, attempt: int) -> str:
    """Return the origin of a match that is asked for by a fixture for the so many-th time."""
    return f"{ORIGIN}:{fixture_id}:{attempt}"


async def played_for(connection: AsyncConnection, found: Iterable[Fixture]) -> dict[int, int]:
    """Return which matches were played for which of some fixtures, those included that were called off."""
    asked = (origin_of(each.id, attempt) for each in found for attempt in range(1, each.attempt + 1))
    origins: dict[int, int] = {}
    for page in _paged(asked):
        origins |= await _origins(connection, matches.c.origin.in_(page))
    return dict(sorted(origins.items()))


async def fixtures_of(connection: AsyncConnection, match_ids: Iterable[int]) -> dict[int, int]:
    """Return for which fixtures some matches were played; those of no league are left out."""
    found: dict[int, int] = {}
    for page in _paged(match_ids):
        found |= await _origins(connection, matches.c.id.in_(page), matches.c.origin.like(f"{ORIGIN}:%"))
    return found


async def going(connection: AsyncConnection, guild_id: int) -> list[tuple[str, str]]:
    """Return the game and the mode of each match of leagues that goes on in a server.

    Those are among them that are played on after the end of their season, for ratings: they take as much room.
    """
    live = (matches.c.guild_id == guild_id, matches.c.ended_at.is_(None), matches.c.origin.like(f"{ORIGIN}:%"))
    return [
        (row.game, row.mode) for row in await connection.execute(select(matches.c.game, matches.c.mode).where(*live))
    ]


@dataclass(frozen=True, slots=True)
class Still:
    """A match of a season that is being played, in which nobody's clock runs as far as is stored.

    Attributes:
        fixture_id: For which fixture it is played.
        match_id: Which match.
        seq: The number of its last event.
    """

    fixture_id: int
    match_id: int
    seq: int


async def still(
    connection: AsyncConnection, season: StoredSeason, late: datetime, unread: Collection[int]
) -> list[Still]:
    """Return the matches of a season in which nobody's clock runs, as far as is stored, or which cannot be read.

    Args:
        connection: Of any transaction.
        season: Which one.
        late: Whose time was up before this, for them nothing is done about it any more. Where the bot was away
            meanwhile, that time may have been given back, which is not stored yet.
        unread: Matches that this version cannot play through.
    """
    query = (
        select(fixtures.c.id, matches.c.id, matches.c.seq)
        .join(matches, matches.c.id == fixtures.c.match_id)
        .where(
            fixtures.c.season_id == season.id,
            fixtures.c.guild_id == season.guild_id,
            fixtures.c.ended_at.is_(None),
            fixtures.c.status == "running",
            matches.c.ended_at.is_(None),
            matches.c.due_at.is_(None) | (matches.c.due_at <= late) | matches.c.id.in_(unread),
        )
        .order_by(fixtures.c.id)
    )
    return [Still(*row) for row in await connection.execute(query)]


async def run_out(connection: AsyncConnection, season: StoredSeason, kind: str, until: datetime) -> bool:
    """Return whether the time of a player in a match of a season was up by a moment, and nothing was done about it yet.

    Args:
        connection: Of any transaction.
        season: Which one.
        kind: Of the appointments of matches at which a player's time is up.
        until: The moment.
    """
    query = (
        select(fixtures.c.id)
        .join(deadlines, deadlines.c.key == cast(fixtures.c.match_id, String))
        .where(
            fixtures.c.season_id == season.id,
            fixtures.c.guild_id == season.guild_id,
            fixtures.c.status == "running",
            deadlines.c.kind == kind,
            deadlines.c.due_at <= until,
        )
        .limit(1)
    )
    return (await connection.execute(query)).first() is not None


async def places(connection: AsyncConnection, of: Mapping[int, int]) -> dict[tuple[int, Seat], Place]:
    """Return for whom each seat was played of matches that have ended, by match and seat.

    Args:
        connection: Of any transaction.
        of: The fixture of each match.
    """
    found: dict[tuple[int, Seat], Place] = {}
    for page in _paged(of):
        fixtures = {each.id: each for each in await some(connection, {of[match_id] for match_id in page})}
        left = await _left(connection, {entry for each in fixtures.values() for entry in each.entries})
        wanted = select(results.c.match_id, results.c.seat, results.c.team, results.c.started_at).where(
            results.c.match_id.in_(page), LATEST, IN_SERVER
        )
        rows = await connection.execute(wanted.order_by(results.c.match_id, results.c.seat))
        for match_id, group in groupby(rows, lambda row: int(row.match_id)):
            fixture = fixtures.get(of[match_id])
            if fixture is not None:
                seats = tuple(group)
                gone = {entry for entry, at in left.items() if at <= seats[0].started_at}
                for seat, entry in _seated(fixture, seats, gone).items():
                    found[match_id, seat] = Place(fixture.id, entry)
    return found


def _seated(fixture: Fixture, seats: Sequence[Any], gone: set[int]) -> dict[Seat, int | None]:
    """Return the entry that each seat was played for.

    Args:
        fixture: What was played.
        seats: Rows of results of the match, with `seat` and `team`.
        gone: Entries that had left when it began.
    """
    sides: dict[int, list[Seat]] = {}
    for row in seats:
        sides.setdefault(row.seat if row.team is None else -1 - row.team, []).append(row.seat)
    full = len(sides) == len(fixture.sides)
    here = [each for each in fixture.sides if full or each.entry not in gone]
    at = {each.seat if full else number: each.entry for number, each in enumerate(here, 1)}
    return {seat: at.get(min(side)) for side in sides.values() for seat in side}


def _paged(found: Iterable[_T]) -> Iterator[list[_T]]:
    """Give so many of what is asked for as one query may name."""
    every = list(found)
    return (every[first : first + _PAGE] for first in range(0, len(every), _PAGE))


async def _origins(connection: AsyncConnection, *where: ColumnElement[bool]) -> dict[int, int]:
    found = {}
    for match_id, origin in await connection.execute(select(matches.c.id, matches.c.origin).where(*where)):
        kind, *numbers = origin.split(":")
        if kind == ORIGIN and len(numbers) == 2 and numbers[0].isdecimal():
            found[int(match_id)] = int(numbers[0])
    return found


async def _left(connection: AsyncConnection, entry_ids: set[int]) -> dict[int, datetime]:
    query = select(entries.c.id, entries.c.left_at).where(entries.c.id.in_(entry_ids), entries.c.left_at.is_not(None))
    return {row.id: row.left_at for row in await connection.execute(query)}
