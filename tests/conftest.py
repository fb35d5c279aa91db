"""What all tests share: a new store is a copy of one that was made once, as making it takes longer than most tests."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from settings import Settings
from store.database import Database
from store.db.files import PRIVATE
from tests import databases
from tests.limits import watch

# Until all tests are collected nearly nothing is garbage, and to look for it takes the longer the more there are.
gc.disable()
# Tests of several folders use it: whichever imports it first, its assertions tell what they compared.
pytest.register_assert_rewrite("tests.wire.double.sample")

# How long an example takes says more of the machine than of the program; `bench` measures that.
settings.register_profile("arena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("arena")
databases.share()
# Nobody needs copies of what a test plays; those of backups set it themselves.
os.environ.setdefault("BACKUP", "off")


@pytest.fixture(scope="session")
def new_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with nothing in it."""
    path = tmp_path_factory.mktemp("store") / "new.db"

    async def make() -> None:
        await (await Database.open(path)).close()

    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, make()).result()
    return path


@pytest.fixture(scope="session")
def fill(new_store: Path, tmp_path_factory: pytest.TempPathFactory) -> databases.Fill:
    """Return what a store is, as bytes, once a function has filled it."""

    def filled(play: Callable[[Path], Coroutine[Any, Any, None]]) -> bytes:
        path = tmp_path_factory.mktemp("filled") / "arena.db"
        path.touch(PRIVATE)
        path.write_bytes(new_store.read_bytes())
        with ThreadPoolExecutor(1) as threads:
            threads.submit(asyncio.run, play(path)).result()
        return path.read_bytes()

    return filled


@pytest.fixture(scope="session", autouse=True)
def no_database_left() -> Iterator[None]:
    """Drop the PostgreSQL databases that this process keeps."""
    yield
    databases.drop_databases()


@pytest.fixture(autouse=True)
def ready_made(new_store: Path) -> Iterator[None]:
    """Have stores that are made during a test be copies; tests of the store itself make theirs."""
    with databases.copies_of(new_store):
        yield


@pytest.fixture(autouse=True)
def within_limits(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hold everything that the bot sends against Discord's limits; tests of the double itself send what is wrong."""
    watch.install()
    yield
    found = watch.taken()
    if "tests/wire/double/" not in request.path.as_posix():
        assert found == []


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder and an environment without settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


SLOW = ("tests/local/", "tests/wire/")
"""Folders whose tests take seconds each."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with tests that take long, so that none of them is all that is left when the other workers have ended."""
    items.sort(key=lambda item: not item.nodeid.startswith(SLOW))


def pytest_collection_finish() -> None:
    """Take what stays for good out of the garbage collector's sight, as the bot itself does at its start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell in one line what was skipped for want of a PostgreSQL server, in place of a line for each."""
    skipped = terminalreporter.stats.get("skipped", [])
    without = [each for each in skipped if databases.NO_SERVER in str(each.longrepr)]
    if without:
        terminalreporter.stats["skipped"] = [each for each in skipped if databases.NO_SERVER not in str(each.longrepr)]
        terminalreporter.stats["not run on PostgreSQL"] = without
        terminalreporter.write_line(
            f"{len(without)} tests were not run on PostgreSQL. To run them, set TEST_POSTGRESQL to the address of a "
            "server's database, such as postgresql://postgres@localhost/postgres (CONTRIBUTING.md)."
        )
