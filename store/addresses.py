"""Where the database is: a path is a SQLite file, anything with `://` an address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from store.errors import AddressError

Address: TypeAlias = str | Path | URL
"""A path, an address as it is written in a setting, or one that was read (`parse`)."""

_POSTGRESQL = frozenset({"postgres", "postgresql", "postgresql+asyncpg"})
_SQLITE = frozenset({"sqlite", "sqlite+aiosqlite"})
_NO_ADDRESS = "not an address: postgresql://user:password@host:5432/database is one"
_SSL_MODES = frozenset({"disable", "allow", "prefer", "require", "verify-ca", "verify-full"})
_MISSPELT = re.compile(r"[A-Za-z][A-Za-z0-9+]+:|postgres[a-z+]*//|[^/\\]*:[^/\\]*@")
"""How an address without its `://` begins, such as `postgresql:/…` or `user:password@…`; a drive is one letter."""


def parse(address: Address) -> Path | URL:
    """Return the path of a SQLite file, or the address of a PostgreSQL database in the form that SQLAlchemy reads.

    Raises:
        AddressError: It is neither; the message does not hold the address, of which a password may be a part.
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
            raise AddressError("a SQLite file is named by its path, such as data/arena.db")
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
    """Return what may be printed of where the database is: no password, and of a query only the folder of a socket."""
    parsed = parse(address)
    if isinstance(parsed, Path):
        return str(parsed)
    port = "" if parsed.port is None else f":{parsed.port}"
    user = "" if parsed.username is None else f"{parsed.username}@"
    socket = parsed.query.get("host")
    folder = f"?host={socket}" if isinstance(socket, str) else ""  # libpq reads it, too: what is shown can be copied
    return f"postgresql://{user}{parsed.host or ''}{port}/{parsed.database}{folder}"
