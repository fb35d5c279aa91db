"""Totals of results: what persons won and lost, against whom, and how often seats, openings and options did.

They follow from the latest results alone (`tally`) and are kept up by adding: a match adds what it comes to, a
correction the difference. The rows that are changed are found by their keys, so the cost does not depend on how many
there are, and written in order of key, so that two matches that end at once wait for each other instead of blocking.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import TypeAlias

from sqlalchemy import Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from store import direct
from store.holders import EVEN, credited
from store.results import Result
from store.schema import feature_totals, pairs, person_totals

Key: TypeAlias = tuple[int | str, ...]
Tally: TypeAlias = dict[Table, dict[Key, tuple[int, ...]]]
"""What is added up in the rows of each table, by their keys: the amounts in the order of its columns."""

WIN = 120
"""The score of a win over all, in 120ths."""

TABLES = (person_totals, pairs, feature_totals)


def tally(results: Iterable[Sequence[Result]]) -> Tally:
    """Return what matches come to, each given with the latest results of all its seats."""
    found: Tally = {table: {} for table in TABLES}
    for match in results:
        for result in match:
            _count_person(found[person_totals], result)
            _count_features(found[feature_totals], result)
        for one, other in permutations(match, 2):
            _count_pair(found[pairs], one, other)
    return found


def difference(before: Tally, after: Tally) -> Tally:
    """Return what has to be added to one tally for it to become another."""
    found: Tally = {table: dict(rows) for table, rows in after.items()}
    for table, rows in before.items():
        for key, amounts in rows.items():
            _add(found[table], key, tuple(-each for each in amounts))
    return found


def join(found: Tally, more: Tally) -> None:
    """Add one tally to another."""
    for table, rows in more.items():
        for key, amounts in rows.items():
            _add(found[table], key, amounts)


async def stored(connection: AsyncConnection) -> Tally:
    """Return all that is stored, for a check."""
    found: Tally = {}
    for table in TABLES:
        width = len(table.primary_key.columns)
        rows = await connection.execute(select(*(table.c[name] for name in _names(table))))
        found[table] = {tuple(row[:width]): tuple(row[width:]) for row in rows}
    return found


async def add(connection: AsyncConnection, found: Tally) -> None:
    """Add a tally to what is stored."""
    for table in TABLES:
        rows = [(*key, *amounts) for key, amounts in sorted(found[table].items()) if any(amounts)]
        await direct.add(connection, _upsert(connection.dialect.name, table), _names(table), rows)


def _count_person(rows: dict[Key, tuple[int, ...]], result: Result) -> None:
    person, score = credited(result), result.score
    if person is None or score is None:
        return
    turns = result.starter_turns if person == result.starter_id else result.finisher_turns
    won, lost = score == WIN, result.rank > 1
    key = (result.guild_id, person, result.game, result.mode, result.seat)
    _add(rows, key, (1, int(won), int(not won and not lost), int(lost), score, turns))


def _count_pair(rows: dict[Key, tuple[int, ...]], one: Result, other: Result) -> None:
    person, opponent = credited(one), credited(other)
    if person is None or opponent is None or person == opponent or one.side == other.side:
        return
    score = WIN if one.rank < other.rank else EVEN if one.rank == other.rank else 0
    key = (one.guild_id, person, opponent, one.game)
    _add(rows, key, (1, int(score == WIN), int(score == 0), score))


def _count_features(rows: dict[Key, tuple[int, ...]], result: Result) -> None:
    if not result.counted or result.score is None:
        return
    game = (result.guild_id, result.game, result.mode)
    told = [("seat", str(result.seat)), *result.features]
    if result.opening is not None:
        told.append(("opening", result.opening))
    told += [(f"option:{option}", f"{value}/{result.seat}") for option, value in result.options]
    for feature, value in told:
        _add(rows, (*game, feature, value), (1, result.score, result.score**2))


def _add(rows: dict[Key, tuple[int, ...]], key: Key, amounts: tuple[int, ...]) -> None:
    there = rows.get(key)
    rows[key] = amounts if there is None else tuple(one + other for one, other in zip(there, amounts, strict=True))


@cache
def _names(table: Table) -> tuple[str, ...]:
    """Return the columns of a table, its key first."""
    return tuple(column.name for column in sorted(table.columns, key=lambda column: not column.primary_key))


@cache
def _upsert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return the statement that adds amounts to the row with their key, or writes it."""
    statement = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    key = [column.name for column in table.primary_key.columns]
    sums = {column.name: column + statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=key, set_=sums)
