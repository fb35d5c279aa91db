"""Databases to test with: a SQLite file, and where `TEST_POSTGRESQL` is an address, a PostgreSQL database.

The address names a database in which nothing is done but to make and drop others, so its user must be allowed to.
Making a schema takes longer than most tests: each process makes one, and what a test gets is a copy of it.
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from store import files
from store.addresses import parse
from store.database import Database

POSTGRESQL = os.environ.get("TEST_POSTGRESQL")
NEEDS_POSTGRESQL = pytest.mark.skipif(POSTGRESQL is None, reason="TEST_POSTGRESQL names no server to test with")
BOTH = ("sqlite", pytest.param("postgresql", marks=NEEDS_POSTGRESQL))


_numbers = itertools.count(1)
_templates: list[str] = []


@contextmanager
def copies_of(store: Path) -> Iterator[None]:
    """Have SQLite files that are made meanwhile be copies of one."""

    def copy(path: Path) -> None:
        files.make_folder(path.parent)
        path.touch(files.PRIVATE)
        path.write_bytes(store.read_bytes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "make", copy)
        yield


def setting(database: Path | URL) -> str:
    """Return what an operator writes for a database."""
    return database.render_as_string(hide_password=False) if isinstance(database, URL) else str(database)


def _server() -> URL:
    assert POSTGRESQL is not None
    address = parse(POSTGRESQL)
    assert isinstance(address, URL)
    return address


async def _do(*statements: str) -> None:
    engine = create_async_engine(_server(), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with engine.connect() as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)
    await engine.dispose()


@asynccontextmanager
async def postgresql(*, empty: bool = False) -> AsyncIterator[URL]:
    """Give the address of a database of its own, with the schema of this version unless it is to be empty."""
    template = "template1" if empty else await _template()
    name = f"arena_{os.getpid()}_{next(_numbers)}"
    await _do(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    try:
        yield _server().set(database=name)
    finally:
        await _do(f"DROP DATABASE {name} WITH (FORCE)")


async def _template() -> str:
    if not _templates:
        name = f"arena_{os.getpid()}_template"
        await _do(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name}")
        await (await Database.open(_server().set(database=name))).close()
        _templates.append(name)
    return _templates[0]


def drop_template() -> None:
    """Drop what copies were made from."""
    while _templates:
        with ThreadPoolExecutor(1) as threads:
            threads.submit(asyncio.run, _do(f"DROP DATABASE {_templates.pop()} WITH (FORCE)")).result()
