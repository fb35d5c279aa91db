"""Deadlines where players read them: `/match clock`, `/matches`, and the status of a match, which follows them."""

from __future__ import annotations

import pytest

from hosting import outbox
from tests.cogs.clock.waiting import DAY, HOUR, extend, stamp, wait
from tests.cogs.conftest import World
from tests.cogs.playing import labels, latest, message_of, play, posts, status


async def test_clock_shows_everybodys_time(world: World) -> None:
    await world.begin(clock="3d+12h/5d")
    await wait(world, 6 * HOUR)
    shown = message_of(await world.bob.slash(world.channel, "match clock"))
    assert shown.ephemeral
    assert f"**ann** to move: 2d18h left, until {stamp(world, 66 * HOUR)}." in shown.content
    assert "**bob**: 3d left." in shown.content
    assert "A player who runs out of time loses." in shown.content


async def test_clock_where_there_is_none(world: World) -> None:
    await world.begin()
    assert "This match has no clock." in message_of(await world.ann.slash(world.channel, "match clock")).content


async def test_matches_say_until_when(world: World) -> None:
    await world.begin(clock="1d")
    mine = message_of(await world.ann.slash(world.channel, "matches")).content
    assert f"due {stamp(world, DAY)}" in mine
    theirs = message_of(await world.bob.slash(world.channel, "matches")).content
    assert f"Waiting for {world.ann.mention}" in theirs
    assert f"due {stamp(world, DAY)}" in theirs


async def test_the_status_shows_a_deadline_that_moved(world: World) -> None:
    await world.begin(clock="1d")
    shown, count = status(world), len(posts(world))
    await world.bob.slash(world.channel, "match more-time", hours=5, player="ann")
    await world.ann.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    after = status(world)
    assert after.id == shown.id
    assert stamp(world, DAY) in shown.content
    assert after.content == shown.content.replace(stamp(world, DAY), stamp(world, DAY + 5 * HOUR))
    assert labels(after) == labels(shown)
    assert len(posts(world)) == count + 2, "the wish and what came of it; nobody is called again"
    await world.ann.slash(world.channel, "settings vacation", first="2026-01-02")
    await world.settle()
    assert stamp(world, 2 * DAY + 5 * HOUR) in status(world).content
    await world.ann.slash(world.channel, "match pause")
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    assert status(world).id == shown.id
    assert status(world).content.startswith("⏸️ The match is paused. The players agreed on a pause until")


async def test_a_status_that_was_deleted_stays_so(world: World) -> None:
    await world.begin(clock="1d")
    await status(world).delete()
    await world.env.settle()
    await extend(world, "ann")
    assert posts(world, "Play") == []
    assert (await latest(world)).status == "running"
    await play(world, "E/2C6/D8-")
    assert world.pings(status(world)) == [world.bob.id]


async def test_a_deadline_that_moved_before_the_status_was_posted_is_posted_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "FIRST_DELAY_S", 60.0)
    await world.begin(clock="1d")
    until = stamp(world, DAY + 5 * HOUR)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=503, code=0, times=1)
    await world.ann.slash(world.channel, "move", turn="E/2C6/D8-")
    await world.settle()
    await extend(world, "bob")
    assert [world.ann.mention in each.content for each in posts(world, "Play")] == [True]
    await wait(world, 61)
    (shown,) = posts(world, "Play")
    assert shown.content.startswith(f"Round 1. {world.bob.mention}: charge\n")
    assert world.pings(shown) == [world.bob.id]
    assert until in shown.content


async def test_a_status_that_cannot_be_edited_now_is_edited_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "FIRST_DELAY_S", 60.0)
    await world.begin(clock="1d")
    then, until = stamp(world, DAY), stamp(world, DAY + 5 * HOUR)
    path = f"/channels/{world.channel.id}/messages/{status(world).id}"
    world.env.inject_error("PATCH", path, status=503, code=0, times=1)
    await extend(world, "ann")
    assert then in status(world).content
    await wait(world, 61)
    assert until in status(world).content
    assert len(posts(world, "Play")) == 1


async def test_a_deadline_that_moved_says_why(world: World) -> None:
    match = await world.begin(clock="1d")
    await wait(world, 23 * HOUR)
    await world.bot.on_disconnect()
    await wait(world, 3 * HOUR)
    assert f"Due {stamp(world, -2 * HOUR)}" in status(world).content
    await world.bot.on_resumed()
    await world.settle()
    told = "I was offline for 3h. No clock ran during that time."
    assert f"Due {stamp(world, HOUR)}" in status(world).content
    assert told in status(world).content
    reply = await world.ann.slash(world.channel, "match clock")
    assert reply.response is not None
    assert "In the last 7 days I was offline for 3h. No clock ran during that time." in reply.response.content
    await world.play(match)
    assert told in status(world).content
    await world.play(await latest(world))
    assert told not in status(world).content
