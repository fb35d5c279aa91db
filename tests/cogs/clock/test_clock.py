"""Clocks, reminders, vacations and digests as players meet them."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
import simcord

from hosting.outbox import dispatcher
from tests.cogs.conftest import World
from tests.cogs.playing import labels, latest, message_of, play, posts, status

HOUR, DAY = 3600, 86400


def stamp(world: World, after: float) -> str:
    return discord.utils.format_dt(world.env.now() + timedelta(seconds=after), "R")


async def wait(world: World, seconds: float) -> None:
    await world.env.advance_time(seconds)
    await world.settle()


async def extend(world: World, player: str) -> None:
    """Have an organiser give somebody five hours more."""
    await world.promote(world.eve).slash(world.channel, "organise extend", player=player, hours=5)
    await world.settle()


def private_messages(actor: simcord.MemberActor) -> list[str]:
    return [each.content for each in actor.user.dm_channel.history(viewer=actor.user) if each.author.bot]


async def test_the_lobby_shows_what_was_agreed(world: World) -> None:
    message = await world.lobby(
        where="here",
        clock="3d+12h/5d",
        timeout="substitute",
        undo="never",
        automatic=True,
        weekend=True,
        quiet="22:00-7:00",
    )
    for line in (
        "Clock: 3d for each player, 12h more with every turn, 5d at most.",
        "When a player runs out of time, the match is paused and a substitute is asked for.",
        "All clocks are paused from 22:00 to 07:00 (UTC).",
        "All clocks are paused on Saturdays and Sundays (UTC).",
        "No turn is taken back.",
        "A turn that is the only legal one is played by itself.",
    ):
        assert line in message.content
    assert "ratings" not in message.content
    strict = await world.lobby(where="here", clock="1d", rests=False, rated=False)
    assert "Clocks run through players' quiet hours and weekends." in strict.content
    assert "This match does not count for ratings." in strict.content


async def test_without_a_clock_the_lobby_speaks_of_none(world: World) -> None:
    message = await world.lobby(where="here", timeout="random")
    assert "Clock" not in message.content
    assert "runs out of time" not in message.content


async def test_clocks_and_quiet_hours_are_completed_and_nothing_else_is_taken(world: World) -> None:
    found = await world.ann.autocomplete(world.channel, "new replicants", "clock", "a bank of 3")
    assert found == [{"name": "a bank of 3 days, 12 hours more a turn, 5 days at most", "value": "3d+12h/5d"}]
    assert len(await world.ann.autocomplete(world.channel, "new replicants", "clock", "")) > 10
    found = await world.ann.autocomplete(world.channel, "new replicants", "quiet", "22")
    assert found == [{"name": "22:00-7:00", "value": "22:00-7:00"}]
    typed = await world.lobby(where="here", clock=" 2 Days a turn ", quiet="22:00-7:00")
    assert "Clock: 2d for each turn." in typed.content
    for wrong in ({"clock": "37h"}, {"clock": "3d", "quiet": "0:00-23:00"}, {"clock": "@everyone" * 50}):
        refused = message_of(await world.ann.slash(world.channel, "new replicants", where="here", **wrong))
        assert refused.ephemeral
        assert "is picked from its list" in refused.content


async def test_a_clock_of_ones_own(world: World) -> None:
    asked = await world.ann.slash(world.channel, "new replicants", where="here", clock="own", undo="free")
    assert asked.modal is not None
    (field,) = [each["components"][0]["custom_id"] for each in asked.modal["components"]]
    refused = message_of(await world.ann.submit_modal(asked, {field: "a while"}))
    assert refused.ephemeral
    assert "is no clock" in refused.content
    again = await world.ann.slash(world.channel, "new replicants", where="here", clock="own", undo="free")
    (field,) = [each["components"][0]["custom_id"] for each in again.modal["components"]]  # type: ignore[index]
    opened = message_of(await world.ann.submit_modal(again, {field: "36h"}))
    assert not opened.ephemeral
    assert "Clock: 1d12h for each turn." in opened.content
    assert "A turn can be taken back until another player has moved." in opened.content


async def test_a_turn_is_called_once_with_its_deadline(world: World) -> None:
    await world.begin(clock="1d")
    assert f"{world.ann.mention}, it is your turn in Replicants: the time is up {stamp(world, DAY)}." in (
        status(world).content
    )
    assert world.pings(status(world)) == [world.ann.id]


async def test_nudges_and_the_end_of_the_time(world: World) -> None:
    await world.begin(clock="1d")
    await wait(world, 12 * HOUR)
    nudge = posts(world)[-1]
    assert nudge.content.startswith(f"{world.ann.mention}, half of your time for this turn in Replicants has passed.")
    assert stamp(world, 12 * HOUR) in nudge.content
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}" in nudge.content
    assert world.pings(nudge) == [world.ann.id]
    await wait(world, 10 * HOUR)
    assert "nearly up. This is the last reminder." in posts(world)[-1].content
    await wait(world, 2 * HOUR)
    ended = posts(world)[-1]
    assert "**The match is over: bob wins.** ann ran out of time." in ended.content
    assert (await latest(world)).over


@pytest.mark.parametrize(("first", "last"), [("9999-12-31", "9999-12-31"), ("2026-01-05", "9999-12-31")])
async def test_a_vacation_at_the_end_of_time_is_refused(world: World, first: str, last: str) -> None:
    told = message_of(await world.ann.slash(world.channel, "vacation announce", first=first, last=last)).content
    assert "That is too far off" in told or "No vacation is longer than 30 days." in told


async def test_reminders_by_direct_message(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", reminders="direct message")
    await world.begin(clock="1d")
    assert world.pings(status(world)) == []
    (call,) = private_messages(world.ann)
    assert call.startswith("ann, it is your turn in Replicants.")
    await wait(world, 22 * HOUR)
    assert len(private_messages(world.ann)) == 3
    told = posts(world)[-1]
    assert told.content.startswith("ann was reminded for the last time")
    assert world.pings(told) == []
    await play(world, "E/2C6/D8-")
    assert world.pings(status(world)) == [world.bob.id]


async def test_whoever_takes_no_direct_messages_is_called_in_the_channel(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", reminders="direct message")
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await world.begin(clock="1d")
    call = posts(world)[-1]
    assert call.content.startswith(f"{world.ann.mention}, it is your turn in Replicants.")
    assert world.pings(call) == [world.ann.id]


async def test_quiet_hours_are_kept(world: World) -> None:
    """The simulation starts at midnight UTC."""
    shown = message_of(await world.ann.slash(world.channel, "settings mine", quiet="22-7"))
    assert "Quiet hours: 22:00 to 07:00." in shown.content
    await world.begin(clock="1d")
    assert world.pings(status(world)) == []
    assert stamp(world, DAY + 7 * HOUR + 2 * HOUR + 7 * HOUR) in status(world).content
    await wait(world, 7 * HOUR)
    call = posts(world)[-1]
    assert call.content.startswith(f"{world.ann.mention}, it is your turn")
    assert world.pings(call) == [world.ann.id]


async def test_a_substitute_is_sought(world: World) -> None:
    await world.begin(clock="1d", timeout="substitute")
    await wait(world, DAY)
    said = "\n".join(each.content for each in posts(world))
    assert "The time of ann is up. The match is paused" in said
    match = await latest(world)
    assert match.paused is not None


async def test_the_organisers_are_told_once(world: World) -> None:
    await world.begin(clock="1d", timeout="notice")
    await wait(world, DAY)
    await wait(world, DAY)
    (told,) = [each for each in posts(world) if "The time of ann is up. The match goes on" in each.content]
    assert world.pings(told) == [world.ann.id]  # whose table it was; the server has named no role for it
    assert not (await latest(world)).over


async def test_a_random_turn_is_announced(world: World) -> None:
    await world.begin(clock="1d", timeout="random")
    await wait(world, DAY)
    assert (await latest(world)).seq == 1
    assert "ann did not decide in time; a legal turn was drawn and played." in posts(world)[-1].content


async def test_everything_goes_on_after_a_restart(world: World) -> None:
    await world.begin(clock="1d")
    await world.restart()
    await wait(world, DAY)
    assert (await latest(world)).over
    assert len([each for each in posts(world) if "half of your time" in each.content]) == 1


async def test_clock_shows_everybodys_time(world: World) -> None:
    await world.begin(clock="3d+12h/5d")
    await wait(world, 6 * HOUR)
    shown = message_of(await world.bob.slash(world.channel, "clock"))
    assert shown.ephemeral
    assert f"**ann** has to move: 2d18h left, up {stamp(world, 66 * HOUR)}." in shown.content
    assert "**bob**: 3d left." in shown.content
    assert "A player who runs out of time loses." in shown.content


async def test_clock_where_there_is_none(world: World) -> None:
    await world.begin()
    assert "This match has no clock." in message_of(await world.ann.slash(world.channel, "clock")).content


async def test_a_vacation(world: World) -> None:
    await world.begin(clock="3d")
    said = message_of(await world.ann.slash(world.channel, "vacation announce", first="2026-01-02", last="2026-01-06"))
    assert "2026-01-02 to 2026-01-06" in said.content
    assert "Days you have left in 2026: 25 of 30." in said.content
    await world.settle()
    assert posts(world)[-1].content.startswith("ann is on vacation from")
    clock = message_of(await world.bob.slash(world.channel, "clock")).content
    assert f"up {stamp(world, 8 * DAY)}" in clock
    assert "ann is on vacation from" in clock
    await wait(world, 2 * DAY)
    assert "The clock is paused until" in message_of(await world.bob.slash(world.channel, "clock")).content
    assert "• 2026-01-02 to 2026-01-06" in message_of(await world.ann.slash(world.channel, "vacation list")).content
    (choice,) = await world.ann.autocomplete(world.channel, "vacation cancel", "vacation", "")
    back = message_of(await world.ann.slash(world.channel, "vacation cancel", vacation=choice["value"]))
    assert "Welcome back." in back.content
    await world.settle()
    assert posts(world)[-1].content == "ann is back from vacation. Their clock runs as usual."


async def test_a_vacation_that_cannot_be(world: World) -> None:
    today = message_of(await world.ann.slash(world.channel, "vacation announce", first="2026-01-01"))
    assert "A vacation is announced before it begins" in today.content
    what = message_of(await world.ann.slash(world.channel, "vacation announce", first="soon"))
    assert "soon is no day. Write it like 2026-01-01." in what.content


async def test_tables_without_vacations_are_named(world: World) -> None:
    await world.begin(clock="3d", vacation=False)
    said = message_of(await world.ann.slash(world.channel, "vacation announce", first="2026-01-02"))
    assert "These tables agreed on no vacations" in said.content
    assert str(world.channel.id) in said.content


async def test_matches_say_until_when(world: World) -> None:
    await world.begin(clock="1d")
    mine = message_of(await world.ann.slash(world.channel, "matches")).content
    assert f"the time is up {stamp(world, DAY)}" in mine
    theirs = message_of(await world.bob.slash(world.channel, "matches")).content
    assert f"Waiting for {world.ann.mention}" in theirs
    assert f"the time is up {stamp(world, DAY)}" in theirs


async def test_a_digest_comes_at_its_hour_if_something_waits(world: World) -> None:
    for actor in (world.ann, world.bob):
        shown = message_of(await actor.slash(world.channel, "settings mine", digest="8", zone="Europe/Paris"))
        assert "Every day at 08:00 you get a list" in shown.content
    await world.begin()
    await wait(world, 7 * HOUR)
    (digest,) = private_messages(world.ann)
    assert digest.startswith("**These matches wait for you**")
    assert "It is your turn" in digest
    assert private_messages(world.bob) == []


@pytest.mark.parametrize(
    ("option", "given", "said"),
    [
        ("quiet", "22-23:30", "22:00 to 23:30"),
        ("quiet", "20-10", "are no quiet hours"),
        ("quiet", "night", "are no quiet hours"),
        ("quiet", "25-7", "are no quiet hours"),
        ("zone", "europe/paris", "Time zone: Europe/Paris"),
        ("zone", "Atlantis", "There is no time zone Atlantis"),
        ("digest", "24", "24 is no hour"),
        ("digest", "18:00", "Every day at 18:00"),
        ("weekends", "clocks are paused", "Your clocks are paused on Saturdays and Sundays"),
        ("reminders", "no reminders", "You get no reminders."),
    ],
)
async def test_settings_are_read_and_shown(world: World, option: str, given: str, said: str) -> None:
    shown = message_of(await world.ann.slash(world.channel, "settings mine", **{option: given}))
    assert shown.ephemeral
    assert said in shown.content


async def test_time_zones_are_offered(world: World) -> None:
    offered = await world.ann.autocomplete(world.channel, "settings mine", "zone", "new york")
    assert [each["value"] for each in offered] == ["America/New_York"]
    assert len(await world.ann.autocomplete(world.channel, "settings mine", "zone", "a")) == 25


async def test_the_status_shows_a_deadline_that_moved(world: World) -> None:
    await world.begin(clock="1d")
    shown, count = status(world), len(posts(world))
    await world.bob.slash(world.channel, "offer time", hours=5, player="ann")
    await world.ann.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    after = status(world)
    assert after.id == shown.id
    assert stamp(world, DAY) in shown.content
    assert after.content == shown.content.replace(stamp(world, DAY), stamp(world, DAY + 5 * HOUR))
    assert labels(after) == labels(shown)
    assert len(posts(world)) == count + 2, "the wish and what came of it; nobody is called again"
    await world.ann.slash(world.channel, "vacation announce", first="2026-01-02")
    await world.settle()
    assert stamp(world, 2 * DAY + 5 * HOUR) in status(world).content
    await world.ann.slash(world.channel, "offer pause")
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    assert status(world).id == shown.id
    assert status(world).content.startswith("⏸️ The match is paused. The players agreed on a pause until")


async def test_whoever_must_move_is_called_again_after_a_pause(world: World) -> None:
    await world.begin()
    shown = status(world)
    await world.ann.slash(world.channel, "offer pause", days=3)
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.settle()
    assert "⏸️" in status(world).content
    await wait(world, 3 * DAY + 1)
    (after,) = posts(world, "Play")
    assert after.id != shown.id
    assert after.content.startswith(f"{world.ann.mention}, it is your turn")
    assert world.pings(after) == [world.ann.id]
    await play(world, "E/2C6/D8-")
    assert len(posts(world, "Play")) == 1


async def test_a_call_after_a_pause_that_was_cut_off_comes_once(world: World) -> None:
    await world.begin()
    await world.ann.slash(world.channel, "offer pause")
    await world.bob.click(posts(world, "Agree")[-1], label="Agree")
    await world.ann.slash(world.channel, "offer resume")
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


async def test_a_status_that_somebody_deleted_stays_so(world: World) -> None:
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
    monkeypatch.setattr(dispatcher, "FIRST_DELAY_S", 60.0)
    await world.begin(clock="1d")
    until = stamp(world, DAY + 5 * HOUR)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=503, code=0, times=1)
    await world.ann.slash(world.channel, "move", turn="E/2C6/D8-")
    await world.settle()
    await extend(world, "bob")
    assert [world.ann.mention in each.content for each in posts(world, "Play")] == [True]
    await wait(world, 61)
    (shown,) = posts(world, "Play")
    assert shown.content.startswith(world.bob.mention)
    assert world.pings(shown) == [world.bob.id]
    assert until in shown.content


async def test_a_status_that_cannot_be_edited_now_is_edited_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "FIRST_DELAY_S", 60.0)
    await world.begin(clock="1d")
    then, until = stamp(world, DAY), stamp(world, DAY + 5 * HOUR)
    path = f"/channels/{world.channel.id}/messages/{status(world).id}"
    world.env.inject_error("PATCH", path, status=503, code=0, times=1)
    await extend(world, "ann")
    assert then in status(world).content
    await wait(world, 61)
    assert until in status(world).content
    assert len(posts(world, "Play")) == 1


async def test_whoever_reads_a_deadline_that_moved_is_told_why(world: World) -> None:
    match = await world.begin(clock="1d")
    await wait(world, 23 * HOUR)
    await world.bot.on_disconnect()
    await wait(world, 3 * HOUR)
    assert f"the time is up {stamp(world, -2 * HOUR)}" in status(world).content
    await world.bot.on_resumed()
    await world.settle()
    told = "I was away for 3h meanwhile. No clock ran in that time."
    assert f"the time is up {stamp(world, HOUR)}" in status(world).content
    assert told in status(world).content
    reply = await world.ann.slash(world.channel, "clock")
    assert reply.response is not None
    assert "In the last 7 days I was away for 3h. No clock ran in that time." in reply.response.content
    await world.play(match)
    assert told in status(world).content
    await world.play(await latest(world))
    assert told not in status(world).content
