"""The rooms of `cogs/`: what one needs of another stands in files of its own, not beside a cog's listeners."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import cogs
from cogs.core.bot import CALLS, Interaction
from cogs.core.feature import Feature
from store.tables.values import PostKind
from tests.cogs.conftest import World

HERE = Path(cogs.__file__).parent


def imports() -> Iterator[tuple[str, str]]:
    """Yield the room and the module of every import from one of the rooms."""
    for path in HERE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("cogs."):
                yield path.relative_to(HERE).parts[0], node.module


def test_no_room_imports_the_cog_of_another() -> None:
    found = list(imports())
    assert len(found) > 100
    assert [(room, name) for room, name in found if name.endswith(".cog") and name.split(".")[1] != room] == []


async def test_what_two_rooms_offer_is_found_out_at_the_start(world: World) -> None:
    with pytest.raises(ValueError, match="another room has play"):
        await Feature(cogs=(), presses={"play": _nothing}).open(world.bot)


async def test_every_kind_of_post_is_delivered(world: World) -> None:
    by_the_poster = {"board", "status", "ended", "notice"}
    assert {*world.bot.deliveries, *by_the_poster} == {*get_args(PostKind), CALLS}


async def _nothing(_interaction: Interaction, _match_id: int, _seq: int) -> None:
    """Do nothing."""
