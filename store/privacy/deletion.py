"""Deleting a person: their names and choices go; a list beside the database outlives a restored backup.

A deletion must outlive the database, as a backup still knows the person. So each deletion has a digest, which a file
beside the database holds, too. It is a hash of a random key that the person's row has had from its beginning and that
is deleted with it: a backup has the key, so that the person is found again in it (`again`); the file alone, or with
today's database, identifies nobody.

Seats, tables and offers for which others wait are given up later, by an appointment made in the same transaction
(`hosting.rights`).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Row, and_, delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.db.addresses import Address, parse
from store.db.connections import make_sqlite
from store.db.files import PRIVATE, locked, make_folder
from store.league import entries as rows_of_entries
from store.league import seasons as rows_of_seasons
from store.privacy import purge
from store.privacy.purge import NOTES, Counts
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
    puzzle_results,
    rematch_votes,
    saved_loadouts,
    seasons,
    table_loadouts,
    vacations,
    watches,
)
from store.schema import people as rows_of_people
from store.share import DELETED, NOTICES
from store.tables import deadlines, people
from store.tables.deadlines import DEADLINES, Deadline, Owner

# The list of deletions beside the database: it outlives it, so that a backup which is put back forgets them again.
#
# A line of hexadecimal digits each (`store.privacy.deletion.digest_of`), and nothing that names anybody. It belongs
# into no backup of the database: it is to be newer than that.


DIGEST_BYTES = 16


def deletion_list_path(address: Address) -> Path:
    """Return the path of a database's list: beside a SQLite file; for PostgreSQL in the folder `data`."""
    where = parse(address)
    if isinstance(where, URL):
        return Path("data") / f"{where.database}.deletions"
    return where.with_name(where.name + ".deletions")


def read_deletions(path: Path) -> set[bytes]:
    """Return the digests in a list, without a line that was not written whole; empty if there is no list."""
    if not path.exists():
        return set()
    found = set()
    for line in path.read_text(encoding="ascii", errors="replace").splitlines():
        try:
            digest = bytes.fromhex(line)
        except ValueError:
            continue
        if len(digest) == DIGEST_BYTES:
            found.add(digest)
    return found


def list_deletion(path: Path, digests: Collection[bytes]) -> None:
    """Add missing digests to a list, to which other processes may add, too, and sync it to disk. Raises OSError."""
    if not set(digests) - read_deletions(path):
        return
    make_folder(path.parent)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE)
    try:
        with locked(descriptor):
            new = sorted(set(digests) - read_deletions(path))
            fresh = not os.fstat(descriptor).st_size
            # A line break first: one that was cut off ends there.
            text = (("" if fresh else "\n") + "".join(f"{each.hex()}\n" for each in new)).encode()
            while text and new:
                text = text[os.write(descriptor, text) :]
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if fresh and os.name == "posix":  # the name of the file is in its folder, which has to be on disk, too
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


FAREWELL = "farewell"
"""The appointment to give up what a deleted person held; its key is the person.

It holds `true` the first time, after which there is another one."""
RELEASE = "release"
"""The appointment to give up their seats and tables in a server; its key is `<server>:<person>`."""
AT_ONCE = 500
"""Most people in one statement: SQLite takes a few ten thousand values, PostgreSQL as many."""

_CHOSEN = (player_settings, saved_loadouts, vacations, imports, rows_of_blocks)
"""Tables with what people chose for themselves, in whatever server; with a name in one, it is why they are known."""

OWN = (
    *(player_settings, saved_loadouts, vacations, imports, exports, plans, prepared_answers, rematch_votes),
    *(table_loadouts, lessons, greetings, puzzle_results),
)
"""Tables whose rows are removed with the person in `person_id`."""

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
    return blake2b(key, digest_size=DIGEST_BYTES).digest()


async def delete_person(connection: AsyncConnection, person_id: int, at: datetime) -> bool:
    """Delete a person's names, choices and belongings; return whether there was such a person.

    Seats and tables are given up from `at` on (`FAREWELL`).
    """
    held = await people.hold(connection, {person_id})
    if person_id not in held:
        return False
    key = held[person_id]
    removed = await _remove(connection, person_id)
    await _rename_teams(connection, person_id)
    waiting = (outbox.c.kind == "private", outbox.c.channel_id == person_id)
    removed[outbox.name] += (await connection.execute(delete(outbox).where(*waiting))).rowcount
    await people.forget(connection, person_id, at)
    removed[rows_of_people.name] += 1  # the account: what is counted is scrubbed, too
    if key is not None:
        await connection.execute(insert(deletions), {"digest": digest_of(key), "at": at})
    await deadlines.put(connection, Deadline(FAREWELL, str(person_id), at, True))
    await purge.log(connection, "person", removed, at)
    _announce(connection, person_id)
    return True


async def forget_unknown(connection: AsyncConnection, person_ids: Collection[int], at: datetime) -> int:
    """Delete the accounts of people who no longer have a name in any server and have chosen nothing for themselves.

    Return how many were deleted. If they come back, they are new people.
    """
    found: set[int] = set()
    wanted = sorted(person_ids)
    for begin in range(0, len(wanted), AT_ONCE):
        some = set(wanted[begin : begin + AT_ONCE])
        some -= (await people.computers_among(connection, some)).keys()  # they stay, for all servers
        await people.hold(connection, some)
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
    _announce(connection, *found)
    return len(found)


async def remove_late(connection: AsyncConnection, person_id: int, at: datetime) -> None:
    await purge.log(connection, "person", await _remove(connection, person_id), at)


async def is_known(connection: AsyncConnection, person_id: int) -> bool:
    query = select(rows_of_people.c.id).where(rows_of_people.c.id == person_id, rows_of_people.c.account.is_not(None))
    return (await connection.execute(query)).scalar_one_or_none() is not None


async def again(connection: AsyncConnection, digests: Collection[bytes], at: datetime) -> list[int]:
    """Delete the people of a restored database whose deletions have these digests; return them."""
    if not (wanted := set(digests)):
        return []
    query = select(rows_of_people.c.id, rows_of_people.c.erasure_key).where(rows_of_people.c.account.is_not(None))
    rows = (await connection.execute(query.where(rows_of_people.c.erasure_key.is_not(None)))).all()
    found = [row.id for row in rows if digest_of(row.erasure_key) in wanted]
    for person_id in found:
        await delete_person(connection, person_id, at)
    return found


async def every(connection: AsyncConnection) -> set[bytes]:
    return {bytes(digest) for digest in (await connection.execute(select(deletions.c.digest))).scalars()}


def _announce(connection: AsyncConnection, *person_ids: int) -> None:
    """Have every process forget the names of deleted people."""
    connection.info.setdefault(NOTICES, set()).update((DELETED, each) for each in person_ids)


async def _rename_teams(connection: AsyncConnection, person_id: int) -> None:
    """Remove the names of teams that a person named: as a captain, and the same names in later seasons.

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
        for season_id, entry_ids in (await make_sqlite(len(rows), _same, rows, mine)).items():
            season = await rows_of_seasons.load(connection, season_id, to_change=True)
            if season is None:
                continue
            for each in await rows_of_entries.load(connection, entry_ids):
                await rows_of_entries.save(connection, season, replace(each, name=""))


def _same(rows: Sequence[Row[Any]], keys: Collection[str]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for row in rows:
        if rows_of_seasons.key_of(row.name) in keys:
            found.setdefault(row.season_id, []).append(row.id)
    return found


async def _remove(connection: AsyncConnection, person_id: int) -> Counts:
    removed: Counts = Counter()
    away = list((await connection.execute(select(vacations.c.id).where(vacations.c.person_id == person_id))).scalars())
    kinds = [kind for kind, whose in DEADLINES.items() if whose is Owner.PERSON and kind != FAREWELL]
    own = and_(appointments.c.kind.in_(kinds), appointments.c.key == str(person_id))
    # The server comes before the vacation.
    told = (appointments.c.key.like(f"%:{each}") for each in away)
    mine = or_(own, *(and_(appointments.c.kind == "vacation", each) for each in told))
    removed[appointments.name] += (await connection.execute(delete(appointments).where(mine))).rowcount
    # Keys of notes have the person behind the match.
    names = [name for name, whose in NOTES.items() if whose is Owner.MATCH]
    keys = (await connection.execute(select(notes.c.key))).scalars()
    behind = [key for key in keys if key.partition(":")[0] in names and key.split(":")[2:] == [str(person_id)]]
    removed[notes.name] += (await connection.execute(delete(notes).where(notes.c.key.in_(behind)))).rowcount
    await people.forget_blocks(connection, person_id)
    followed = (watches.c.kind == "player", watches.c.target_id == person_id)
    removed[watches.name] += (await connection.execute(delete(watches).where(*followed))).rowcount
    for table in OWN:
        removed[table.name] += (await connection.execute(delete(table).where(table.c.person_id == person_id))).rowcount
    return removed
