"""The address of the database (a path, or an address with `://`), and the errors of a store that cannot be used."""

from __future__ import annotations

import errno
import re
import sqlite3
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

# Why a store cannot be used.
#
# StoreError                trying again would not help: its words say what is wrong
# ├── AddressError          the setting names no database that can be used
# └── InUseError            another process works with it
#     └── LostError         and with what this one had
# UnreachableError          it may be there again in a moment
#
# Each is one line that says what to do. Passwords never stand in one.


_LASTING = ("28", "3D", "42")
"""Classes of PostgreSQL's error codes: connecting, databases, privileges."""
_AWAY = ("08", "57P", "55P03", "40P01")
"""Of PostgreSQL's error codes: connections, what an operator does with a server, and rows that others lock for long."""
_NO_ROOM = "53100"
"""PostgreSQL's error code for a full disk."""
_PASSING = frozenset((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR))
"""SQLite's error codes for what may be over in a moment."""


_ELSEWHERE = frozenset(("26000", "42P05"))
"""PostgreSQL's error codes for a prepared statement that is missing, or there already."""
POOLED = (
    "is behind a pooler that changes sessions between transactions, so no lock lasts: name the server itself in "
    "DATABASE, or have the pooler keep a session for each connection"
)
"""What follows the address of such a database."""


class StoreError(RuntimeError):
    """The database cannot be used as it is; starting again would not help."""


class AddressError(StoreError, ValueError):
    """The setting names no database that can be used."""


class InUseError(StoreError):
    """Another process works with the database."""


class LostError(InUseError):
    """Another process works with what this one had: the database, or its set of shards."""


class UnreachableError(OSError):
    """The database cannot be reached at the moment."""


def is_lasting(error: DBAPIError) -> bool:
    """Return whether the database's error stays until an operator changes something."""
    code: str | None = getattr(error.orig, "sqlstate", None)
    if code is not None:
        return code.startswith(_LASTING)
    if is_full(error):
        return True
    # A file that cannot be opened, or is locked, may be free in a moment; what is no database stays none.
    if (number := _sqlite_code(error.orig)) is not None:
        return number not in _PASSING
    return not isinstance(error, OperationalError) and not error.connection_invalidated


def is_away(error: BaseException | None) -> bool:
    """Return whether an error means that the database's server cannot be reached, or has ended a connection."""
    if isinstance(error, DBAPIError):
        code: str = getattr(error.orig, "sqlstate", None) or ""
        return error.connection_invalidated or code.startswith(_AWAY)
    return isinstance(error, UnreachableError)


def is_pooled(error: BaseException) -> bool:
    """Return whether an error means that a pooler has given a connection another session of the server."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _ELSEWHERE


def is_full(error: BaseException | None) -> bool:
    """Return whether an error means that no room is left on the disk."""
    if isinstance(error, DBAPIError):
        error = error.orig
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return True
    if getattr(error, "sqlstate", None) == _NO_ROOM:
        return True
    return _sqlite_code(error) == sqlite3.SQLITE_FULL


def refuses_encryption(error: BaseException, address: Path | URL) -> bool:
    """Return whether a server does not encrypt connections, though its address demands it."""
    demanded = isinstance(address, URL) and address.query.get("ssl") in _ENCRYPTED
    return demanded and isinstance(error, ConnectionError) and "rejected SSL upgrade" in str(error)


def may_pass(error: sqlite3.Error) -> bool:
    """Return whether SQLite's error may be gone in a moment, or when there is room."""
    return _sqlite_code(error) in _PASSING or is_full(error)


def _sqlite_code(error: object) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


Address: TypeAlias = str | Path | URL
"""A path, an address as it is written in a setting, or one that was read (`parse`)."""

_POSTGRESQL = frozenset({"postgres", "postgresql", "postgresql+asyncpg"})
_SQLITE = frozenset({"sqlite", "sqlite+aiosqlite"})
_NO_ADDRESS = "not an address: postgresql://user:password@host:5432/database is one"
_SSL_MODES = frozenset({"disable", "allow", "prefer", "require", "verify-ca", "verify-full"})
_ENCRYPTED = frozenset({"require", "verify-ca", "verify-full"})
_MISSPELT = re.compile(r"[A-Za-z][A-Za-z0-9+]+:|postgres[a-z+]*//|[^/\\]*:[^/\\]*@")
"""How an address without its `://` begins, such as `postgresql:/…` or `user:password@…`; a drive is one letter."""


def parse(address: Address) -> Path | URL:
    """Return the path of a SQLite file, or a PostgreSQL address for SQLAlchemy.

    Raises:
        AddressError: It is neither; the message leaves out the address, which may contain a password.
    """
    if isinstance(address, Path):
        return address
    if isinstance(address, str) and "://" not in address:
        if not address.strip():
            raise AddressError("an empty path")
        if _MISSPELT.match(address):  # or its password would be the name of a folder
            raise AddressError(_NO_ADDRESS)
        return Path(address)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise AddressError(_NO_ADDRESS) from None
    if url.drivername in _SQLITE:
        if url.host or not url.database or url.database == ":memory:":
            raise AddressError("name a SQLite file by its path, such as data/arena.db")
        return Path(url.database)
    if url.drivername not in _POSTGRESQL:
        raise AddressError("must be the path of a SQLite file, or an address that begins with postgresql://")
    if not url.database:
        raise AddressError("the address lacks the database's name: postgresql://user:password@host:5432/database")
    url = url.set(drivername="postgresql+asyncpg")
    mode = url.query.get("sslmode")
    if mode is None:
        return url
    if mode not in _SSL_MODES:
        raise AddressError(f"sslmode is one of {', '.join(sorted(_SSL_MODES))}")
    return url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})


def shown(address: Address) -> str:
    """Return an address fit to be printed: no password, and of a query only the folder of a socket."""
    parsed = parse(address)
    if isinstance(parsed, Path):
        return str(parsed)
    port = "" if parsed.port is None else f":{parsed.port}"
    user = "" if parsed.username is None else f"{parsed.username}@"
    socket = parsed.query.get("host")
    folder = f"?host={socket}" if isinstance(socket, str) else ""  # libpq reads it, too: what is shown can be copied
    return f"postgresql://{user}{parsed.host or ''}{port}/{parsed.database}{folder}"
