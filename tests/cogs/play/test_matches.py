"""`/matches`: mine, and those of the server."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, labels, message_of, play, refreshed


async def test_nobody_plays_yet(world: World) -> None:
    mine = message_of(await world.ann.slash(world.channel, "matches"))
    assert mine.ephemeral
    assert "You aren't in any match right now. `/new` opens" in mine.content
    here = message_of(await world.ann.slash(world.channel, "matches", which="here"))
    assert "There's no match to see in this server" in here.content


async def test_mine_are_listed_with_links_and_whose_turn_it_is(world: World) -> None:
    await world.begin()
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    mine = message_of(await world.ann.slash(world.channel, "matches", which="mine"))
    assert mine.ephemeral
    assert link in mine.content
    assert "ann, bob" in mine.content
    assert "Your turn" in mine.content
    theirs = message_of(await world.bob.slash(world.channel, "matches"))
    assert f"Waiting for {world.ann.mention}" in theirs.content
    assert "You aren't in any match" in message_of(await world.eve.slash(world.channel, "matches")).content
    here = message_of(await world.eve.slash(world.channel, "matches", which="here"))
    assert link in here.content
    assert here.ephemeral


async def test_matches_in_channels_that_one_cannot_see_are_not_told_of(world: World) -> None:
    await world.begin()
    elsewhere = world.guild.create_text_channel("elsewhere")
    world.deny(world.channel, world.eve.id, "view_channel")
    world.deny(world.channel, world.bob.id, "view_channel")
    told = {
        name: message_of(await world.people[name].slash(elsewhere, "matches", which="here")).content
        for name in ("bob", "cleo", "eve")
    }
    assert "ann, bob" in told["bob"], "a player knows of it anyway"
    assert "ann, bob" in told["cleo"]
    assert told["eve"] == "There's no match to see in this server right now."


async def test_those_that_are_over_are_not_listed(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    assert "You aren't in any match" in message_of(await world.ann.slash(world.channel, "matches")).content


async def test_a_command_in_another_channel_says_where_one_plays(world: World) -> None:
    await world.begin()
    elsewhere = world.guild.create_text_channel("elsewhere")
    told = message_of(await world.ann.slash(elsewhere, "move", turn="E"))
    assert told.ephemeral
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}" in told.content
    stranger = message_of(await world.eve.slash(elsewhere, "board"))
    assert "`/new` opens a table" in stranger.content


async def test_a_long_list_has_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = [world.guild.create_text_channel(f"room-{number}") for number in range(20)]
    for room in rooms:
        reply = await world.ann.slash(room, "new replicants", where="here")
        lobby = message_of(reply).message
        await world.press("bob", lobby, "Join")
        await world.press("ann", lobby, "Start")
    await world.settle()
    shown = message_of(await world.ann.slash(world.channel, "matches"))
    first = shown.content
    assert first.startswith("**Your matches** (1 to 10)")
    assert labels(shown) == ["Next page ▶"]
    await world.restart()
    await world.ann.click(shown, label="Next page ▶")
    last = refreshed(world.ann, shown)
    second = last.content
    assert labels(last) == ["◀ Previous page"]
    assert max(len(first), len(second)) <= 2000
    assert all((str(room.id) in first) != (str(room.id) in second) for room in rooms)
    monkeypatch.setattr("cogs.play.matches.MESSAGE_LIMIT", len(first) // 2)
    shown = message_of(await world.ann.slash(world.channel, "matches"))
    heading, *lines = shown.content.splitlines()
    assert 0 < len(lines) < 10
    assert heading == f"**Your matches** (1 to {len(lines)})"
    await world.ann.click(shown, label="Next page ▶")
    after = refreshed(world.ann, shown).content
    assert after.startswith(f"**Your matches** ({len(lines) + 1} to ")
