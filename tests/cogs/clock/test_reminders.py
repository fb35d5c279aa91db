"""Calls, reminders and digests: where they come, and how often."""

from __future__ import annotations

from tests.cogs.clock.waiting import DAY, HOUR, private_messages, stamp, wait
from tests.cogs.conftest import World
from tests.cogs.playing import latest, message_of, play, posts, said, status


async def test_a_turn_is_called_once_with_its_deadline(world: World) -> None:
    await world.begin(clock="1d")
    told = f"Round 1. {world.ann.mention}: charge\nDue {stamp(world, DAY)}.\n-# Press **Play**"
    assert said(status(world)).startswith(told)
    assert world.pings(status(world)) == [world.ann.id]


async def test_nudges_and_the_end_of_the_time(world: World) -> None:
    await world.begin(clock="1d")
    await wait(world, 12 * HOUR)
    nudge = posts(world)[-1]
    assert said(nudge).startswith(f"{world.ann.mention}, half of your time for this turn in Replicants has passed.")
    assert stamp(world, 12 * HOUR) in said(nudge)
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}" in said(nudge)
    assert world.pings(nudge) == [world.ann.id]
    await wait(world, 10 * HOUR)
    assert "almost up. This is the last reminder." in said(posts(world)[-1])
    await wait(world, 2 * HOUR)
    ended = posts(world)[-1]
    assert "**The match is over: bob wins.** ann ran out of time." in said(ended)
    assert (await latest(world)).over


async def test_reminders_by_direct_message(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", reminders="direct message")
    await world.begin(clock="1d")
    assert world.pings(status(world)) == []
    (call,) = private_messages(world.ann)
    assert call.startswith("ann, it's your turn in Replicants.")
    await wait(world, 22 * HOUR)
    assert len(private_messages(world.ann)) == 3
    told = posts(world)[-1]
    assert said(told).startswith("ann got a last reminder")
    assert world.pings(told) == []
    await play(world, "E/2C6/D8-")
    assert world.pings(status(world)) == [world.bob.id]


async def test_a_player_who_takes_no_direct_messages_is_called_in_the_channel(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", reminders="direct message")
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await world.begin(clock="1d")
    call = posts(world)[-1]
    assert said(call).startswith(f"{world.ann.mention}, it's your turn in Replicants.")
    assert world.pings(call) == [world.ann.id]


async def test_quiet_hours_are_kept(world: World) -> None:
    """The simulation starts at midnight UTC."""
    shown = message_of(await world.ann.slash(world.channel, "settings mine", quiet="22-7"))
    assert "Quiet hours: 22:00 to 07:00." in said(shown)
    await world.begin(clock="1d")
    assert world.pings(status(world)) == []
    assert stamp(world, DAY + 7 * HOUR + 2 * HOUR + 7 * HOUR) in said(status(world))
    await wait(world, 7 * HOUR)
    call = posts(world)[-1]
    assert said(call).startswith(f"{world.ann.mention}, it's your turn")
    assert world.pings(call) == [world.ann.id]


async def test_the_player_to_move_is_called_again_after_a_pause(world: World) -> None:
    await world.begin()
    shown = status(world)
    await world.ann.slash(world.channel, "match pause", days=3)
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    paused = said(status(world))
    assert paused.startswith("⏸️ The match is paused.")
    assert "Round 1. ann: charge" in paused
    assert "Press **" not in paused
    await wait(world, 3 * DAY + 1)
    (after,) = posts(world, "Play")
    assert after.id != shown.id
    assert said(after).startswith(f"Round 1. {world.ann.mention}: charge\n")
    assert world.pings(after) == [world.ann.id]
    await play(world, "E/2C6/D8-")
    assert len(posts(world, "Play")) == 1


async def test_a_call_after_a_pause_that_was_cut_off_comes_once(world: World) -> None:
    await world.begin()
    await world.ann.slash(world.channel, "match pause")
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.ann.slash(world.channel, "match pause")
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    (after,) = posts(world, "Play")
    async with world.bot.arena.db.write() as connection:
        # The process died before it could note the last post.
        await connection.exec_driver_sql(
            "UPDATE outbox SET done_at = NULL, message_id = NULL, attempts = 1"
            " WHERE id = (SELECT max(id) FROM outbox WHERE kind = 'status')"
        )
    await world.restart()
    assert [each.id for each in posts(world, "Play")] == [after.id]


async def test_a_digest_comes_at_its_hour_if_something_waits(world: World) -> None:
    for actor in (world.ann, world.bob):
        shown = message_of(await actor.slash(world.channel, "settings mine", digest="8", zone="Europe/Paris"))
        assert "Every day at 08:00 you get a list" in said(shown)
    await world.begin()
    await wait(world, 7 * HOUR)
    (digest,) = private_messages(world.ann)
    assert digest.startswith("**These matches are waiting for you**")
    assert "Your turn" in digest
    assert private_messages(world.bob) == []


async def test_a_digest_tells_nothing_of_a_server_that_its_reader_has_left(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", digest="8", zone="Europe/Paris")
    await world.begin()
    world.guild.remove_member(world.ann)
    await wait(world, 7 * HOUR)
    assert private_messages(world.ann) == []
