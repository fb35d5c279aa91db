"""`/match move-to` and its button: what is meant where that is not plain, and a new place that nothing needs."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from cogs.channels.housing import Rehouse
from cogs.core.errors import Refusal
from cogs.silence.notices import set_organisers_channel
from engine.text import say
from hosting.housing import DELETED, FORBIDDEN, GONE, SHUT
from hosting.match.model import Match
from tests.cogs.channels.test_housing import delete, elsewhere, now
from tests.cogs.conftest import World, private, take
from tests.cogs.moderation.test_unplayable import begin_another
from tests.cogs.playing import labels


async def test_which_of_several_is_meant_has_to_be_said(world: World) -> None:
    await world.begin()
    await begin_another(world)
    for number in (1, 2):
        await world.bot.arena.matches.park(number, DELETED, GONE)
    told = private(await world.organiser().slash(await elsewhere(world), "match move-to"))
    assert told == "Several matches are interrupted; name one of them: 2, 1"


async def test_a_match_that_can_go_on_where_it_is_stays_there(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, SHUT, FORBIDDEN)
    told = private(await world.ann.slash(await elsewhere(world), "match move-to"))
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
    assert private(await world.ann.slash(room, "match move-to")) == "This match is over."
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
        told = private(await world.ann.slash(room, "match move-to", where=where))
        assert told == "No." if isinstance(answer, Refusal) else "still interrupted" in told
        assert room.threads == []
    assert (await now(world)).places == lost.places
    assert room.id in world.env.backend.channels


async def test_the_notice_has_a_button_for_it(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    notice = world.own(world.channel)[-1]
    assert notice.content.endswith("gives it a new place. Or press **Play on here**.")
    assert labels(notice) == ["Play on here"]
    await world.restart()
    assert private(await world.press("eve", notice, "Play on here")) == "There's no such match."
    assert (await now(world)).status == "parked"
    told = private(await world.press("bob", notice, "Play on here"))
    match = await now(world)
    assert told == f"The match goes on in <#{match.channel_id}>."
    assert world.place(match.channel_id)._channel.parent_id == world.channel.id
    before = len(world.channel.threads)
    assert private(await world.press("ann", await world.as_it_was(notice), "Play on here")) == told, (
        "a second press opens no other place"
    )
    assert len(world.channel.threads) == before
    assert "no such interrupted match" in private(
        await world.press("eve", await world.as_it_was(notice), "Play on here")
    )


async def test_a_forged_button_moves_nothing(world: World) -> None:
    match = await world.begin()
    forged = await world.forge(f"m:{match.id}:0:rehouse", channel=await elsewhere(world))
    told = private(await world.ann.click(forged, label="forged"))
    assert told == f"The match goes on in <#{world.channel.id}>."
    assert (await now(world)).channel_id == world.channel.id
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    assert "no such interrupted match" in private(await world.ann.click(forged, label="forged"))
    forged = await world.forge("m:99:0:rehouse")
    assert private(await world.ann.click(forged, label="forged")) == "There's no such match."


async def test_the_organisers_channel_is_no_place_for_a_match(world: World) -> None:
    room = await elsewhere(world)
    await set_organisers_channel(world.bot, world.guild.id, room.id)
    await world.begin()
    await delete(world, world.channel.id)
    notice = world.own(room)[-1]
    assert "`/match move-to`" in notice.content
    assert labels(notice) == []


async def test_organisers_can_have_the_channels_of_silent_teams_made_anew(world: World) -> None:
    # R29
    room, boss = await elsewhere(world), world.organiser()
    await set_organisers_channel(world.bot, world.guild.id, room.id)
    match = await world.begin_silent()
    team = match.place("team:0")
    assert team is not None
    world.env.backend.delete_channel(team.channel_id)
    await world.settle()
    (notice,) = [each for each in world.own(room) if labels(each)]
    assert labels(notice) == ["Make the channels again"]
    assert "The match goes on" in private(await boss.click(notice, label="Make the channels again"))
    await world.settle()
    assert (await now(world)).status == "running"


async def test_the_notice_loses_its_button_when_the_match_goes_on(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    notice = world.own(world.channel)[-1]
    assert labels(notice) == ["Play on here"]
    await world.ann.slash(await elsewhere(world), "match move-to")
    await world.settle()
    assert (await now(world)).status == "running"
    assert labels(world.latest(notice)) == []


async def test_the_notice_loses_its_button_when_the_match_ends(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    notice = world.own(world.channel)[-1]
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("ann")))
    assert labels(world.latest(notice)) == []


@pytest.mark.usefixtures("grove")
@pytest.mark.parametrize("how", ["command", "button"])
async def test_a_match_played_alone_stays_private(world: World, how: str) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, where="thread", loadout="usual")
    await world.settle()
    await delete(world, (await now(world)).channel_id)
    if how == "command":
        await world.ann.slash(await elsewhere(world), "match move-to")
    else:
        await world.press("ann", world.own(world.channel)[-1], "Play on here")
    await world.settle()
    match = await now(world)
    assert match.status == "running"
    guild = world.bot.get_guild(world.guild.id)
    thread = None if guild is None else guild.get_channel_or_thread(match.channel_id)
    assert isinstance(thread, discord.Thread)
    assert thread.is_private()
    for command in ("board", "match record"):
        told = private(await world.bob.slash(world.channel, command, match=1)).casefold()
        assert "no such match" in told, command


@pytest.mark.usefixtures("grove")
async def test_a_match_played_alone_is_made_public_by_its_player_alone(world: World) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, where="thread", loadout="usual")
    await world.settle()
    await delete(world, (await now(world)).channel_id)
    room = await elsewhere(world)
    organiser = world.organiser()
    assert "Only its player" in private(await organiser.slash(room, "match move-to", match=1, where="here"))
    take(world, "create_private_threads")
    for player in (world.ann, organiser):
        assert "where:here" in private(await player.slash(room, "match move-to", match=1))
        assert (await now(world)).status == "parked"
    private(await world.ann.slash(room, "match move-to", match=1, where="here"))
    await world.settle()
    assert (await now(world)).channel_id == room.id
