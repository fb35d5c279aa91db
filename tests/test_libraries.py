"""What is used of libraries beyond what they document: an update that changes it fails here first, and says what.

Each of them is held below the version that nobody has tried (`pyproject.toml`).
"""

from __future__ import annotations

import asyncio
import importlib
import struct
import tomllib
from importlib.metadata import version
from pathlib import Path

import aiosqlite
import asyncpg
import pytest
from discord import Client
from discord.http import HTTPClient, Route
from packaging.requirements import Requirement
from PIL import GifImagePlugin, Image
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection

from store.db import connections

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


@pytest.mark.parametrize("library", ["aiosqlite", "discord.py", "Pillow", "py4swiss", "sqlalchemy"])
def test_a_library_whose_inner_names_are_used_is_pinned(library: str) -> None:
    needed = map(Requirement, tomllib.loads(PYPROJECT.read_text())["project"]["dependencies"])
    specifier = next(each.specifier for each in needed if each.name == library)
    assert not specifier.contains("999"), f"{library} has no upper bound"


@pytest.mark.parametrize("name", ["_connection", "_running", "_thread", "_tx"])
async def test_a_connection_of_aiosqlite_has_what_is_read_of_it(name: str, tmp_path: Path) -> None:
    connection = await connections.connect_sqlite(tmp_path / "it.db", 1)
    try:
        assert hasattr(connection, name), f"aiosqlite {version('aiosqlite')} has no {name}: see store/db/connections.py"
    finally:
        await connection.close()


@pytest.mark.parametrize("name", ["_conn", "_execute"])
def test_a_connection_of_aiosqlite_has_what_is_overridden_or_called(name: str) -> None:
    assert hasattr(aiosqlite.Connection, name), (
        f"aiosqlite {version('aiosqlite')} has no {name}: see store/db/connections.py"
    )


@pytest.mark.parametrize("name", ["_handle_exception", "_transaction", "driver_connection"])
def test_a_connection_of_sqlalchemy_to_postgresql_has_what_begins_a_transaction(name: str) -> None:
    assert hasattr(AsyncAdapt_asyncpg_connection, name), (
        f"SQLAlchemy {version('sqlalchemy')} has no {name}: see store/db/connections.py"
    )


def test_a_connection_of_asyncpg_has_its_transport() -> None:
    assert "_transport" in asyncpg.Connection.__slots__, (
        f"asyncpg {version('asyncpg')} has no _transport: see store/db/connections.py"
    )


async def test_the_thread_of_aiosqlite_takes_futures_with_functions(tmp_path: Path) -> None:
    connection = await connections.connect_sqlite(tmp_path / "it.db", 1)
    try:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        connection._tx.put_nowait((future, lambda: 42))
        assert await future == 42
    finally:
        await connection.close()
    assert not connection._running, "store/db/connections.py asks this before it hands something to the thread"


def test_py4swiss_pairs_brackets_as_our_own_are_paired() -> None:
    bracket = pytest.importorskip("py4swiss.engines.dutch.bracket", reason="it has no wheel for this platform")
    engine = importlib.import_module("py4swiss.engines.dutch.engine").Engine
    assert callable(engine._get_bracket_pairs), "hosting/league/pairing/dutch.py pairs each bracket with it"
    assert bracket.Brackets([], 1).is_finished(), "hosting/league/pairing/dutch.py pairs until there are no more"
    fields = {"min_bracket_score", "score_difference_bit_dict", "score_difference_total_bits"}
    assert fields <= set(bracket.Bracket.model_fields), (
        "hosting/league/pairing/dutch.py puts what a win gives into them"
    )


def test_gif_data_of_pillow_is_one_picture_at_its_place() -> None:
    picture = Image.new("L", (3, 2), 1)
    data = b"".join(GifImagePlugin.getdata(picture, (5, 7)))
    assert struct.unpack("<cHHHH", data[:9]) == (b",", 5, 7, 3, 2), "render/animation.py writes this into its files"
    assert data.endswith(b"\0"), "the data of a picture ends with an empty block"


def test_discord_py_sends_a_request_by_its_route() -> None:
    assert callable(HTTPClient.request)
    assert Route("GET", "/applications/{application_id}/commands", application_id=1).url.endswith("/1/commands")
    assert "http" in Client.__init__.__code__.co_names, "cogs/core/bot.py asks for the commands through it"
