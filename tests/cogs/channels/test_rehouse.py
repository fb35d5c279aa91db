"""`/match rehouse` where it is not plain what is meant, and where a new place is not needed after all."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.channels.rehouse import Rehouse
from cogs.core.errors import Refusal
from engine.text import say
from hosting.channels.housing import DELETED, FORBIDDEN, GONE, SHUT
from hosting.match.model import Match
from tests.cogs.channels.test_housing import delete, elsewhere, now
from tests.cogs.conftest import World, private
from tests.cogs.moderation.test_unplayable import begin_another


async def test_which_of_several_is_meant_has_to_be_said(world: World) -> None:
    await world.begin()
    await begin_another(world)
    for number in (1, 2):
        await world.bot.arena.matches.park(number, DELETED, GONE)
    told = private(await world.organiser().slash(await elsewhere(world), "match rehouse"))
    assert told == "Several are interrupted; name one of them: 2, 1"


async def test_a_match_that_can_go_on_where_it_is_stays_there(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, SHUT, FORBIDDEN)
    told = private(await world.ann.slash(await elsewhere(world), "match rehouse"))
    assert told == f"The match goes on in <#{world.channel.id}>."
    assert (await now(world)).status == "running"


async def test_a_match_that_ends_meanwhile_gets_no_new_place(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    room, which = await elsewhere(world), Rehouse._which

    async def slow(*args: Any) -> Match:
        found = await which(*args)
        await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
        return found

    monkeypatch.setattr(Rehouse, "_which", slow)
    assert private(await world.ann.slash(room, "match rehouse")) == "This match is over."
    assert room.threads == []


@pytest.mark.parametrize("where", ["thread", "here"])
async def test_a_new_place_that_is_not_taken_is_removed(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    room, lost = await elsewhere(world), await now(world)
    for answer in (Refusal(say("No."), code="no"), lost):
        monkeypatch.setattr(type(world.bot.arena.housing), "move", AsyncMock(side_effect=[answer]))
        told = private(await world.ann.slash(room, "match rehouse", where=where))
        assert told == "No." if isinstance(answer, Refusal) else "still interrupted" in told
        assert room.threads == []
    assert (await now(world)).places == lost.places
    assert room.id in world.env.backend.channels
