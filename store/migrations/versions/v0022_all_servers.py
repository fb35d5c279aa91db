"""Who agreed to ratings of all servers, and room for what counts there: results have their server in the key.

Revision ID: 0022
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import append_only
from store.errors import MigrationError

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_BEFORE = ("match_id", "revision", "seat")
_AFTER = ("match_id", "guild_id", "revision", "seat")


def upgrade() -> None:
    """Add the column, and change the key."""
    op.add_column("player_settings", sa.Column("all_servers", sa.Boolean(), nullable=False, server_default=sa.false()))
    _change_key(_BEFORE, _AFTER)


def downgrade() -> None:
    """Take both back.

    Raises:
        MigrationError: There are results of all servers.
    """
    results = sa.table("results", sa.column("guild_id"))
    if op.get_bind().execute(sa.select(results.c.guild_id).where(results.c.guild_id == 0).limit(1)).first() is not None:
        raise MigrationError("ratings of all servers would be lost: put a backup from before in the database's place")
    _change_key(_AFTER, _BEFORE)
    op.drop_column("player_settings", "all_servers")


def _change_key(old: tuple[str, ...], new: tuple[str, ...]) -> None:
    """Give `results` another primary key. SQLite has to copy the table for that: it is made of its own words."""
    if op.get_context().dialect.name != "sqlite":
        op.drop_constraint("pk_results", "results", type_="primary")
        op.create_primary_key("pk_results", "results", list(new))
        return
    execute = op.get_bind().exec_driver_sql
    known = (
        "SELECT type, sql FROM sqlite_master WHERE tbl_name = 'results' AND type IN ('table', 'index') AND sql <> ''"
    )
    found = [(kind, sql) for kind, sql in execute(known)]
    (table,) = (sql for kind, sql in found if kind == "table")
    name, body = table.split("(", 1)
    keys = [f"PRIMARY KEY ({', '.join(names)})" for names in (old, new)]
    if keys[0] not in body:
        raise MigrationError(f"the table results was not made by this program: {table}")
    execute(f"{name.replace('results', 'results_after')}({body.replace(*keys)}")
    execute("INSERT INTO results_after SELECT * FROM results")
    execute("DROP TABLE results")  # with its indexes and guards
    execute("ALTER TABLE results_after RENAME TO results")
    for kind, sql in found:
        if kind == "index":
            execute(sql)
    append_only(execute, "sqlite", "results")
