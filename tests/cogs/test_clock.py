"""Deadlines where players read them: `/match clock`, `/matches`, and the status of a match, which follows them."""

from __future__ import annotations

import pytest

from hosting import outbox
from hosting.clock import Quiet
from tests.cogs.clocks import DAY, HOUR, extend, private_messages, stamp, wait
from tests.cogs.conftest import World
from tests.cogs.playing import labels, latest, message_of, play, posts, said, turn_message


async def test_clock_shows_everybodys_time(world: World) -> None:
    await world.begin(clock="3d+12h/5d")
    await wait(world, 6 * HOUR)
    shown = message_of(await world.bob.slash(world.channel, "match clock"))
    assert shown.ephemeral
    assert f"**ann** to move: 2d18h left; time is up {stamp(world, 66 * HOUR)}." in shown.content
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


async def test_the_board_shows_a_deadline_that_moved(world: World) -> None:
    await world.begin(clock="1d")
    shown, count = turn_message(world), len(posts(world))
    await world.bob.slash(world.channel, "match more-time", hours=5, player="ann")
    await world.ann.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    after = turn_message(world)
    assert after.id == shown.id
    assert stamp(world, DAY) in shown.content
    assert after.content == shown.content.replace(stamp(world, DAY), stamp(world, DAY + 5 * HOUR))
    assert labels(after) == labels(shown)
    assert len(posts(world)) == count + 2, "the wish and what came of it; nobody is called again"
    await world.ann.slash(world.channel, "settings vacation", first="2026-01-02")
    await world.settle()
    assert stamp(world, 2 * DAY + 5 * HOUR) in turn_message(world).content
    await world.ann.slash(world.channel, "match pause")
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    assert turn_message(world).id == shown.id
    assert "\n⏸️ The match is paused. The players agreed on a pause until" in turn_message(world).content


async def test_a_line_says_what_changed_where_the_board_was_deleted(world: World) -> None:
    await world.begin(clock="1d")
    await turn_message(world).delete()
    await world.env.settle()
    await extend(world, "ann")
    (line,) = posts(world, "Play")
    assert not line.attachments
    assert stamp(world, DAY + 5 * HOUR) in line.content
    assert world.pings(line) == []
    assert (await latest(world)).status == "running"
    await play(world, "E/2C6/D8-")
    assert world.pings(turn_message(world)) == [world.bob.id]


async def test_a_deadline_that_moved_before_the_board_was_posted_is_posted_once(
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
    assert f"\nRound 1. {world.bob.mention}: charge\n" in shown.content
    assert world.pings(shown) == [world.bob.id]
    assert until in shown.content


async def test_a_board_that_cannot_be_edited_now_is_edited_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "FIRST_DELAY_S", 60.0)
    await world.begin(clock="1d")
    then, until = stamp(world, DAY), stamp(world, DAY + 5 * HOUR)
    path = f"/channels/{world.channel.id}/messages/{turn_message(world).id}"
    world.env.inject_error("PATCH", path, status=503, code=0, times=1)
    await extend(world, "ann")
    assert then in turn_message(world).content
    await wait(world, 61)
    assert until in turn_message(world).content
    assert len(posts(world, "Play")) == 1


async def test_a_deadline_that_moved_says_why(world: World) -> None:
    match = await world.begin(clock="1d")
    await wait(world, 23 * HOUR)
    await world.bot.on_shard_disconnect(0)
    await wait(world, 3 * HOUR)
    assert f"Due {stamp(world, -2 * HOUR)}" in turn_message(world).content
    await world.bot.on_shard_resumed(0)
    await world.settle()
    told = "I was offline for 3h. No clock ran during that time."
    assert f"Due {stamp(world, HOUR)}" in turn_message(world).content
    assert told in turn_message(world).content
    reply = await world.ann.slash(world.channel, "match clock")
    assert reply.response is not None
    assert "In the last 7 days I was offline for 3h. No clock ran during that time." in reply.response.content
    await world.play(match)
    assert told in turn_message(world).content
    await world.play(await latest(world))
    assert told not in turn_message(world).content


# Calls, reminders and digests: where they come, and how often.


async def test_a_turn_is_called_once_with_its_deadline(world: World) -> None:
    await world.begin(clock="1d")
    told = f"\nRound 1. {world.ann.mention}: charge\nDue {stamp(world, DAY)}.\n-# Press **Play**"
    assert told in said(turn_message(world))
    assert world.pings(turn_message(world)) == [world.ann.id]


async def test_nudges_and_the_end_of_the_time(world: World) -> None:
    await world.begin(clock="1d")
    await wait(world, 12 * HOUR)
    nudge = posts(world)[-1]
    assert said(nudge).startswith(f"{world.ann.mention}, half your time for this turn in Replicants has passed.")
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
    assert world.pings(turn_message(world)) == []
    (call,) = private_messages(world.ann)
    assert call.startswith("ann, it's your turn in Replicants.")
    await wait(world, 22 * HOUR)
    assert len(private_messages(world.ann)) == 3
    told = posts(world)[-1]
    assert said(told).startswith("ann got a last reminder")
    assert world.pings(told) == []
    await play(world, "E/2C6/D8-")
    assert world.pings(turn_message(world)) == [world.bob.id]


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
    assert world.pings(turn_message(world)) == []
    assert stamp(world, DAY + 7 * HOUR + 2 * HOUR + 7 * HOUR) in said(turn_message(world))
    await wait(world, 7 * HOUR)
    call = posts(world)[-1]
    assert said(call).startswith(f"{world.ann.mention}, it's your turn")
    assert world.pings(call) == [world.ann.id]


async def test_the_player_to_move_is_called_again_after_a_pause(world: World) -> None:
    await world.begin()
    shown = turn_message(world)
    await world.ann.slash(world.channel, "match pause", days=3)
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    paused = said(turn_message(world))
    assert "\n⏸️ The match is paused." in paused
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


# Clocks and rests in a lobby: how they are picked, and what is said about what was agreed.


async def test_the_lobby_shows_what_was_agreed(world: World) -> None:
    message = await world.lobby(
        where="here",
        clock="3d+12h/5d",
        timeout="substitute",
        undo="never",
        automatic=True,
        weekend=True,
        quiet=Quiet("UTC", 22 * 60, 7 * 60),
    )
    for line in (
        "Clock: 3d each, 12h more per turn, 5d at most.",
        "If a player runs out of time, the match is paused and I call for a substitute.",
        "All clocks are paused from 22:00 to 07:00 (UTC).",
        "All clocks are paused on Saturdays and Sundays (UTC).",
        "Turns can't be taken back.",
        "A player's only legal turn is played automatically.",
    ):
        assert line in message.content
    assert "rated" not in message.content
    strict = await world.lobby(where="here", clock="1d", rests=False, rated=False)
    assert "Clocks run through players' quiet hours and weekends." in strict.content
    assert "This match isn't rated." in strict.content


async def test_without_a_clock_the_lobby_speaks_of_none(world: World) -> None:
    message = await world.lobby(where="here", timeout="random")
    assert "Clock" not in message.content
    assert "runs out of time" not in message.content


async def test_clocks_are_completed_and_nothing_else_is_taken(world: World) -> None:
    found = await world.ann.autocomplete(world.channel, "new replicants", "clock", "a bank of 3")
    assert found == [{"name": "a bank of 3 days, plus 12 hours a turn, 5 days at most", "value": "3d+12h/5d"}]
    assert len(await world.ann.autocomplete(world.channel, "new replicants", "clock", "")) > 10
    typed = await world.lobby(where="here", clock=" 2 Days a turn ")
    assert "Clock: 2d per turn." in typed.content
    for wrong in ("37h", "custom clock", "@everyone" * 50):
        refused = message_of(await world.ann.slash(world.channel, "new replicants", clock=wrong))
        assert refused.ephemeral
        assert "Pick `clock` from its list: " in refused.content


async def test_a_clock_of_ones_own(world: World) -> None:
    asked = await world.ann.slash(world.channel, "new replicants", clock="own")
    assert asked.modal is not None
    (field,) = [each["components"][0]["custom_id"] for each in asked.modal["components"]]
    refused = message_of(await world.ann.submit_modal(asked, {field: "a while"}))
    assert refused.ephemeral
    assert "as a clock" in refused.content
    again = await world.ann.slash(world.channel, "new replicants", clock="own")
    (field,) = [each["components"][0]["custom_id"] for each in again.modal["components"]]  # type: ignore[index]
    opened = message_of(await world.ann.submit_modal(again, {field: "36h"}))
    assert not opened.ephemeral
    assert "Clock: 1d12h per turn." in opened.content


# What comes of a player whose time is up.


async def test_a_substitute_is_sought(world: World) -> None:
    await world.begin(clock="1d", timeout="substitute")
    await wait(world, DAY)
    said = "\n".join(each.content for each in posts(world))
    assert "ann's time is up. The match is paused" in said
    match = await latest(world)
    assert match.paused is not None


async def test_the_organisers_are_told_once(world: World) -> None:
    await world.begin(clock="1d", timeout="notice")
    await wait(world, DAY)
    await wait(world, DAY)
    (told,) = [each for each in posts(world) if "ann's time is up. The match goes on" in each.content]
    assert world.pings(told) == [world.ann.id]  # whose table it was; the server has named no role for it
    assert not (await latest(world)).over


async def test_a_random_turn_is_announced(world: World) -> None:
    await world.begin(clock="1d", timeout="random")
    await wait(world, DAY)
    assert (await latest(world)).seq == 1
    assert "ann didn't decide in time, so I played a random legal turn." in posts(world)[-1].content


async def test_everything_goes_on_after_a_restart(world: World) -> None:
    await world.begin(clock="1d")
    await world.restart()
    await wait(world, DAY)
    assert (await latest(world)).over
    assert len([each for each in posts(world) if "half your time" in each.content]) == 1


# `/settings vacation`: announced, listed, cancelled, refused.


async def test_a_vacation(world: World) -> None:
    await world.begin(clock="3d")
    said = message_of(await world.ann.slash(world.channel, "settings vacation", first="2026-01-02", last="2026-01-06"))
    assert "2026-01-02 to 2026-01-06" in said.content
    assert "Days you have left in 2026: 25 of 30." in said.content
    await world.settle()
    assert posts(world)[-1].content.startswith("ann is on vacation from")
    clock = message_of(await world.bob.slash(world.channel, "match clock")).content
    assert f"time is up {stamp(world, 8 * DAY)}" in clock
    assert "ann is on vacation from" in clock
    await wait(world, 2 * DAY)
    assert "The clock is paused until" in message_of(await world.bob.slash(world.channel, "match clock")).content
    assert "• 2026-01-02 to 2026-01-06" in message_of(await world.ann.slash(world.channel, "settings vacation")).content
    (choice,) = await world.ann.autocomplete(world.channel, "settings vacation", "cancel", "")
    back = message_of(await world.ann.slash(world.channel, "settings vacation", cancel=choice["value"]))
    assert "Welcome back." in back.content
    await world.settle()
    assert posts(world)[-1].content == "ann is back from vacation. Their clock runs as usual."


async def test_a_vacation_that_cannot_be(world: World) -> None:
    today = message_of(await world.ann.slash(world.channel, "settings vacation", first="2026-01-01"))
    assert "Announce a vacation before it starts" in today.content
    what = message_of(await world.ann.slash(world.channel, "settings vacation", first="soon"))
    assert "I can't read soon as a day. Write it like 2026-01-01." in what.content


@pytest.mark.parametrize(("first", "last"), [("9999-12-31", "9999-12-31"), ("2026-01-05", "9999-12-31")])
async def test_a_vacation_at_the_end_of_time_is_refused(world: World, first: str, last: str) -> None:
    told = message_of(await world.ann.slash(world.channel, "settings vacation", first=first, last=last)).content
    assert "That's too far off" in told or "A vacation can't be longer than 30 days." in told


async def test_tables_without_vacations_are_named(world: World) -> None:
    await world.begin(clock="3d", vacation=False)
    said = message_of(await world.ann.slash(world.channel, "settings vacation", first="2026-01-02"))
    assert "The terms of these matches don't allow vacations" in said.content
    assert str(world.channel.id) in said.content
