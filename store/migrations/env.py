"""Alembic runs this file for every command; the connection comes from `store.db.migrate`."""

from __future__ import annotations

from alembic import context

from store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter most of a table: Alembic copies it
)
with context.begin_transaction():
    context.run_migrations()
