"""Players who leave the server: their match is paused, and goes on when they are back or replaced."""

from __future__ import annotations

from dataclasses import replace

import pytest
import simcord

from cogs.channels.absent import CHECK, EVERY, FRESH, LATER, ROUND, SOON, AbsentPlayers
from hosting.clock.time_control import Terms
from hosting.consent.agreements import LEFT
from hosting.match.model import Match
from hosting.runtime.scheduler import Since
from tests.cogs.conftest import World, private
from tests.cogs.moderation.test_unplayable import spoil

HOUR, DAY = 3600, 86400


async def now(world: World) -> Match:
    return await world.bot.arena.matches.get(1)


async def leave(world: World, name: str) -> None:
    world.guild.remove_member(world.people[name])
    await world.env.advance_time(DAY)
    await world.settle()


async def come_back(world: World, name: str) -> None:
    user = world.people[name].user
    world.people[name] = world.guild.add_member(user)
    await world.settle()


def said(world: World, channel: simcord.ChannelHandle | None = None) -> str:
    return world.own(channel or world.channel)[-1].content


def asked(world: World) -> int:
    """Return how often the bot asked for a member."""
    return sum(each.method == "GET" and "/members/" in each.path for each in world.env.http_requests)


async def test_it_is_noticed_when_it_becomes_their_turn(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    assert (await now(world)).paused is None, "nobody tells the bot before"
    match = await world.play(match)
    assert match.paused is not None
    assert (match.paused.code, match.paused.person_id) == (LEFT, world.person("bob"))
    assert "bob left the server, so the match is paused" in said(world)
    assert [message.attachments[0].filename for message in world.own(world.channel) if message.attachments][
        -1
    ].endswith("-1-1.png"), "the board is posted all the same"
    assert "paused" in private(await world.ann.slash(world.channel, "move", turn="E"))


async def test_whoever_is_there_is_not_asked_for_again_and_again(world: World) -> None:
    match = await world.begin(where="here")
    before = asked(world)
    for _ in range(4):
        match = await world.play(match)
    assert asked(world) == before, "they have just pressed something"
    await world.env.advance_time(HOUR)
    await world.settle()
    assert asked(world) == before + 1, "for those who leave after that, once"
    await world.play(match)
    assert asked(world) == before + 2


async def test_who_comes_back_and_does_something_is_let_in(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    await world.play(match)
    await come_back(world, "bob")
    assert (await now(world)).paused is not None
    private(await world.bob.slash(world.channel, "matches"))
    await world.settle()
    match = await now(world)
    assert match.paused is None
    assert "bob is back" in said(world)
    assert (await world.play(match)).seq == 2


async def test_who_comes_back_is_noticed_within_the_hour(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    await world.play(match)
    await world.env.advance_time(2 * 3600)
    await world.settle()
    assert (await now(world)).paused is not None
    await come_back(world, "bob")
    await world.env.advance_time(3700)
    await world.settle()
    assert (await now(world)).paused is None


async def test_who_comes_back_is_noticed_after_a_restart(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    await world.play(match)
    await world.restart()
    await come_back(world, "bob")
    private(await world.bob.slash(world.channel, "matches"))
    await world.settle()
    assert (await now(world)).paused is None


async def test_a_substitute_lets_it_go_on(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    match = await world.play(match)
    await world.bot.arena.organiser.replace(match.id, 0, 2, world.named("eve"))
    await world.settle()
    match = await now(world)
    assert match.paused is None
    assert world.pings(world.own(world.channel)[-1]) == [world.eve.id]
    assert (await world.play(match)).seq == match.seq + 1


async def test_a_substitute_is_sought_where_the_table_says_so(world: World) -> None:
    match = await world.begin()
    arena = world.bot.arena
    arena.matches._kept.put(match.id, replace(match, terms=Terms(timeout="substitute")))
    await leave(world, "bob")
    await world.play(match)
    (call,) = await arena.requests.open_of(match.id)
    assert call.seat == 2


async def test_a_match_goes_on_in_its_own_time_when_discord_does_not_answer(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    world.env.inject_error("GET", "/guilds/*/members/*", status=500, code=0, times=1)
    match = await world.play(match)
    assert match.paused is None, "nobody knows"
    await world.env.advance_time(3700)
    await world.settle()
    assert (await now(world)).paused is not None


async def test_who_leaves_right_after_acting_is_noticed_soon(world: World) -> None:
    match = await world.begin(where="here")
    world.guild.remove_member(world.people["bob"])  # he has just pressed Join
    assert (await world.play(match)).paused is None, "who has just been here is not asked for at once"
    await world.env.advance_time(2 * FRESH.total_seconds() + 1)
    await world.settle()
    paused = (await now(world)).paused
    assert paused is not None
    assert (paused.code, paused.person_id) == (LEFT, world.person("bob"))


async def test_who_leaves_right_after_acting_is_noticed_after_a_restart(world: World) -> None:
    match = await world.begin()
    world.guild.remove_member(world.people["bob"])
    await world.play(match)
    await world.restart()
    await world.env.advance_time(2 * FRESH.total_seconds() + 1)
    await world.settle()
    assert (await now(world)).paused is not None


async def test_who_leaves_during_their_own_turn_is_noticed_within_a_day(world: World) -> None:
    match = await world.begin()
    await world.play(match)
    await world.env.advance_time(HOUR)
    await world.settle()
    world.guild.remove_member(world.people["bob"])
    await world.env.advance_time(HOUR)
    await world.settle()
    assert (await now(world)).paused is None
    await world.env.advance_time(DAY)
    await world.settle()
    assert (await now(world)).paused is not None


async def test_who_left_is_noticed_when_they_are_reminded(world: World) -> None:
    match = await world.begin(clock="1d")
    await world.play(match)
    await world.env.advance_time(HOUR)
    await world.settle()
    world.guild.remove_member(world.people["bob"])
    await world.env.advance_time(DAY / 2)
    await world.settle()
    assert (await now(world)).paused is not None


async def test_nobody_is_looked_for_before_discord_has_told_of_its_servers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.begin()
    cog, at, before = world.bot.get_cog("AbsentPlayers"), world.bot.clock.now(), asked(world)
    assert isinstance(cog, AbsentPlayers)
    monkeypatch.setattr(type(world.bot), "is_ready", lambda _: False)
    await world.as_bot(cog.again("1", None))
    await world.as_bot(cog.round("", None))
    await world.as_bot(cog.later("", Since(at).dump()))
    for kind, key in ((CHECK, "1"), (ROUND, ""), (LATER, "")):
        assert await world.bot.arena.schedule.due_at(kind, key) == at + SOON, kind
    assert asked(world) == before


async def test_a_match_that_cannot_be_read_is_looked_at_again(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    await world.play(match)
    spoil(world, match)
    await world.restart()
    cog = world.bot.get_cog("AbsentPlayers")
    assert isinstance(cog, AbsentPlayers)
    await world.as_bot(cog.again("1", None))
    assert await world.bot.arena.schedule.due_at(CHECK, "1") == world.bot.clock.now() + EVERY
    world.logged.clear()


@pytest.mark.usefixtures("grove")
async def test_nobody_is_looked_for_who_plays_alone(world: World) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, where="here", loadout="usual")
    await world.settle()
    assert (await now(world)).alone
    before = asked(world)
    await leave(world, "ann")
    assert asked(world) == before
    assert (await now(world)).paused is None, "nobody waits for them"


async def test_a_player_who_thinks_is_asked_for_once_and_then_twice_a_day(world: World) -> None:
    match = await world.begin()
    before = asked(world)
    await world.play(match)
    await world.env.advance_time(HOUR)
    await world.settle()
    assert asked(world) == before + 1
    for _ in range(24):
        await world.env.advance_time(HOUR)
        await world.settle()
    assert before + 2 <= asked(world) <= before + 3
