"""The option `match:` of commands that look at matches: running ones and those that are over, from anywhere."""

from __future__ import annotations

import discord
import pytest
import simcord

from hosting.match.model import Match, Place
from tests.cogs.conftest import World, private
from tests.cogs.playing import SHORT_GAME, message_of

COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("match replay", {}),
    ("match replay", {"form": "animation"}),
    ("match replay", {"form": "summary"}),
    ("match record", {}),
    ("board", {}),
)


async def offered(
    world: World,
    name: str,
    channel: simcord.ChannelHandle | None = None,
    typed: str = "",
    command: str = "match replay",
) -> dict[int, str]:
    """Return what somebody is offered for the option: names by number."""
    found = await world.people[name].autocomplete(channel or world.channel, command, "match", typed)
    return {each["value"]: each["name"] for each in found}


async def finished(world: World, turns: int = len(SHORT_GAME), **options: object) -> Match:
    """Play a match of ann against bob, to its end if all turns are played."""
    match = await world.begin(**options)
    for number, turn in enumerate(SHORT_GAME[:turns]):
        await world.people[("ann", "bob")[number % 2]].slash(world.place(match.channel_id), "move", turn=turn)
    await world.settle()
    return await world.bot.arena.matches.get(match.id)


async def test_a_match_that_is_over_is_looked_at_from_another_channel(world: World) -> None:
    match = await finished(world, where="thread")
    assert match.over
    other = world.guild.create_text_channel("other")
    assert await offered(world, "eve", other) == {1: "1: Replicants, 2 players: ann, bob, ended on 2026-01-01"}
    assert await offered(world, "eve", other, "BOB") == await offered(world, "eve", other)
    assert await offered(world, "eve", other, "cleo") == {}
    for command, options in COMMANDS:
        assert await offered(world, "eve", other, command=command) == await offered(world, "eve", other)
        shown = message_of(await world.eve.slash(other, command, match=1, **options))
        assert shown.ephemeral
        assert shown.attachments, shown.content
    shown = message_of(await world.eve.slash(other, "match replay", match=1, turn=9, side=2))
    assert shown.content.splitlines()[0] == "**Turn 9 of 9**"
    turns = await world.eve.autocomplete(other, "match replay", "turn", "9", match=1)
    assert [(each["name"], each["value"]) for each in turns] == [("9. ann: E/3D1x", 9)]
    sides = await world.eve.autocomplete(other, "match replay", "side", "", match=1)
    assert [each["name"] for each in sides] == ["1: ann", "2: bob"]
    assert "no match in this channel" in private(await world.eve.slash(other, "match replay"))
    assert await world.eve.autocomplete(other, "match replay", "side", "") == []


async def test_of_what_somebody_cannot_see_they_are_not_told(world: World) -> None:
    match = await finished(world, 2)
    world.deny(world.channel, world.eve.id, "view_channel")
    world.deny(world.channel, world.ann.id, "view_channel")
    other = world.guild.create_text_channel("other")
    assert await offered(world, "eve", other) == {}
    assert "There's no such match" in private(await world.eve.slash(other, "match replay", match=match.id))
    assert list(await offered(world, "ann", other)) == [match.id], "whoever plays may look at it anywhere"
    assert message_of(await world.ann.slash(other, "match replay", match=match.id)).attachments


async def test_of_what_goes_on_in_a_private_thread_nobody_else_is_told(world: World) -> None:
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="private", type=discord.ChannelType.private_thread)
    await world.settle()
    for name in ("ann", "bob"):
        world.env.backend.add_thread_member(thread.id, world.people[name].id)
    table = message_of(await world.ann.slash(world.place(thread.id), "new replica", where="here")).message
    assert table is not None
    await world.people["bob"].click(table, label="Join")
    await world.press("ann", table, "Start")
    await world.settle()
    assert "Replica" in private(await world.bob.slash(world.channel, "matches", which="here"))
    assert "There's no match to see" in private(await world.eve.slash(world.channel, "matches", which="here"))
    for command in ("match spectate", *(name for name, _ in COMMANDS)):
        assert "There's no such match" in private(await world.eve.slash(world.channel, command, match=1))
    staff = world.guild.create_role("staff", permissions=discord.Permissions(manage_threads=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, staff.id)
    assert "Replica" in private(await world.eve.slash(world.channel, "matches", which="here"))


@pytest.mark.parametrize("gone", ["archived", "deleted"])
async def test_the_channel_of_a_match_that_is_over_need_not_be_there(world: World, gone: str) -> None:
    match = await finished(world, where="thread")
    thread = await world.bot.fetch_channel(match.channel_id)
    assert isinstance(thread, discord.Thread)
    await (thread.edit(archived=True) if gone == "archived" else thread.delete())
    await world.settle()
    assert list(await offered(world, "eve")) == [match.id]
    assert message_of(await world.eve.slash(world.channel, "match replay", match=match.id)).attachments
    hidden = world.guild.create_text_channel("hidden")
    world.deny(world.channel, world.dan.id, "view_channel")
    assert await offered(world, "dan", hidden) == {}
    assert "There's no such match" in private(await world.dan.slash(hidden, "match replay", match=match.id))


async def test_who_gave_a_seat_away_may_look_once_the_match_is_over(world: World) -> None:
    match = await finished(world, 2)
    await world.bot.arena.substitutes.replace(match.id, 2, world.named("dan"), 0)
    world.deny(world.channel, world.bob.id, "view_channel")
    other = world.guild.create_text_channel("other")
    await world.settle()
    assert "There's no such match" in private(await world.bob.slash(other, "match replay", match=match.id))
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    assert message_of(await world.bob.slash(other, "match replay", match=match.id)).attachments


async def test_of_a_silent_match_nothing_is_shown_to_all_where_partners_could_read_it(world: World) -> None:
    tables, people = (
        world.bot.arena.tables,
        [world.named(each) for each in ("ann", "bob", "cleo", "dan")],
    )
    table = await tables.open(world.guild.id, world.channel.id, people[0], "replicants", "teams", where="channels")
    for person in people[1:]:
        await tables.join(table.id, person)
    board, spectators = world.guild.create_text_channel("board"), world.guild.create_text_channel("spectators")
    places = (Place("board", board.id), Place("spectators", spectators.id))
    match = await tables.start(table.id, people[0].person_id, places)
    await world.settle()
    for channel, public in ((world.channel, False), (board, False), (spectators, True)):
        for command, options in (("match replay", {"form": "summary"}), ("board", {})):
            shown = message_of(await world.eve.slash(channel, command, match=match.id, show="everyone", **options))
            assert shown.ephemeral is not public, (channel, command)
