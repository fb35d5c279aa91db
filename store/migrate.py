"""Brings a database to the schema of this version, step by step (Alembic)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from store.errors import UnknownSchemaError

SCRIPTS = Path(__file__).parent / "migrations"


def head() -> str:
    """Return the revision that this version needs."""
    revision = _scripts().get_current_head()
    if revision is None:
        raise AssertionError(f"no migrations in {SCRIPTS}")
    return revision


def known(found: str | None) -> bool:
    """Return whether a revision is the one that this version needs, or one that leads there; None is an empty one's."""
    return found is None or found in {each.revision for each in _scripts().walk_revisions()}


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(SCRIPTS))  # reads and compiles every migration


def revision(connection: Connection) -> str | None:
    """Return the revision that a database has, or None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing, in the transaction of the connection.

    Raises:
        UnknownSchemaError: There is no way from the schema that the database has.
    """
    found = revision(connection)
    if found == head():
        return
    if not known(found):
        raise UnknownSchemaError(f"the schema is {found}, of a newer version than this one, which knows {head()}")
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
