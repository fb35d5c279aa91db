"""The rewriting of a whole database: persons in place of accounts, in every table, and a look at what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any

import sqlalchemy as sa

from store.errors import MigrationError
from store.migrations.people.filling import fill
from store.migrations.people.found import BOT, find
from store.migrations.people.parts import ADVICE, PARTS, Part, rows, table_of
from store.migrations.people.persons import SMALLEST, Persons, long_numbers
from store.migrations.people.writing import Writer, listed

_KEYED = ("deadlines", "notes")
"""Tables with an account in a text that is their key."""
_PEOPLE = ("people", "member_names")
"""Where accounts and names stand from now on."""


def move(connection: sa.Connection) -> dict[int, int]:
    """Write everybody into the tables of people and rewrite all others; return the persons by account.

    Raises:
        AlteredError: Events are not what was written.
    """
    found = find(connection)
    numbers = fill(connection, found)
    persons, writer = Persons(found, numbers), Writer(connection)
    for part in PARTS:
        if part.table in _KEYED:
            _move_keyed(connection, part, persons)
        else:
            writer.rewrite(part, (*part.accounts, *part.data, *part.also), partial(persons.changed, part))
    writer.finish()
    return numbers


def _move_keyed(connection: sa.Connection, part: Part, persons: Persons) -> None:
    """Rewrite the rows of a table whose keys may change: they are taken out, and put in again as they are to be."""
    more = ("due_at",) if part.table == "deadlines" else ()
    table = table_of(part, *more)
    before = list(rows(connection, table, part.key))
    after: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in before:
        new = {**row, **persons.changed(part, row), "key": persons.key(part, row)}
        after.setdefault(tuple(new[name] for name in part.key), new)
    connection.execute(sa.delete(table))
    if after:
        connection.execute(sa.insert(table), list(after.values()))


def check(connection: sa.Connection, numbers: Mapping[int, int]) -> None:
    """Look whether an account is still stored outside the tables of people, or a person who does not exist.

    Numbers that are too small for ids of Discord's are looked for where people stand: they may say anything elsewhere.

    Raises:
        MigrationError: There is one.
    """
    left = [*_strangers(connection), *_accounts(connection, {each for each in numbers if each >= SMALLEST})]
    if left:
        raise MigrationError(f"people are left whom no rule knows ({listed(left)}); {ADVICE}")


def _strangers(connection: sa.Connection) -> Iterator[str]:
    """Give the columns with people who do not exist."""
    people = sa.table("people", sa.column("id"))
    for part in PARTS:
        table = table_of(part)
        for name in part.accounts:
            there = sa.exists().where(people.c.id == table.c[name])
            query = sa.select(table.c[name]).where(table.c[name] != BOT, ~there).limit(1)
            for person in connection.execute(query).scalars():
                yield f"{part.table}.{name}: nobody is {person}"


def _accounts(connection: sa.Connection, known: AbstractSet[int]) -> Iterator[str]:
    """Give the rows in which an account still stands, as a number or within a text."""
    inspector = sa.inspect(connection)
    for name in sorted(set(inspector.get_table_names()) - {*_PEOPLE, "alembic_version"}):
        key = inspector.get_pk_constraint(name)["constrained_columns"]
        table = sa.table(name, *(sa.column(each["name"]) for each in inspector.get_columns(name)))
        for row in rows(connection, table, key):
            yield from (
                f"{name}.{column} of {tuple(row[each] for each in key)}"
                for column, value in row.items()
                if any(account in known for account in long_numbers(value))
            )
