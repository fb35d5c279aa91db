"""Rewrites the rows of a table with their checksums: what was whole stays whole, what was damaged stays damaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from store.checksums import checksum
from store.errors import MigrationError
from store.migrations.people import covered
from store.migrations.people.parts import ADVICE, PAGE, Part, rows, table_of

Row = dict[str, Any]
_OF = "of_"
"""Begins the names under which the key of a row is given to the statement that changes it."""
_MOST_NAMED = 5


def listed(named: Sequence[str]) -> str:
    """Return the first of several lines as one."""
    more = len(named) - _MOST_NAMED
    return "; ".join([*named[:_MOST_NAMED], *([f"and {more} more"] if more > 0 else [])])


class Writer:
    """Rewrites tables, in one transaction.

    Events that are not what was written stop it (`finish`): they are what a match is, and new checksums would hide
    that. Any other such row goes on without a checksum, so that `python -m store check` names it as before.
    """

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._links: dict[int, tuple[bytes, bytes]] = {}  # of each match the last checksum, as it was and as it is
        self._altered: list[tuple[int, int]] = []

    def rewrite(self, part: Part, columns: Sequence[str], change: Callable[[Row], Mapping[str, Any]]) -> None:
        """Change the rows of a table.

        Args:
            part: Which table.
            columns: The columns that are changed.
            change: Returns some of them for a row, as they are to be.
        """
        before, after = covered.BEFORE.get(part.table, ()), covered.AFTER.get(part.table, ())
        sums = ("checksum",) if after else ()
        written = tuple(dict.fromkeys((*columns, *sums)))
        table = table_of(part, *before, *after, *written)
        page: list[Row] = []
        for row in rows(self._connection, table, part.key):
            changed = {**row, **change(row)}
            if after:
                changed["checksum"] = self._checksum(part.table, row, changed)
            if any(row[name] != changed[name] for name in written):
                new = {name: changed[name] for name in written}
                # A number that another row still has as its account comes in between as a negative one.
                new |= {name: -new[name] for name in part.unique if new[name] is not None}
                page.append(new | {_OF + name: row[name] for name in part.key})
            if len(page) == PAGE:
                self._write(table, part, written, page)
                page = []
        self._write(table, part, written, page)
        for name in part.unique:
            self._connection.execute(sa.update(table).where(table.c[name] < 0).values({name: -table.c[name]}))

    def finish(self) -> None:
        """Raise MigrationError if events were not what was written."""
        if self._altered:
            named = [f"match {match_id}: event {seq}" for match_id, seq in self._altered]
            raise MigrationError(f"events are not what was written ({listed(named)}); {ADVICE}")

    def _checksum(self, name: str, row: Row, changed: Row) -> bytes | None:
        """Return the checksum of a row as it is to be, None where it was not what was written."""
        was_link = link = b""
        if name == "events":
            was_link, link = self._links[row["match_id"]]
        whole = row["checksum"] == checksum([row[each] for each in covered.BEFORE[name]], was_link)
        now = checksum([changed[each] for each in covered.AFTER[name]], link)
        match name:
            case "matches":
                self._links[row["id"]] = row["checksum"] or b"", now if whole else b""
            case "events":
                self._links[row["match_id"]] = row["checksum"] or b"", now
                if not whole:
                    self._altered.append((row["match_id"], row["seq"]))
        return now if whole else None

    def _write(self, table: sa.TableClause, part: Part, written: Sequence[str], page: list[Row]) -> None:
        if page:
            found = (table.c[each] == sa.bindparam(_OF + each, type_=table.c[each].type) for each in part.key)
            values = {each: sa.bindparam(each, type_=table.c[each].type) for each in written}
            self._connection.execute(sa.update(table).where(*found).values(values), page)
