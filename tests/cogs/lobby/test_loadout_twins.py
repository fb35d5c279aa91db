"""Two worlds that differ in what Ann chose before the start alone: nobody else can tell them apart before the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cogs.conftest import World
from tests.cogs.playing import leave, play, posts
from tests.cogs.twins import difference, look_around, parallel, plain, told, words

pytestmark = pytest.mark.usefixtures("grove")

OTHERS = ("bob", "cleo")


async def seen(path: Path, caplog: pytest.LogCaptureFixture, letters: str, *, over: bool = False) -> list[Any]:
    """Return what others see from the lobby on where Ann chooses these letters, and of the log."""
    async with parallel(path, caplog) as world:
        lobby = await world.lobby(game="grove", players=2, where="here")
        await world.press("bob", lobby, "Join")
        await _choose(world, lobby, letters)
        found = [await told(world.latest(lobby))]
        await world.press("ann", lobby, "Start")
        await world.settle()
        await play(world, "1", "2")
        found += await look_around(world, *OTHERS)
        await leave(world.ann, world.channel)
        await world.settle()
        found += [await told(message) for message in posts(world)]
        if over:
            await world.bot.arena.matches.forfeit(1, world.person("ann"))
            await world.settle()
            found += [await told(message) for message in posts(world)]
        found.append([record.getMessage() for record in caplog.records if record.name.startswith(("cogs", "hosting"))])
        return list(plain(found))


async def _choose(world: World, lobby: Any, letters: str) -> None:
    shown = await world.press("ann", lobby, "Choose in private")
    assert shown.response is not None
    asked = await world.ann.click(shown.response.message, label="Type it")
    await world.ann.submit_modal(asked, {"loadout": letters})


async def test_others_see_the_same_whatever_was_chosen(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    one = await seen(tmp_path_factory.mktemp("one"), caplog, "xxy")
    caplog.clear()
    two = await seen(tmp_path_factory.mktemp("two"), caplog, "uvy")
    assert difference([one, two]) == ""
    assert "xxy" not in words(one)


async def test_the_end_tells_them_apart(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    """What the test above compares can differ."""
    one = await seen(tmp_path_factory.mktemp("one"), caplog, "xxy", over=True)
    two = await seen(tmp_path_factory.mktemp("two"), caplog, "uvy", over=True)
    assert difference([one, two])
    assert "xxy" in words(one)
