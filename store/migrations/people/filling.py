"""Writes whom a database knows into its tables of people."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa

from store.checksums import checksum
from store.dialects import Id, UtcDateTime
from store.migrations.people.found import Found
from store.migrations.people.parts import PAGE

_PEOPLE = sa.table(
    "people",
    sa.column("id", Id),
    sa.column("account", sa.BigInteger()),
    sa.column("kind", sa.String()),
    sa.column("created_at", UtcDateTime()),
    sa.column("checksum", sa.LargeBinary()),
)
_NAMES = sa.table(
    "member_names",
    sa.column("guild_id", sa.BigInteger()),
    sa.column("person_id", sa.BigInteger()),
    sa.column("name", sa.String()),
)


def fill(connection: sa.Connection, found: Found) -> dict[int, int]:
    """Write everybody who was found, and their names; return the persons by account.

    They are numbered in the order of their accounts, as nothing else is certain of all of them.
    """
    first = min((at for at in found.since.values() if at is not None), default=datetime.now(UTC))
    everybody = []
    for account in sorted(found.since):
        at = found.since[account] or first
        covered = checksum([account, "human", at, None])  # nobody was deleted yet
        everybody.append({"account": account, "kind": "human", "created_at": at, "checksum": covered})
    _insert(connection, _PEOPLE, everybody)
    persons = {row.account: row.id for row in connection.execute(sa.select(_PEOPLE.c.id, _PEOPLE.c.account))}
    named = [
        {"guild_id": guild_id, "person_id": persons[account], "name": name}
        for (guild_id, account), (_, name) in sorted(found.names.items())
    ]
    _insert(connection, _NAMES, named)
    return persons


def _insert(connection: sa.Connection, table: sa.TableClause, rows: list[dict[str, object]]) -> None:
    for first in range(0, len(rows), PAGE):
        connection.execute(sa.insert(table), rows[first : first + PAGE])
