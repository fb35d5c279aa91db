"""Why a store cannot be used.

StoreError                trying again would not help
├── AddressError          the setting names no database that can be used
├── UnknownSchemaError    written by a newer version
├── InUseError            another process works with it
├── MissingError          the file, or what was in it, is gone
├── DamagedError          SQLite itself refuses the file's pages
└── MigrationError        what is stored does not allow for the schema of this version
UnreachableError          it may be there again in a moment

Each is one line that says what to do. Passwords never stand in one.
"""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, OperationalError

_LASTING = ("28", "3D", "42")
"""Classes of PostgreSQL's error codes: who may connect, which databases there are, who may do what."""


class StoreError(RuntimeError):
    """The database cannot be used as it is; starting again would not help."""


class AddressError(StoreError, ValueError):
    """The setting names no database that can be used."""


class UnknownSchemaError(StoreError):
    """The database was written by a newer version, whose schema this one does not know."""


class InUseError(StoreError):
    """Another process works with the database."""


class MissingError(StoreError):
    """There is nothing where a database was before."""


class DamagedError(StoreError):
    """The pages of the file are broken."""


class MigrationError(StoreError):
    """What is stored does not allow for the schema of this version; nothing was changed."""


class UnreachableError(OSError):
    """The database cannot be reached at the moment."""


def is_lasting(error: DBAPIError) -> bool:
    """Return whether what the database said stays so until an operator changes something."""
    code: str | None = getattr(error.orig, "sqlstate", None)
    if code is not None:
        return code.startswith(_LASTING)
    # A file that cannot be opened, or is locked, may be free in a moment; what is no database stays none.
    return not isinstance(error, OperationalError) and not error.connection_invalidated
