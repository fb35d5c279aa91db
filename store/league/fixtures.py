"""The fixtures of a season, the matches played for them, and the totals of entries.

A fixture is changed only if it is still as it was read (`store.league.seasons.swap`). Its entries' points are added to
their rows of `standings` in the same transaction, as the difference between before and after; so the cost of a result
does not depend on how many are stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, String, and_, bindparam, cast, func, insert, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from store.db import connections
from store.db.connections import make_sqlite
from store.league.seasons import Decision, Fixture, Side, StoredSeason, Totals, swap, swap_all
from store.schema import deadlines, decisions, entries, fixture_sides, fixtures, matches, results, standings
from store.schema.base import checked, insertion, put_row, upsert
from store.tables.results import IN_SERVER, LATEST

_AT_ONCE = 200
"""Rows of a statement."""
_NAMES = tuple(each.name for each in fields(Totals))
_COUNTING = ("played", "agreed", "forfeit", "decision")
"""Why a fixture is over of which it is said who won."""
_APART: Collection[str] = frozenset(("id", "sides"))
"""Fields that the row of a fixture does not hold, or that the database gives."""
_COLUMNS = tuple(each.name for each in fields(Fixture) if each.name != "sides")
_OF_SIDES = ("fixture_id", "seat", "entry_id", "points", "advances", "challenger")
"""The columns of a side: its fixture, and its fields in order."""


def _statements(which: ColumnElement[bool]) -> tuple[Select[Any], Select[Any]]:
    mine = select(fixtures.c.id).where(which)
    of = fixture_sides.c
    return (
        select(*(fixtures.c[name] for name in _COLUMNS)).where(which).order_by(fixtures.c.id),
        select(*(of[name] for name in _OF_SIDES)).where(of.fixture_id.in_(mine)).order_by(of.fixture_id, of.seat),
    )


_MINE = fixtures.c.season_id == bindparam("season")
_OF_SEASON = _statements(_MINE)
_IS_OPEN = and_(_MINE, fixtures.c.guild_id == bindparam("guild"), fixtures.c.ended_at.is_(None))
_OPEN = _statements(_IS_OPEN)
_FIRST_OPEN = _statements(
    fixtures.c.id.in_(select(fixtures.c.id).where(_IS_OPEN).order_by(fixtures.c.id).limit(bindparam("most")))
)
_GOING = (fixtures.c.status == "running") | fixtures.c.ordered
_OF_THOSE_GONE = (
    select(fixture_sides.c.fixture_id)
    .join(entries, entries.c.id == fixture_sides.c.entry_id)
    .where(entries.c.season_id == bindparam("season"), entries.c.left_at.is_not(None))
)
_ONE_A_ROUND = select(func.min(fixtures.c.id)).where(_IS_OPEN).group_by(fixtures.c.round)
_PRESSING = _statements(
    and_(
        _IS_OPEN,
        or_(
            _GOING,
            fixtures.c.trouble.is_not(None),
            fixtures.c.not_before.is_not(None),
            fixtures.c.id.in_(_OF_THOSE_GONE),
            fixtures.c.id.in_(_ONE_A_ROUND),
        ),
    )
)
_AT_CAP = (
    select(fixture_sides.c.entry_id)
    .join(fixtures, fixtures.c.id == fixture_sides.c.fixture_id)
    .join(entries, entries.c.id == fixture_sides.c.entry_id)
    .where(_IS_OPEN, _GOING, entries.c.left_at.is_(None))
    .group_by(fixture_sides.c.entry_id)
    .having(func.count() >= bindparam("cap"))
)
_OF_THOSE_AT_CAP = select(fixture_sides.c.fixture_id).where(fixture_sides.c.entry_id.in_(_AT_CAP))
_FREE = _statements(and_(_IS_OPEN, or_(_GOING, fixtures.c.id.not_in(_OF_THOSE_AT_CAP))))
_ONE = _statements(fixtures.c.id == bindparam("id"))
_MARK = select(func.count(), func.coalesce(func.sum(fixtures.c.rev), 0)).where(_MINE)
_REVISIONS = select(fixtures.c.id, fixtures.c.rev).where(_MINE).order_by(fixtures.c.id)
_TOTALS = (
    select(standings.c.entry_id, *(standings.c[name] for name in _NAMES))
    .where(standings.c.season_id == bindparam("season"))
    .order_by(standings.c.entry_id)
)


async def add(connection: AsyncConnection, season: StoredSeason, planned: Iterable[Fixture]) -> list[Fixture]:
    new = list(planned)
    if not new:
        return []
    numbers = await _add(connection, [checked("fixtures", row_of(season, each)) for each in new])
    made = [replace(each, id=number) for each, number in zip(new, numbers, strict=True)]
    await connection.execute(
        insert(fixture_sides), [side_row(season, each, side) for each in made for side in each.sides]
    )
    await _add_totals(connection, season, [(None, each) for each in made])
    return made


async def _add(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    # SQLite counts rows up in the order in which they are named, and SQLAlchemy would write them one by one.
    in_order = connection.dialect.name != "sqlite"
    statement = insert(fixtures).returning(fixtures.c.id, sort_by_parameter_order=in_order)
    numbers: list[int] = []
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        given = (await connection.execute(statement, some)).scalars()
        numbers += given if in_order else sorted(given)
    return numbers


async def save(connection: AsyncConnection, season: StoredSeason, before: Fixture, after: Fixture) -> Fixture:
    """Write a fixture and its entries' points; return it with its revision.

    Raises:
        WriteConflict: It is not as it was before.
    """
    await swap(connection, fixtures, before.id, before.rev, row_of(season, after))
    if after.sides != before.sides:
        for side in after.sides:
            await put_row(connection, fixture_sides, side_row(season, after, side))
    await _add_totals(connection, season, [(before, after)])
    return replace(after, rev=before.rev + 1)


async def save_all(
    connection: AsyncConnection, season: StoredSeason, changes: Sequence[tuple[Fixture, Fixture]]
) -> None:
    """Write many fixtures as `save` does; the caller read them after locking the season.

    Raises:
        WriteConflict: One is not as it was before.
    """
    await swap_all(connection, fixtures, [(was.id, was.rev, row_of(season, each)) for was, each in changes])
    sides = [side_row(season, each, side) for was, each in changes if each.sides != was.sides for side in each.sides]
    if sides:
        await connections.write(connection, upsert(connection.dialect.name, fixture_sides, tuple(sides[0])), sides)
    await _add_totals(connection, season, changes)


async def of_season(connection: AsyncConnection, season_id: int) -> list[Fixture]:
    return await _read(connection, _OF_SEASON, {"season": season_id})


async def mark(connection: AsyncConnection, season_id: int) -> tuple[int, int]:
    """Return a value that differs after each change of a season's fixtures and totals.

    That is the number of fixtures and the sum of their revisions: none is ever removed, and each change adds one.
    """
    ((count, revisions),) = await connections.read(connection, _MARK, {"season": season_id})
    return int(count), int(revisions)


async def revisions(connection: AsyncConnection, season_id: int) -> dict[int, int]:
    return dict(await connections.read(connection, _REVISIONS, {"season": season_id}))


async def open_of(connection: AsyncConnection, season: StoredSeason, most: int | None = None) -> list[Fixture]:
    """Return a season's fixtures that are not over, the first `most` of them."""
    mine = {"guild": season.guild_id, "season": season.id}
    if most is None:
        return await _read(connection, _OPEN, mine)
    return await _read(connection, _FIRST_OPEN, {**mine, "most": most})


async def deciding_of(connection: AsyncConnection, season: StoredSeason) -> list[Fixture]:
    """Return the open fixtures that decide how a season goes on, without those that only wait for their turn.

    They are fixtures that are being played or ordered, cannot begin or wait for a time, or whose entry left, and one of
    each round.
    """
    return await _read(connection, _PRESSING, {"guild": season.guild_id, "season": season.id})


async def free_of(connection: AsyncConnection, season: StoredSeason, cap: int) -> list[Fixture]:
    """Return a season's open fixtures without those of entries that already play `cap` matches.

    Fixtures that are being played or ordered are always included.
    """
    return await _read(connection, _FREE, {"guild": season.guild_id, "season": season.id, "cap": cap})


async def load(connection: AsyncConnection, fixture_id: int) -> Fixture | None:
    found = await _read(connection, _ONE, {"id": fixture_id})
    return found[0] if found else None


async def some(connection: AsyncConnection, fixture_ids: Collection[int]) -> list[Fixture]:
    rows, sides = _statements(fixtures.c.id.in_(fixture_ids))
    return _made(list(await connection.execute(rows)), list(await connection.execute(sides)))


async def season_of(connection: AsyncConnection, fixture_id: int) -> int | None:
    query = select(fixtures.c.season_id).where(fixtures.c.id == fixture_id)
    return (await connection.execute(query)).scalar_one_or_none()


async def of_match(connection: AsyncConnection, match_id: int) -> tuple[int, int] | None:
    """Return the season and the fixture whose latest match this is, or None."""
    query = select(fixtures.c.season_id, fixtures.c.id).where(fixtures.c.match_id == match_id)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row.season_id, row.id)


async def asked_for(connection: AsyncConnection, guild_id: int) -> dict[int, int]:
    """Return how many ordered matches have not begun in a server, by season."""
    asked = fixtures.c.ordered & (fixtures.c.status == "planned")
    query = select(fixtures.c.season_id, func.count()).group_by(fixtures.c.season_id)
    open_fixtures = query.where(fixtures.c.guild_id == guild_id, fixtures.c.ended_at.is_(None), asked)
    return dict(tuple(row) for row in await connection.execute(open_fixtures))


async def busy(connection: AsyncConnection, entry_ids: Collection[int]) -> Counter[int]:
    """Return how many matches each entry plays, including ordered ones."""
    plays = (fixtures.c.status == "running") | fixtures.c.ordered
    query = (
        select(fixture_sides.c.entry_id, func.count())
        .join(fixtures, fixtures.c.id == fixture_sides.c.fixture_id)
        .where(fixture_sides.c.entry_id.in_(entry_ids), plays)
        .group_by(fixture_sides.c.entry_id)
    )
    return Counter(dict(tuple(row) for row in await connection.execute(query)))


async def totals(connection: AsyncConnection, season_id: int) -> dict[int, Totals]:
    rows = await connections.read(connection, _TOTALS, {"season": season_id})
    return {entry: Totals(*amounts) for entry, *amounts in rows}


def added_up(found: Iterable[Fixture]) -> dict[int, Totals]:
    """Return the totals of fixtures by entry, computed anew: what `totals` must return."""
    sums: dict[int, list[int]] = {}
    for each in found:
        for entry, amounts in worth(each).items():
            amounts_so_far = sums.setdefault(entry, [0] * len(_NAMES))
            sums[entry] = [one + other for one, other in zip(amounts_so_far, amounts, strict=True)]
    return {entry: Totals(*amounts) for entry, amounts in sorted(sums.items())}


def worth(fixture: Fixture) -> Mapping[int, Sequence[int]]:
    """Return what each entry gets for a fixture, in the order of the fields of `Totals`; empty until it is over."""
    if fixture.status != "over" or fixture.is_fall:
        return {}
    if fixture.is_bye:
        return {side.entry: astuple(Totals(byes=1, points=side.points or 0)) for side in fixture.sides}
    most = max(side.points or 0 for side in fixture.sides)
    first = sum((side.points or 0) == most for side in fixture.sides)
    found = {}
    for side in fixture.sides:
        points = side.points or 0
        won = level = lost = 0
        if fixture.why in _COUNTING:
            won, level = int(points == most and first == 1), int(points == most and first > 1)
            lost = 1 - won - level
        found[side.entry] = astuple(Totals(1, won, level, lost, 0, points))
    return found


async def decide(connection: AsyncConnection, season: StoredSeason, decision: Decision) -> Decision:
    row = {
        "guild_id": season.guild_id,
        "season_id": season.id,
        "person_id": decision.person_id,
        "fixture_id": decision.fixture,
        "entry_id": decision.entry,
        "kind": decision.kind,
        "detail": dict(decision.detail),
        "reason": decision.reason,
        "undoes": decision.undoes,
        "at": decision.at,
    }
    added = await connection.execute(insert(decisions).values(checked("decisions", row)).returning(decisions.c.id))
    return replace(decision, id=added.scalar_one())


async def decisions_of(connection: AsyncConnection, season_id: int) -> list[Decision]:
    query = select(decisions).where(decisions.c.season_id == season_id).order_by(decisions.c.id)
    return [
        Decision(
            id=row.id,
            season_id=row.season_id,
            person_id=row.person_id,
            fixture=row.fixture_id,
            entry=row.entry_id,
            kind=row.kind,
            detail=row.detail,
            reason=row.reason,
            undoes=row.undoes,
            at=row.at,
        )
        for row in await connection.execute(query)
    ]


def in_force(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that were not taken back, in order."""
    all_decisions = list(decisions)
    undone = {each.undoes for each in all_decisions}
    return [each for each in all_decisions if each.kind != "undo" and each.id not in undone]


async def _add_totals(
    connection: AsyncConnection, season: StoredSeason, changes: Iterable[tuple[Fixture | None, Fixture]]
) -> None:
    sums: dict[int, list[int]] = {}
    for before, after in changes:
        for sign, each in ((-1, before), (1, after)):
            for entry, amounts in ({} if each is None else worth(each)).items():
                amounts_so_far = sums.setdefault(entry, [0] * len(_NAMES))
                sums[entry] = [one + sign * other for one, other in zip(amounts_so_far, amounts, strict=True)]
    rows = [
        {"entry_id": entry, "guild_id": season.guild_id, "season_id": season.id}
        | dict(zip(_NAMES, amounts, strict=True))
        for entry, amounts in sorted(sums.items())  # in order, so that two who write wait for each other
        if any(amounts)
    ]
    if rows:
        await connection.execute(_adding(connection.dialect.name), rows)


@cache
def _adding(dialect: str) -> sqlite.Insert | postgresql.Insert:
    statement = insertion(dialect, standings)
    sums = {name: standings.c[name] + statement.excluded[name] for name in _NAMES}
    return statement.on_conflict_do_update(index_elements=["entry_id"], set_=sums)


async def _read(
    connection: AsyncConnection, statements: tuple[Select[Any], Select[Any]], values: Mapping[str, Any]
) -> list[Fixture]:
    rows, sides = [await connections.read(connection, each, values) for each in statements]
    return await make_sqlite(len(rows), _made, rows, sides)


def _made(rows: Sequence[Sequence[Any]], sides: Sequence[Sequence[Any]]) -> list[Fixture]:
    of = {number: tuple([Side(*row[1:]) for row in group]) for number, group in groupby(sides, lambda row: int(row[0]))}
    return [Fixture(sides=of[row[0]], **dict(zip(_COLUMNS, row, strict=True))) for row in rows]


def row_of(season: StoredSeason, fixture: Fixture) -> dict[str, Any]:
    row: dict[str, Any] = {"guild_id": season.guild_id, "season_id": season.id}
    return row | {each.name: getattr(fixture, each.name) for each in fields(fixture) if each.name not in _APART}


def side_row(season: StoredSeason, fixture: Fixture, side: Side) -> dict[str, Any]:
    return checked(
        "fixture_sides",
        {
            "fixture_id": fixture.id,
            "entry_id": side.entry,
            "guild_id": season.guild_id,
            "seat": side.seat,
            "points": side.points,
            "advances": side.advances,
            "challenger": side.challenger,
        },
    )


# Which matches were played for which fixture, and which entry sat where in them.
#
# A match knows what asked for it by its origin, `league:<fixture>:<attempt>`, also one that was called off and played
# again. Where each seat's entry sits follows from the fixture: on its own seat, unless an entry had left before the
# match began, and the others sat at a smaller table from seat 1 on.


_T = TypeVar("_T")
ORIGIN = "league"
"""What the origins of matches of leagues begin with."""
_PAGE = 500
"""Most numbers in one query."""


@dataclass(frozen=True, slots=True)
class Place:
    """The fixture and the entry for which a seat of a match was played; no entry if nobody sat there for one."""

    fixture: int
    entry: int | None


def origin_of(fixture_id: int, attempt: int) -> str:
    """Return the origin of a fixture's match; `attempt` counts the matches ordered for it."""
    return f"{ORIGIN}:{fixture_id}:{attempt}"


async def played_for(connection: AsyncConnection, found: Iterable[Fixture]) -> dict[int, int]:
    """Return the fixture of each match that was played for one of these, including matches that were called off."""
    asked = (origin_of(each.id, attempt) for each in found for attempt in range(1, each.attempt + 1))
    origins: dict[int, int] = {}
    for page in _paged(asked):
        origins |= await _origins(connection, matches.c.origin.in_(page))
    return dict(sorted(origins.items()))


async def fixtures_of(connection: AsyncConnection, match_ids: Iterable[int]) -> dict[int, int]:
    """Return the fixture of each match; matches outside leagues are left out."""
    found: dict[int, int] = {}
    for page in _paged(match_ids):
        found |= await _origins(connection, matches.c.id.in_(page), matches.c.origin.like(f"{ORIGIN}:%"))
    return found


async def running_matches(connection: AsyncConnection, guild_id: int) -> list[tuple[str, str]]:
    """Return the game and the mode of each running match of leagues in a server.

    Matches that go on for ratings after their season ended are included: they take as much room.
    """
    live = (matches.c.guild_id == guild_id, matches.c.ended_at.is_(None), matches.c.origin.like(f"{ORIGIN}:%"))
    return [
        (row.game, row.mode) for row in await connection.execute(select(matches.c.game, matches.c.mode).where(*live))
    ]


@dataclass(frozen=True, slots=True)
class StalledMatch:
    """A match of a season that is being played although nobody's clock is stored as running.

    Attributes:
        seq: The number of its last event.
    """

    fixture_id: int
    match_id: int
    seq: int


async def still_played(
    connection: AsyncConnection, season: StoredSeason, late: datetime, unread: Collection[int]
) -> list[StalledMatch]:
    """Return a season's matches in which no clock is stored as running, or which cannot be read (`unread`).

    A player's time that was up before `late` no longer counts as running. If the bot was away meanwhile, time may have
    been given back that is not stored yet.
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
    return [StalledMatch(*row) for row in await connection.execute(query)]


async def is_time_up(connection: AsyncConnection, season: StoredSeason, kind: str, until: datetime) -> bool:
    """Return whether a player's time in a season's match was up by `until`, and no one has acted on it yet.

    `kind` is that of the appointments at which a player's time is up.
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


async def places_of(connection: AsyncConnection, of: Mapping[int, int]) -> dict[tuple[int, Seat], Place]:
    """Return the fixture and entry of each seat of finished matches, by match and seat, given each match's fixture."""
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
    sides: dict[int, list[Seat]] = {}
    for row in seats:
        sides.setdefault(row.seat if row.team is None else -1 - row.team, []).append(row.seat)
    full = len(sides) == len(fixture.sides)
    here = [each for each in fixture.sides if full or each.entry not in gone]
    at = {each.seat if full else number: each.entry for number, each in enumerate(here, 1)}
    return {seat: at.get(min(side)) for side in sides.values() for seat in side}


def _paged(found: Iterable[_T]) -> Iterator[list[_T]]:
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
