"""What all tests share: a new store is a copy of one that was made once, as making it takes longer than most tests."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from settings import Settings
from store.database import Database


@pytest.fixture(scope="session")
def new_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with nothing in it, made by all migrations."""
    path = tmp_path_factory.mktemp("store") / "new.db"

    async def make() -> None:
        await (await Database.open(path)).close()

    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, make()).result()
    return path


@pytest.fixture(autouse=True)
def ready_made(new_store: Path) -> Iterator[None]:
    """Have stores that are made during a test be copies; tests of the store itself make theirs."""
    connect = Database.connect

    def copy(address: str | Path) -> None:
        if isinstance(address, Path) and not address.exists():
            address.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(new_store, address)

    async def copied(address: str | Path) -> Database:
        copy(address)
        return await connect(address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "connect", copied)
        yield


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder and an environment without settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path
