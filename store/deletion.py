"""Deleting a person: what names them goes, and what they did stays with a number that leads nowhere.

That it was done must outlive the database: a backup still knows the person. So each deletion has a digest, which a file
beside the database holds, too (`store.deletion_list`). It is a hash of the account, with a key that the person's row
has had from its beginning and that is deleted with it: a backup has both, so that the person is found again in it
(`again`); to those who have the file, or the file and the database of today, it tells nothing of any account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from hashlib import blake2b

from sqlalchemy import ColumnElement, Table, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store import people, purge, seeks
from store.purge import DEADLINES, NOTES, Counts, Owner
from store.schema import (
    blocks,
    deadlines,
    deletions,
    exports,
    imports,
    notes,
    outbox,
    plans,
    player_settings,
    prepared_answers,
    rematch_votes,
    saved_loadouts,
    table_loadouts,
    vacations,
    watches,
)
from store.schema import people as rows_of_people

DIGEST_BYTES = 16

_OWN = (
    *(player_settings, saved_loadouts, vacations, imports, exports, plans, prepared_answers, rematch_votes),
    *(blocks, watches, table_loadouts),
)
"""Tables whose rows go with the person who is named in `person_id`."""

STAYING = frozenset(
    (
        *("match_seats", "events", "requests", "audit_log", "corrections", "silence_log", "table_seats"),
        *("seeks", "pairing_seats"),  # closed
        *("person_totals", "pairs", "rating_changes", "ratings"),
    )
)
"""Tables whose rows tell of what others took part in: they stay, with a number that leads nowhere."""


def digest_of(account: int, key: bytes) -> bytes:
    """Return by what the deletion of an account is known again."""
    return blake2b(account.to_bytes(8, "big"), key=key, digest_size=DIGEST_BYTES).digest()


async def delete_person(connection: AsyncConnection, person_id: int, at: datetime) -> bytes | None:
    """Delete what names a person and what they chose or left; return the digest, None if there is no such person.

    Seats at tables that gather players, and in matches that go on, are the caller's business (`hosting.rights`).
    """
    query = select(rows_of_people.c.account, rows_of_people.c.erasure_key).where(rows_of_people.c.id == person_id)
    found = (await connection.execute(query)).one_or_none()
    if found is None or found.account is None or found.erasure_key is None:
        return None
    digest = digest_of(found.account, found.erasure_key)
    removed: Counts = Counter()
    await _forget_appointments(connection, person_id)
    await seeks.close(connection, [each.id for each in await seeks.of_person(connection, None, person_id, at)])
    for table in _OWN:
        removed[table.name] += (await connection.execute(delete(table).where(_about(table, person_id)))).rowcount
    waiting = (outbox.c.kind == "private", outbox.c.channel_id == person_id)
    removed[outbox.name] += (await connection.execute(delete(outbox).where(*waiting))).rowcount
    await people.forget(connection, person_id, at)
    nothing = update(rows_of_people).where(rows_of_people.c.id == person_id).values(erasure_key=None)
    await connection.execute(nothing)
    await connection.execute(insert(deletions), {"digest": digest, "at": at})
    await purge.log(connection, "person", removed, at)
    return digest


async def is_known(connection: AsyncConnection, person_id: int) -> bool:
    """Return whether there is a person with a number, who was not deleted."""
    query = select(rows_of_people.c.id).where(rows_of_people.c.id == person_id, rows_of_people.c.account.is_not(None))
    return (await connection.execute(query)).scalar_one_or_none() is not None


async def again(connection: AsyncConnection, digests: Collection[bytes], at: datetime) -> int:
    """Delete the persons of a restored database whose deletion is known by these digests; return how many."""
    known = select(rows_of_people).where(rows_of_people.c.account.is_not(None))
    wanted, count = set(digests), 0
    for row in (await connection.execute(known)).all():
        if row.erasure_key is not None and digest_of(row.account, row.erasure_key) in wanted:
            await delete_person(connection, row.id, at)
            count += 1
    return count


async def every(connection: AsyncConnection) -> set[bytes]:
    """Return the digests of all deletions."""
    return {bytes(digest) for digest in (await connection.execute(select(deletions.c.digest))).scalars()}


def _about(table: Table, person_id: int) -> ColumnElement[bool]:
    """Return what tells the rows of a table that go with a person: theirs, and those of others that are about them."""
    if table is blocks:
        return or_(blocks.c.person_id == person_id, blocks.c.blocked_id == person_id)
    if table is watches:
        followed = (watches.c.kind == "player") & (watches.c.target_id == person_id)
        return or_(watches.c.person_id == person_id, followed)
    own: ColumnElement[bool] = table.c.person_id == person_id
    return own


async def _forget_appointments(connection: AsyncConnection, person_id: int) -> None:
    away = list((await connection.execute(select(vacations.c.id).where(vacations.c.person_id == person_id))).scalars())
    for owner, numbers in ((Owner.PERSON, [person_id]), (Owner.VACATION, away)):
        kinds = [kind for kind, whose in DEADLINES.items() if whose is owner]
        mine = (deadlines.c.kind.in_(kinds), deadlines.c.key.in_(list(map(str, numbers))))
        await connection.execute(delete(deadlines).where(*mine))
    # Keys of notes have the person behind the match.
    names = [name for name, whose in NOTES.items() if whose is Owner.MATCH]
    keys = (await connection.execute(select(notes.c.key))).scalars()
    mine_too = [key for key in keys if key.partition(":")[0] in names and key.split(":")[2:] == [str(person_id)]]
    await connection.execute(delete(notes).where(notes.c.key.in_(mine_too)))
