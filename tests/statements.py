"""Compiled statements, and what the first connection asks, are shared by all the databases of a test run.

SQLAlchemy keeps what it compiled with the engine, and each test has engines of its own: compiling the same statements
for each would take a third of the time of the tests of hosting. Two dialects of one class compile alike here, as all
engines are made by `store.db.connections`. What they ask the server first, such as its version, has one answer, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

_compiled: LRUCache[Any, Any] = LRUCache(2000)
_learned: dict[type[DefaultDialect], dict[str, Any]] = {}


def _learn(dialect: DefaultDialect, ask: Callable[[Connection], None], connection: Connection) -> None:
    if type(dialect) not in _learned:
        before = dict(vars(dialect))
        ask(connection)
        _learned[type(dialect)] = {
            name: value for name, value in vars(dialect).items() if name not in before or before[name] is not value
        }
    vars(dialect).update(_learned[type(dialect)])


class SharedSQLite(SQLiteDialect_aiosqlite):
    """Equal to every other of its class, so that its statements are found."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def initialize(self, connection: Connection) -> None:
        _learn(self, super().initialize, connection)


class SharedPostgreSQL(PGDialect_asyncpg):
    """Equal to every other of its class, so that its statements are found."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def initialize(self, connection: Connection) -> None:
        _learn(self, super().initialize, connection)


def share() -> None:
    """Have every engine made from now on use what others compiled."""
    registry.register("sqlite.aiosqlite", __name__, "SharedSQLite")
    registry.register("postgresql.asyncpg", __name__, "SharedPostgreSQL")

    @event.listens_for(Engine, "engine_connect")
    def use(connection: Connection) -> None:
        connection.execution_options(compiled_cache=_compiled)
