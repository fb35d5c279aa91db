"""Brings a database to the schema of this version: an empty one at once, an older one step by step (Alembic).

Most starts find the current schema, and `python -m store check` changes nothing: Alembic, which takes as long to import
as the rest of the store, is only imported for a migration.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect

from store.db.addresses import StoreError
from store.schema import metadata

SCRIPTS = Path(__file__).parents[1] / "migrations"
_SCRIPT = re.compile(r"v(?P<revision>\d{4})_\w+")


def head() -> str:
    return max(revisions())


@cache
def revisions() -> frozenset[str]:
    names = [_SCRIPT.fullmatch(path.stem) for path in (SCRIPTS / "versions").glob("*.py")]
    return frozenset(name["revision"] for name in names if name)


def revision(connection: Connection) -> str | None:
    """Return the database's revision, or None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()
    return found


def has_table(connection: Connection, name: str) -> bool:
    return inspect(connection).has_table(name)


def needs_steps(connection: Connection) -> bool:
    """Return whether there is an older schema from which steps lead to this version's."""
    found = revision(connection)
    return found is not None and found != head() and no_way(found) is None


def obstacle(connection: Connection) -> str | None:
    """Return why this version cannot read a database, and what to do; None if it can."""
    found = revision(connection)
    if found is None:
        return "there's nothing in it yet: the bot was never started with it, or a backup belongs in its place"
    if found == head():
        return None
    return no_way(found) or f"the schema is {found}, this version needs {head()}: python -m store upgrade"


def no_way(found: str) -> str | None:
    """Return why no step leads from a revision to this version's; None if some do."""
    if found in revisions():
        return None
    if found < min(revisions()):
        return f"the schema is {found}, older than the first release: start with a new database"
    return f"the schema is {found}, newer than this version knows ({head()})"


def upgrade(connection: Connection) -> None:
    """Make the schema, or run the missing steps, in the transaction of the connection.

    Raises:
        StoreError: No step starts from the database's schema.
    """
    found = revision(connection)
    if found == head():
        return
    if found is not None and (obstacle := no_way(found)) is not None:
        raise StoreError(obstacle)
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if found is None:
        metadata.create_all(connection, checkfirst=False)
        command.stamp(config, "head")
    else:
        command.upgrade(config, "head")
