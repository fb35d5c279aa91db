"""Put a backup in the place of the database: `python -m store restore FILE`.

What was there is kept: a SQLite file under another name, a PostgreSQL database as a backup of its own. The deletions of
people since the backup are repeated at once, so that nobody who was deleted is back even before the bot starts.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from store.database import Database
from store.db import backups, files, migrate
from store.db.addresses import StoreError, shown
from store.db.files import FileLock, SessionLock
from store.privacy import deletion
from store.schema import matches
from store.tables import outages

# ruff: noqa: ASYNC240 - nothing else runs in this loop

MOST_NAMED = 20
"""Matches whose numbers are named."""
_BESIDE = ("", "-wal", "-shm")
"""Ends of the names of the files that make a SQLite database."""
_FOREIGN = "isn't a backup of this bot's database"


@dataclass(frozen=True, slots=True)
class State:
    """How far a database got.

    Attributes:
        last: The last sign of life, or the last turn if that is later; None if there is none.
        seqs: The number of the last event of each match.
    """

    last: datetime | None
    seqs: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did.

    Attributes:
        before: How far what was there before got; None if it could not be read, or there was nothing.
        now: How far what was restored got.
        aside: Where what was there is kept; None if there was nothing.
        deleted: How many deletions of people were repeated.
    """

    before: State | None
    now: State
    aside: Path | None
    deleted: int


async def restore(address: Path | URL, file: Path, listed: Path, folder: Path) -> Restored:
    """Put a backup in the place of a database that no process works with.

    `listed` is the list of deletions, and `folder` the one for backups.

    Raises:
        FileNotFoundError: There is no backup.
        StoreError: Another process has the database, or the backup cannot be restored; nothing has changed.
        DBAPIError, OSError: The database or a file cannot be used.
    """
    if not file.is_file():
        raise FileNotFoundError(f"there's no file {file}")
    if isinstance(address, Path):
        return await _restore_file(address, file, listed)
    return await _restore_server(address, file, listed, folder)


async def _restore_file(path: Path, file: Path, listed: Path) -> Restored:
    if path.exists() and path.samefile(file):
        raise StoreError(f"{file} is the database itself")
    lock = FileLock(path)
    path = lock.database
    fresh = path.with_name(path.name + ".restored")
    try:
        fresh.unlink(missing_ok=True)
        _copy(file, fresh)
        if (obstacle := await _obstacle(fresh)) is not None:
            raise StoreError(f"{file} can't be restored: {obstacle}")
        before = await _present(path, listed)
        aside = _put_aside(path)
        try:
            fresh.replace(path)
            opened = await Database.open(path, lock=lock)
        except BaseException:
            for end in _BESIDE:  # or SQLite would write what lies beside the new one into the old one
                path.with_name(path.name + end).unlink(missing_ok=True)
            if aside is not None:
                _rename(aside, path)
            raise
    except BaseException:
        fresh.unlink(missing_ok=True)
        lock.release()
        raise
    return await _finished(opened, before, aside, listed)


def _copy(file: Path, fresh: Path) -> None:
    try:
        if problems := files.damage(file):
            raise StoreError(f"{file} is damaged ({' '.join(problems[0].split())}): choose another backup")
        files.backup(file, fresh)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise StoreError(f"{file} can't be restored: {error}") from error


def _put_aside(path: Path) -> Path | None:
    """Give the files of a database other names, too or instead, if there are any; return that of the first.

    Where it is one file alone, it stays under its own name until the new one takes that: there is a database at every
    moment, whenever the machine fails.
    """
    aside = _unused(path.parent, f"{path.name}.", "")
    if path.exists() and not any(path.with_name(path.name + end).exists() for end in _BESIDE[1:]):
        with contextlib.suppress(OSError):  # this disk's files have one name each
            aside.hardlink_to(path)
            return aside
    return aside if _rename(path, aside) else None


def _unused(folder: Path, stem: str, suffix: str) -> Path:
    """Return where to put what a restore replaces."""
    return backups.unused(folder, f"{stem}before-restore-{backups.stamp(datetime.now(UTC))}", suffix, _BESIDE)


def _rename(path: Path, new: Path) -> bool:
    existing = [end for end in _BESIDE if path.with_name(path.name + end).exists()]
    for end in existing:
        path.with_name(path.name + end).replace(new.with_name(new.name + end))
    return bool(existing)


async def _restore_server(address: URL, file: Path, listed: Path, folder: Path) -> Restored:
    lock = SessionLock(address)
    try:
        await lock.take()
        version = await backups.server_version(address)
        candidates = await backups.programs("pg_restore", version)
        copy = await backups.contents(file, candidates)
        revision = await backups.schema_of(copy, file)
        if (obstacle := _FOREIGN if revision is None else migrate.no_way(revision)) is not None:
            raise StoreError(f"{file} can't be restored: {obstacle}")
        exists, statements = await removal(address)
        before, aside = None, None
        if exists:
            before = await _present(address, listed)
            aside = _unused(folder, f"{address.database}-", ".dump")
            await backups.backup(address, aside)
        await backups.restore_dump(address, version, copy, file, statements)
        opened = await Database.open(address, lock=lock)
    except BaseException:
        await lock.release()
        raise
    return await _finished(opened, before, aside, listed)


_TABLES = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
_REMOVALS = (
    (
        "SELECT format('DROP TABLE IF EXISTS %I.%I CASCADE', schemaname, tablename) FROM pg_tables"
        " WHERE schemaname = current_schema()"
    ),
    (  # those of the tables that may only be added to (`store.schema.base`)
        "SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc"
        " WHERE pronamespace = current_schema()::regnamespace AND prorettype = 'trigger'::regtype"
        " AND right(proname, 12) = '_append_only'"
    ),
)


async def removal(address: URL) -> tuple[bool, Sequence[str]]:
    """Return whether there is anything in a PostgreSQL database, and the statements that remove it.

    Raises:
        StoreError: There are tables, but not this program's.
    """
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            tables = list((await connection.exec_driver_sql(_TABLES)).scalars())
            if tables and "alembic_version" not in tables:
                raise StoreError(f"{shown(address)} has tables of another program ({tables[0]}): name another database")
            found = [(await connection.exec_driver_sql(each)).scalars().all() for each in _REMOVALS]
    finally:
        await database.close()
    return bool(tables), [statement for each in found for statement in each]


async def _obstacle(fresh: Path) -> str | None:
    database = await Database.connect(fresh)
    try:
        async with database.read() as connection:
            revision = await connection.run_sync(migrate.revision)
    finally:
        await database.close()
    return _FOREIGN if revision is None else migrate.no_way(revision)


async def _present(address: Path | URL, listed: Path) -> State | None:
    """Return how far the database that is about to be replaced got, and list the deletions that only it knows."""
    # SQLite would take what lies beside a file that is no database for its own, and remove it.
    if isinstance(address, Path) and not (address.exists() and files.is_database(address)):
        return None
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            known = await deletion.every(connection)
            found = await _state(connection)
    except (DBAPIError, ValueError, TypeError):  # it is damaged: that may be why it is replaced
        return None
    finally:
        await database.close()
    deletion.list_deletion(listed, known)
    return found


async def _state(connection: AsyncConnection) -> State:
    moved = (await connection.execute(select(func.max(matches.c.moved_at)))).scalar_one_or_none()
    known = [each for each in (await outages.alive(connection), moved) if each is not None]
    rows = await connection.execute(select(matches.c.id, matches.c.seq))
    return State(max(known, default=None), {row.id: row.seq for row in rows})


async def _finished(opened: Database, before: State | None, aside: Path | None, listed: Path) -> Restored:
    try:
        async with opened.read() as connection:
            now = await _state(connection)
        async with opened.write(long=True) as connection:
            again = await deletion.again(connection, deletion.read_deletions(listed), datetime.now(UTC))
        if again:
            await opened.scrub()
    finally:
        await opened.close()
    return Restored(before, now, aside, len(again))


def summary(done: Restored, file: Path) -> list[str]:
    """Return what an operator reads after a restore, a line each."""
    lines = [f"restored {file}"]
    before, now = done.before, done.now
    if before is None:
        if done.aside is not None:
            lines.append("what was there can't be read, so what was lost since the backup isn't known")
    elif before.last is None or (now.last is not None and before.last <= now.last):
        lines.append("nothing newer was there")
    else:
        begin = "the beginning" if now.last is None else _time(now.last)
        span = "" if now.last is None else f" ({str(before.last - now.last).partition('.')[0]})"
        lines.append(f"lost: everything from {begin} to {_time(before.last)}, the last sign of life{span}")
    if before is not None:
        moved = [each for each, seq in sorted(before.seqs.items()) if each in now.seqs and seq > now.seqs[each]]
        begun = sorted(before.seqs.keys() - now.seqs.keys())
        lines += [f"matches that went on since the backup: {_numbers(moved)}"] if moved else []
        lines += [f"matches that began since the backup: {_numbers(begun)}"] if begun else []
    lines += [f"deletions of people repeated: {done.deleted}"] if done.deleted else []
    if done.aside is not None:
        lines.append(f"what was there is kept until you delete it; to go back: python -m store restore {done.aside}")
    return lines


def _time(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _numbers(found: Sequence[int]) -> str:
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return ", ".join(map(str, found[:MOST_NAMED])) + more
