"""Who takes part in a season: entries and their players, alternates, challenges, byes on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Row, bindparam, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from store.db import connections
from store.league.seasons import Absence, Alternate, Challenge, Entry, StoredSeason, swap
from store.schema import absences, alternates, challenges, entries, entry_players, seasons
from store.schema.base import checked, put_row, upsert
from store.tables.matches import WriteConflict

AT_START = 2
"""So many people play for an entry at the start, at most: their numbers are below."""
_COLUMNS = tuple(each.name for each in fields(Entry) if each.name not in ("players", "current", "agreed"))
"""What the row of an entry holds; the rest follows from its people."""
_REVISIONS = (
    select(entries.c.id, entries.c.rev).where(entries.c.season_id == bindparam("season")).order_by(entries.c.id)
)
_PLAYING = (
    select(*(entry_players.c[name] for name in ("entry_id", "number", "person_id", "agreed")))
    .add_columns(entry_players.c.until.is_(None))
    .where(entry_players.c.season_id == bindparam("season"))
    .order_by(entry_players.c.entry_id, entry_players.c.number)
)


Mark: TypeAlias = tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]
"""Revisions of entries, and the players of each."""


class JoinedTwice(RuntimeError):  # noqa: N818 - not an error of the program: another writer was faster
    """A person already plays for another entry of the season."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person who plays, or played, for an entry.

    Attributes:
        number: From 0 in the order of coming; at the start 0 is the captain.
        until: When they left; None for a current player.
    """

    entry: int
    number: int
    person_id: int
    agreed: bool
    since: datetime
    until: datetime | None = None


async def add(connection: AsyncConnection, season: StoredSeason, entry: Entry, *, agreed: bool = False) -> Entry:
    """Write an entry with its captain and a partner, who is asked unless `agreed`; return it with its number.

    The transaction has locked the season.

    Raises:
        JoinedTwice: One of them already plays in the season; the transaction must be rolled back.
    """
    values = checked("entries", _row(season, entry))
    number: int = (await connection.execute(insert(entries).values(values).returning(entries.c.id))).scalar_one()
    entry = replace(entry, id=number, current=entry.players, agreed=agreed or len(entry.players) == 1)
    for at, person_id in enumerate(entry.players):
        await put_player(connection, season, Player(number, at, person_id, agreed or at == 0, entry.joined_at))
    return entry


async def put_player(connection: AsyncConnection, season: StoredSeason, player: Player) -> None:
    """Write a player of an entry, or that they left. Raises JoinedTwice."""
    row = {
        "entry_id": player.entry,
        "number": player.number,
        "guild_id": season.guild_id,
        "season_id": season.id,
        "person_id": player.person_id,
        "agreed": player.agreed,
        "since": player.since,
        "until": player.until,
    }
    try:
        await put_row(connection, entry_players, checked("entry_players", row))
    except IntegrityError as error:
        raise JoinedTwice from error


async def save(connection: AsyncConnection, season: StoredSeason, entry: Entry) -> Entry:
    """Write an entry without its people; return it with its revision. Raises WriteConflict."""
    await swap(connection, entries, entry.id, entry.rev, _row(season, entry))
    return replace(entry, rev=entry.rev + 1)


async def save_all(connection: AsyncConnection, season: StoredSeason, those: Sequence[Entry]) -> None:
    """Write many entries of a season as `save` does, in one statement. Raises WriteConflict."""
    revisions = dict(await connections.read(connection, _REVISIONS, {"season": season.id}))
    if any(revisions.get(each.id) != each.rev for each in those):
        raise WriteConflict(f"entries of season {season.id} are no longer as they were read")
    rows = [checked("entries", {**_row(season, each), "rev": each.rev + 1}) | {"id": each.id} for each in those]
    if rows:
        await connection.execute(upsert(connection.dialect.name, entries, tuple(rows[0])), rows)


async def remove(connection: AsyncConnection, entry_id: int) -> None:
    for table in (absences, entry_players):
        await connection.execute(delete(table).where(table.c.entry_id == entry_id))
    await connection.execute(delete(entries).where(entries.c.id == entry_id))


async def of_season(connection: AsyncConnection, season_id: int) -> list[Entry]:
    """Return a season's entries in the order of joining, including those that left."""
    return await _entries(connection, entries.c.season_id == season_id, entry_players.c.season_id == season_id)


async def begun(connection: AsyncConnection, season_id: int, division: int) -> int:
    mine = (entries.c.season_id == season_id, entries.c.division == division, entries.c.from_round == 1)
    return (await connection.execute(select(func.count()).where(*mine))).scalar_one()


async def mark(connection: AsyncConnection, season_id: int) -> Mark:
    """Return a value that differs after each change of what `of_season` returns."""
    given = {"season": season_id}
    return await connections.read(connection, _REVISIONS, given), await connections.read(connection, _PLAYING, given)


async def load(connection: AsyncConnection, entry_ids: Sequence[int]) -> list[Entry]:
    return await _entries(connection, entries.c.id.in_(entry_ids), entry_players.c.entry_id.in_(entry_ids))


async def players_of(connection: AsyncConnection, season_id: int) -> list[Player]:
    """Return all current and former players of a season, by entry and number."""
    return await _players(connection, entry_players.c.season_id == season_id)


async def playing(connection: AsyncConnection, person_id: int) -> list[tuple[int, int]]:
    """Return the seasons that are not closed in which a person plays, each with their entry."""
    query = (
        select(entry_players.c.season_id, entry_players.c.entry_id)
        .join(seasons, seasons.c.id == entry_players.c.season_id)
        .where(entry_players.c.person_id == person_id, entry_players.c.until.is_(None), seasons.c.closed_at.is_(None))
        .order_by(entry_players.c.season_id)
    )
    return [(row.season_id, row.entry_id) for row in await connection.execute(query)]


async def played(connection: AsyncConnection, guild_id: int, person_id: int) -> set[int]:
    query = select(entry_players.c.season_id).where(
        entry_players.c.guild_id == guild_id, entry_players.c.person_id == person_id
    )
    return set((await connection.execute(query)).scalars())


async def closed_of(connection: AsyncConnection, guild_id: int, person_id: int, limit: int) -> list[int]:
    """Return a server's closed seasons that were played and in which a person played, the latest first."""
    query = (
        select(seasons.c.id)
        .where(
            seasons.c.guild_id == guild_id,
            seasons.c.status == "closed",
            seasons.c.started_at.is_not(None),
            seasons.c.id.in_(select(entry_players.c.season_id).where(entry_players.c.person_id == person_id)),
        )
        .order_by(seasons.c.closed_at.desc(), seasons.c.id.desc())
        .limit(limit)
    )
    return list((await connection.execute(query)).scalars())


async def leave(
    connection: AsyncConnection, season: StoredSeason, entry_id: int, at: datetime, person_id: int | None = None
) -> None:
    """Write that a person no longer plays for an entry, or with None that nobody does."""
    seated = (entry_players.c.entry_id == entry_id) & entry_players.c.until.is_(None)
    if person_id is not None:
        seated &= entry_players.c.person_id == person_id
    for each in await _players(connection, seated):
        await put_player(connection, season, replace(each, until=at))


async def ask(connection: AsyncConnection, season: StoredSeason, absence: Absence) -> None:
    row = {
        "entry_id": absence.entry,
        "round": absence.round,
        "guild_id": season.guild_id,
        "kind": absence.kind,
        "asked_at": absence.asked_at,
    }
    await put_row(connection, absences, row)


async def ask_no_more(connection: AsyncConnection, entry_id: int, round_: int) -> bool:
    """Take back an entry's request for a bye; return whether there was one."""
    asked = (absences.c.entry_id == entry_id) & (absences.c.round == round_)
    return (await connection.execute(delete(absences).where(asked))).rowcount > 0


_OF_SEASON = select(entries.c.id).where(entries.c.season_id == bindparam("season"))
_ABSENCES = select(absences).where(absences.c.entry_id.in_(_OF_SEASON)).order_by(absences.c.round, absences.c.entry_id)


async def absences_of(connection: AsyncConnection, season_id: int) -> list[Absence]:
    found = await connection.execute(_ABSENCES, {"season": season_id})
    return [Absence(row.entry_id, row.round, row.kind, row.asked_at) for row in found]


_PEOPLE = (
    select(*(entry_players.c[name] for name in ("entry_id", "number", "person_id", "agreed")))
    .add_columns(entry_players.c.until.is_(None))
    .order_by(entry_players.c.entry_id, entry_players.c.number)
)
_ENTRIES = select(*(entries.c[name] for name in _COLUMNS)).order_by(entries.c.id)


async def _entries(connection: AsyncConnection, which: ColumnElement[bool], whose: ColumnElement[bool]) -> list[Entry]:
    people: dict[int, list[tuple[int, int, bool, bool]]] = {}
    for row in await connection.execute(_PEOPLE.where(whose)):
        entry_id, number, who, agreed, here = row
        people.setdefault(entry_id, []).append((number, who, agreed, here))
    found = await connection.execute(_ENTRIES.where(which))
    return [_entry(dict(zip(_COLUMNS, row, strict=True)), people[row[0]]) for row in found]


def _entry(values: Mapping[str, Any], people: Sequence[tuple[int, int, bool, bool]]) -> Entry:
    """Return an entry, given its people: number, id, whether they agreed and whether they still play."""
    return Entry(
        players=tuple([who for number, who, _, _ in people if number < AT_START]),
        current=tuple([who for _, who, _, here in people if here]),
        agreed=all(agreed for _, _, agreed, _ in people),
        **values,
    )


async def _players(connection: AsyncConnection, which: ColumnElement[bool]) -> list[Player]:
    query = select(entry_players).where(which).order_by(entry_players.c.entry_id, entry_players.c.number)
    return [
        Player(row.entry_id, row.number, row.person_id, row.agreed, row.since, row.until)
        for row in await connection.execute(query)
    ]


def _row(season: StoredSeason, entry: Entry) -> dict[str, Any]:
    return {
        "guild_id": season.guild_id,
        "season_id": season.id,
        "division": entry.division,
        "name": entry.name,
        "seed": entry.seed,
        "seed_mu": entry.seed_mu,
        "from_round": entry.from_round,
        "joined_at": entry.joined_at,
        "left_at": entry.left_at,
        "rev": entry.rev,
    }


# Alternates: people who wait to take over the entry of one who leaves a season.


async def add_alternate(connection: AsyncConnection, season: StoredSeason, alternate: Alternate) -> None:
    """Write an alternate, in a transaction that has locked the season."""
    values = checked("alternates", _alternate_row(season, alternate))
    await connection.execute(insert(alternates).values(values))


async def save_alternate(connection: AsyncConnection, season: StoredSeason, alternate: Alternate) -> Alternate:
    await swap(connection, alternates, alternate.id, alternate.rev, _alternate_row(season, alternate))
    return replace(alternate, rev=alternate.rev + 1)


async def alternates_of(connection: AsyncConnection, season_id: int) -> list[Alternate]:
    """Return a season's alternates in the order of joining, including those who no longer wait."""
    query = select(alternates).where(alternates.c.season_id == season_id).order_by(alternates.c.id)
    return [_alternate(row) for row in await connection.execute(query)]


async def alternate_of(connection: AsyncConnection, person_id: int) -> list[int]:
    mine = (alternates.c.person_id == person_id, alternates.c.over_at.is_(None))
    found = select(alternates.c.season_id).where(*mine).order_by(alternates.c.season_id)
    return list((await connection.execute(found)).scalars())


async def vacancies(connection: AsyncConnection, season_id: int, size: int) -> dict[int, int]:
    """Return the free places of each remaining entry with fewer than `size` players, in the order of joining."""
    play = (entry_players.c.season_id == season_id, entry_players.c.until.is_(None))
    playing = select(entry_players.c.entry_id, func.count().label("play")).where(*play)
    counted = playing.group_by(entry_players.c.entry_id).subquery()
    count = func.coalesce(counted.c.play, 0)
    query = select(entries.c.id, count.label("play")).outerjoin(counted, counted.c.entry_id == entries.c.id)
    query = query.where(entries.c.season_id == season_id, entries.c.left_at.is_(None), count < size)
    return {row.id: size - row.play for row in await connection.execute(query.order_by(entries.c.id))}


def _alternate_row(season: StoredSeason, alternate: Alternate) -> dict[str, Any]:
    return {
        "guild_id": season.guild_id,
        "season_id": season.id,
        "person_id": alternate.person_id,
        "status": alternate.status,
        "joined_at": alternate.joined_at,
        "entry_id": alternate.entry,
        "asked_at": alternate.asked_at,
        "due_at": alternate.due_at,
        "over_at": alternate.over_at,
        "rev": alternate.rev,
    }


def _alternate(row: Row[Any]) -> Alternate:
    return Alternate(
        id=row.id,
        person_id=row.person_id,
        status=row.status,
        joined_at=row.joined_at,
        entry=row.entry_id,
        asked_at=row.asked_at,
        due_at=row.due_at,
        over_at=row.over_at,
        rev=row.rev,
    )


# Challenges on ladders. An entry has at most one of its own that is open, and at most one against it.


async def add_challenge(connection: AsyncConnection, season: StoredSeason, challenge: Challenge) -> Challenge:
    """Write a challenge, in a transaction that has locked its season; return it with its number."""
    values = checked("challenges", _challenge_row(season, challenge))
    added = await connection.execute(insert(challenges).values(values).returning(challenges.c.id))
    return replace(challenge, id=added.scalar_one())


async def save_challenge(connection: AsyncConnection, season: StoredSeason, challenge: Challenge) -> Challenge:
    await swap(connection, challenges, challenge.id, challenge.rev, _challenge_row(season, challenge))
    return replace(challenge, rev=challenge.rev + 1)


async def challenges_of(connection: AsyncConnection, season_id: int) -> list[Challenge]:
    query = select(challenges).where(challenges.c.season_id == season_id).order_by(challenges.c.id)
    return [_challenge(row) for row in await connection.execute(query)]


def _challenge_row(season: StoredSeason, challenge: Challenge) -> dict[str, Any]:
    return {
        "guild_id": season.guild_id,
        "season_id": season.id,
        "entry_id": challenge.entry,
        "against": challenge.against,
        "status": challenge.status,
        "fixture_id": challenge.fixture,
        "asked_at": challenge.asked_at,
        "due_at": challenge.due_at,
        "decided_at": challenge.decided_at,
        "rev": challenge.rev,
    }


def _challenge(row: Row[Any]) -> Challenge:
    return Challenge(
        id=row.id,
        entry=row.entry_id,
        against=row.against,
        status=row.status,
        asked_at=row.asked_at,
        due_at=row.due_at,
        fixture=row.fixture_id,
        decided_at=row.decided_at,
        rev=row.rev,
    )
