"""Buttons that belong to other games: a press on a forged one is answered, and changes nothing."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World, private


@pytest.mark.parametrize(
    ("custom_id", "told"),
    [
        ("m:1:0:hand", "You have no cards in this match."),
        ("m:1:0:prepare", "In this game nothing like that can be answered in advance."),
    ],
)
async def test_what_the_game_does_not_have_is_refused(world: World, custom_id: str, told: str) -> None:
    await world.begin()
    answer = await world.ann.click(await world.forge(custom_id), label="forged")
    assert private(answer) == told
    assert (await world.bot.arena.matches.get(1)).seq == 0
