"""The SQLite file itself: who may read it, whether it is the one that was there before, whether it is whole, copies.

Seeds, sealed choices and plans are in it: what is made here belongs to its owner alone. SQLite gives the files beside
it (`-wal`, `-shm`) the same mode.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import stat
from collections.abc import Collection
from pathlib import Path

from store.engines import BUSY_TIMEOUT_S
from store.errors import DamagedError, MissingError, may_pass

PRIVATE = 0o600
PRIVATE_FOLDER = 0o700
_MAGIC = b"SQLite format 3\x00"
_HEADER, _PAGE_SIZE = 100, slice(16, 18)


def make(path: Path) -> None:
    """Make an empty database that only its owner may read, and the folders above it; it is there whole or not at all.

    It gets a number of its own (SQLite's `user_version`), by which it is known again.
    """
    make_folder(path.parent)
    partial = path.with_name(path.name + ".new")
    partial.unlink(missing_ok=True)
    _touch(partial)
    with contextlib.closing(sqlite3.connect(partial)) as connection:
        connection.execute(f"PRAGMA user_version = {new_identity()}")
    partial.replace(path)


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may look into, and those above it; one that is there stays as it is."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def new_identity() -> int:
    """Return a number for a database to be known by, never 0."""
    return secrets.randbelow(2**31 - 1) + 1


def loose(path: Path) -> list[Path]:
    """Return those of a database's files, or of any one file, that others may read or change."""
    if os.name != "posix":
        return []
    beside = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", ".lock"))]
    return [each for each in beside if each.exists() and stat.S_IMODE(each.stat().st_mode) & 0o077]


def examine(path: Path, remembered: Collection[int], lock: Path) -> None:
    """Look at what is there before it is opened, so that nobody begins afresh where a database was before.

    Args:
        path: Where the database should be.
        remembered: The numbers of the database that was there before; empty if none is known.
        lock: The file that remembers it, to be named.

    Raises:
        MissingError: It is gone, or empty.
        DamagedError: It is no database, or SQLite refuses its pages.
    """
    restore = "put a backup in its place"
    leftover = path.with_name(path.name + "-wal")
    if left := leftover.exists() and leftover.stat().st_size > 0:
        restore += f" and remove {leftover.name}"  # or SQLite would write what stands there into the backup
    if not path.exists():
        if left:
            raise MissingError(f"{path} is gone, and {leftover.name} is left of it: {restore}")
        if remembered:
            raise MissingError(f"{path} is gone: {restore}, or remove {lock} to begin afresh")
        return
    with path.open("rb") as file:
        begin = file.read(len(_MAGIC))
    if not begin:
        raise MissingError(f"{path} is empty: {restore}, or remove it and {lock.name} to begin afresh")
    if begin != _MAGIC:
        raise DamagedError(f"{path}: file is not a database; {restore}, or name another one in DATABASE")
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)) as connection:
        try:
            ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            if remembered and not tables:
                raise MissingError(f"{path} holds nothing any more: {restore}, or remove it and {lock.name}")
            # Every time: a disk loses bytes without a sign of it on the file. A gigabyte takes ten to thirty seconds.
            problems = [row[0] for row in connection.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
        except sqlite3.DatabaseError as error:
            if may_pass(error):  # locked, or no room
                raise
            problems = [str(error)]
        except UnicodeDecodeError as error:  # SQLite quotes a damaged schema, of which the driver makes no text
            problems = [str(error)]
    problems = _cut_off(path) + problems  # what SQLite says then is of what lies beyond the end
    if problems:
        told = " ".join(problems[0].split())
        raise DamagedError(f"{path} is damaged ({told}): {restore}; `python -m store check` says more")


def backup(source: Path, target: Path) -> None:
    """Copy a database while others read and write it; the copy is one moment of it, whole, or there is none.

    Only its owner may read the copy. The folder of the copy is made if there is none.

    Raises:
        FileNotFoundError: There is no source.
        MissingError: There is nothing in it: a copy would look like a backup.
        FileExistsError: The target exists; a backup replaces nothing.
        sqlite3.Error, OSError: It cannot be read, or there is no room; nothing is left behind.
    """
    if not source.is_file():
        raise FileNotFoundError(source)
    make_folder(target.parent)
    _touch(target)
    partial = target.with_name(target.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        _touch(partial)
        with (
            contextlib.closing(sqlite3.connect(source, timeout=BUSY_TIMEOUT_S)) as here,
            contextlib.closing(sqlite3.connect(partial)) as there,
        ):
            if here.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                raise MissingError(f"{source} holds nothing: there is nothing to copy")
            here.backup(there)
            there.execute(f"PRAGMA user_version = {-new_identity()}")  # a copy is known by the sign
        partial.replace(target)
    except BaseException:
        for left in (partial, target):
            left.unlink(missing_ok=True)
        raise


def scrub(path: Path) -> None:
    """Write a database anew, so that nothing is left in it of what was removed, nor in the files beside it.

    `secure_delete` overwrites rows where they are removed, but a page that was rebuilt before, because it was full, may
    still hold a copy of rows that moved to another one.

    Raises:
        sqlite3.OperationalError: Other processes use it all the time, or there is no room for a second copy.
    """
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)) as connection:
        connection.execute("VACUUM")
        _checkpoint(connection)


def checkpoint(path: Path) -> None:
    """Bring everything that was written into the database itself, and leave nothing in the log beside it.

    Raises:
        sqlite3.OperationalError: Other processes read it all the time.
    """
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)) as connection:
        _checkpoint(connection)


def _checkpoint(connection: sqlite3.Connection) -> None:
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise sqlite3.OperationalError("database is locked: others read it all the time")


def damage(source: Path) -> list[str]:
    """Return what SQLite itself finds wrong with a file: broken pages and indexes, references to nothing."""
    found = _cut_off(source)
    with contextlib.closing(sqlite3.connect(source, timeout=BUSY_TIMEOUT_S)) as here:
        try:
            found += [row[0] for row in here.execute("PRAGMA integrity_check") if row[0] != "ok"]
            for table, row, parent, _ in here.execute("PRAGMA foreign_key_check"):
                found.append(f"{table}: row {row} refers to no row of {parent}")
        except sqlite3.DatabaseError as error:
            found.append(str(error))
    return found


def _cut_off(path: Path) -> list[str]:
    """Return that the end of a file is missing, where it does; SQLite overlooks that the last page is not whole.

    While others write, and after they were killed at that, what is missing stands in the log beside it.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER)
        size = file.seek(0, os.SEEK_END)
    page = int.from_bytes(header[_PAGE_SIZE], "big")
    page = 65536 if page == 1 else page
    log = path.with_name(path.name + "-wal")
    if not page or size % page == 0 or (log.exists() and log.stat().st_size > 0):
        return []
    return [f"its last page is cut off: {size % page} of {page} bytes are there"]


def _touch(path: Path) -> None:
    """Make a file that only its owner may read. Raises FileExistsError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
