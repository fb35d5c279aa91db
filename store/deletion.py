"""Deleting a person: what names them goes, and what they did stays with a number that leads nowhere.

That it was done must outlive the database: a backup still knows the person. So each deletion has a digest, which a file
beside the database holds, too (`store.deletion_list`). It is a hash of a random key that the person's row has had from
its beginning and that is deleted with it: a backup has the key, so that the person is found again in it (`again`); to
those who have the file, or the file and the database of today, it tells nothing of anybody.

What a person still holds that others wait for (seats, tables, offers) is let go of afterwards, by an appointment that
is made in the same transaction (`hosting.rights.farewell`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import Any

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store import blocks, deadlines, people, purge, tables
from store.deadlines import Deadline
from store.deletion_list import DIGEST_BYTES
from store.league import entries as rows_of_entries
from store.league import seasons as rows_of_seasons
from store.purge import DEADLINES, NOTES, Counts, Owner
from store.schema import blocks as rows_of_blocks
from store.schema import deadlines as appointments
from store.schema import (
    deletions,
    entries,
    entry_players,
    exports,
    greetings,
    imports,
    lessons,
    member_names,
    notes,
    outbox,
    plans,
    player_settings,
    prepared_answers,
    rematch_votes,
    saved_loadouts,
    seasons,
    table_loadouts,
    vacations,
    watches,
)
from store.schema import people as rows_of_people
from store.steady import made

FAREWELL = "farewell"
"""The appointment to let go of what a person held who was deleted; its key is the person (`tables_of`)."""
AT_ONCE = 500
"""People looked for in one statement: SQLite takes a few ten thousand values, PostgreSQL as many."""

_CHOSEN = (player_settings, saved_loadouts, vacations, imports, rows_of_blocks)
"""Tables with what people chose for themselves, in whatever server; with a name in one, it is why they are known."""

OWN = (
    *(player_settings, saved_loadouts, vacations, imports, exports, plans, prepared_answers, rematch_votes),
    *(table_loadouts, lessons, greetings),
)
"""Tables whose rows go with the person who is named in `person_id`."""

STAYING = frozenset(
    (
        "watches",  # what a person had a channel follow is the channel's; they are followed no more
        *("match_seats", "events", "requests", "audit_log", "corrections", "silence_log", "table_seats"),
        *("seeks", "pairing_seats"),  # closed
        *("leagues", "entry_players", "alternates", "decisions"),  # they leave the seasons in which they play
        *("person_totals", "pairs", "rating_changes", "ratings"),
    )
)
"""Tables whose rows tell of what others took part in: they stay, with a number that leads nowhere."""


def digest_of(key: bytes) -> bytes:
    """Return by what the deletion of the person with a key is known again."""
    return blake2b(key, digest_size=DIGEST_BYTES).digest()


async def delete_person(connection: AsyncConnection, person_id: int, at: datetime) -> bool:
    """Delete what names a person and what they chose or left; return whether there was such a person.

    Args:
        connection: Of a write transaction.
        person_id: Who.
        at: When; what they still hold is let go of from then on (`FAREWELL`).
    """
    if not await is_known(connection, person_id):
        return False
    query = select(rows_of_people.c.erasure_key).where(rows_of_people.c.id == person_id)
    key: bytes | None = (await connection.execute(query)).scalar_one()
    held: list[Json] = [*await tables.open_of(connection, person_id)]
    removed = await _remove(connection, person_id)
    await _rename_teams(connection, person_id)
    waiting = (outbox.c.kind == "private", outbox.c.channel_id == person_id)
    removed[outbox.name] += (await connection.execute(delete(outbox).where(*waiting))).rowcount
    await people.forget(connection, person_id, at)
    removed[rows_of_people.name] += 1  # the account: what is counted is scrubbed, too
    if key is not None:
        await connection.execute(insert(deletions), {"digest": digest_of(key), "at": at})
    await deadlines.put(connection, Deadline(FAREWELL, str(person_id), at, {"tables": held}))
    await purge.log(connection, "person", removed, at)
    return True


async def forget_unknown(connection: AsyncConnection, person_ids: Collection[int], at: datetime) -> int:
    """Forget the accounts of those who have no name in any server any more, and have chosen nothing for themselves.

    Args:
        connection: Of a write transaction.
        person_ids: Who had a name in a server whose names were removed.
        at: The time, for the log.

    Returns:
        How many were forgotten. Should they come back, they are new.
    """
    found: set[int] = set()
    wanted = sorted(person_ids)
    for begin in range(0, len(wanted), AT_ONCE):
        some = set(wanted[begin : begin + AT_ONCE])
        for table in (member_names, *_CHOSEN):
            known = select(table.c.person_id).where(table.c.person_id.in_(some))
            some -= set((await connection.execute(known)).scalars())
        for table in OWN:
            await connection.execute(delete(table).where(table.c.person_id.in_(some)))
        await connection.execute(delete(rows_of_blocks).where(rows_of_blocks.c.blocked_id.in_(some)))
        found |= some
    for person_id in sorted(found):
        await _rename_teams(connection, person_id)
        await people.forget(connection, person_id, at)
    await purge.log(connection, "server", Counter({rows_of_people.name: len(found)}), at)
    return len(found)


def tables_of(payload: Json) -> list[int]:
    """Return at which open tables a person sat when they were deleted, from what the first appointment holds."""
    match payload:
        case {"tables": list(held)}:
            return [each for each in held if isinstance(each, int)]
    return []


async def remove_late(connection: AsyncConnection, person_id: int, at: datetime) -> None:
    """Remove what was written for a person who had been deleted a moment before."""
    await purge.log(connection, "person", await _remove(connection, person_id), at)


async def is_known(connection: AsyncConnection, person_id: int) -> bool:
    """Return whether there is a person with a number, who was not deleted."""
    query = select(rows_of_people.c.id).where(rows_of_people.c.id == person_id, rows_of_people.c.account.is_not(None))
    return (await connection.execute(query)).scalar_one_or_none() is not None


async def again(connection: AsyncConnection, digests: Collection[bytes], at: datetime) -> list[int]:
    """Delete the persons of a restored database whose deletion is known by these digests; return who they were."""
    if not (wanted := set(digests)):
        return []
    query = select(rows_of_people.c.id, rows_of_people.c.erasure_key).where(rows_of_people.c.account.is_not(None))
    rows = (await connection.execute(query.where(rows_of_people.c.erasure_key.is_not(None)))).all()
    found = [row.id for row in rows if digest_of(row.erasure_key) in wanted]
    for person_id in found:
        await delete_person(connection, person_id, at)
    return found


async def every(connection: AsyncConnection) -> set[bytes]:
    """Return the digests of all deletions."""
    return {bytes(digest) for digest in (await connection.execute(select(deletions.c.digest))).scalars()}


async def _rename_teams(connection: AsyncConnection, person_id: int) -> None:
    """Remove the names of the teams that a person named: their own as a captain, and the same ones of later seasons.

    A partner who stays for the next season takes the team's name along, and is its captain then.
    """
    named = (
        select(entries.c.name, seasons.c.league_id)
        .join(entry_players, entry_players.c.entry_id == entries.c.id)
        .join(seasons, seasons.c.id == entries.c.season_id)
        .where(entry_players.c.person_id == person_id, entry_players.c.number == 0, entries.c.name != "")
    )
    keys: dict[int, set[str]] = {}
    for name, league_id in await connection.execute(named):
        keys.setdefault(league_id, set()).add(rows_of_seasons.key_of(name))
    for league_id, mine in keys.items():
        query = (
            select(entries.c.season_id, entries.c.id, entries.c.name)
            .join(seasons, seasons.c.id == entries.c.season_id)
            .where(seasons.c.league_id == league_id, entries.c.name != "")
        )
        rows = (await connection.execute(query)).all()
        for season_id, entry_ids in (await made(len(rows), _same, rows, mine)).items():
            season = await rows_of_seasons.load(connection, season_id, to_change=True)
            if season is None:
                continue
            for each in await rows_of_entries.load(connection, entry_ids):
                await rows_of_entries.save(connection, season, replace(each, name=""))


def _same(rows: Sequence[Row[Any]], keys: Collection[str]) -> dict[int, list[int]]:
    """Return which entries have a name with one of these keys, by season."""
    found: dict[int, list[int]] = {}
    for row in rows:
        if rows_of_seasons.key_of(row.name) in keys:
            found.setdefault(row.season_id, []).append(row.id)
    return found


async def _remove(connection: AsyncConnection, person_id: int) -> Counts:
    removed: Counts = Counter()
    away = list((await connection.execute(select(vacations.c.id).where(vacations.c.person_id == person_id))).scalars())
    for owner, numbers in ((Owner.PERSON, [person_id]), (Owner.VACATION, away)):
        kinds = [kind for kind, whose in DEADLINES.items() if whose is owner and kind != FAREWELL]
        mine = (appointments.c.kind.in_(kinds), appointments.c.key.in_(list(map(str, numbers))))
        removed[appointments.name] += (await connection.execute(delete(appointments).where(*mine))).rowcount
    # Keys of notes have the person behind the match.
    names = [name for name, whose in NOTES.items() if whose is Owner.MATCH]
    keys = (await connection.execute(select(notes.c.key))).scalars()
    behind = [key for key in keys if key.partition(":")[0] in names and key.split(":")[2:] == [str(person_id)]]
    removed[notes.name] += (await connection.execute(delete(notes).where(notes.c.key.in_(behind)))).rowcount
    await blocks.forget(connection, person_id)
    followed = (watches.c.kind == "player", watches.c.target_id == person_id)
    removed[watches.name] += (await connection.execute(delete(watches).where(*followed))).rowcount
    for table in OWN:
        removed[table.name] += (await connection.execute(delete(table).where(table.c.person_id == person_id))).rowcount
    return removed
