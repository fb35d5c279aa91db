"""After a silent match: its channels open for talk, the transcript is posted, and days later they are deleted."""

import pytest

from cogs.silence.cog import Silence
from hosting.match.model import Match, ServerSettings
from tests.cogs.silence.conftest import Silent

DAY = 86400.0


async def transcripts(w: Silent, channel_id: int) -> list[str]:
    """The transcripts posted in a channel."""
    files = [file for message in w.world.place(channel_id).history() for file in message.attachments]
    return [(await file.read()).decode() for file in files if file.filename.endswith("-transcript.txt")]


async def over_for_a_day(w: Silent) -> Match:
    """End a match whose channels are deleted the day after; each day of simulated time takes a while."""
    await w.bot.arena.settings.set_server(w.guild.id, ServerSettings(transcript_days=1))
    return await w.resign(await w.start(), "ann")


async def test_the_channels_open_for_talk(w: Silent) -> None:
    match = await w.resign(await w.start(), "ann")
    for place, talkers in (("board", "ann bob cleo dan eve"), ("spectators", "ann bob cleo dan eve"),
                           ("team:0", "ann cleo"), ("team:1", "bob dan")):  # fmt: skip
        channel = w.channel(match, place)
        for name in w.people:
            assert ("send_messages" in w.can(name, channel)) is (name in talkers.split()), (name, place)
    assert (await w.codes(match))[-1] == "opened"


async def test_the_transcript_holds_the_record_and_what_was_done(w: Silent) -> None:
    match = await w.start()
    w.overwrite(w.channel(match, "team:0"), w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    match = await w.resign(match, "ann")
    for channel_id in (w.general.id, match.channel_id):
        (text,) = await transcripts(w, channel_id)
        assert '[Mode "teams"]' in text
        assert "(F.Bob.Dan)" in text
        assert 'The permissions of "Team A" had been changed, and I restored them: ' in text
        assert "Send Messages ✗→✓" in text


async def test_drift_no_longer_matters(w: Silent) -> None:
    match = await w.resign(await w.start(), "bob")
    channel = w.channel(match, "team:0")
    w.overwrite(channel, w.people["eve"].id, allow="view_channel send_messages")
    await w.env.advance_time(7200)
    await w.settle()
    assert "send_messages" in w.can("eve", channel)


@pytest.mark.parametrize("days", [1, 7])
async def test_the_channels_are_deleted_after_the_days_that_the_server_chose(w: Silent, days: int) -> None:
    await w.bot.arena.settings.set_server(w.guild.id, ServerSettings(transcript_days=days))
    match = await w.resign(await w.start(), "ann")
    due = int(w.env.now().timestamp() + days * DAY)
    said = [message.content for message in w.world.place(match.channel_id).history()]
    assert any(f"<t:{due}:R>" in text for text in said)
    await w.env.advance_time(days * DAY - 60)
    await w.settle()
    assert all(w.exists(place.channel_id) for place in match.places)
    await w.env.advance_time(120)
    await w.settle()
    assert not any(w.exists(place.channel_id) for place in match.places)
    assert (await w.codes(match))[-1] == "deleted"
    assert len(await transcripts(w, w.general.id)) == 1, "the transcript stays where the table was opened"


async def test_nothing_is_deleted_while_the_server_cannot_be_seen(w: Silent) -> None:
    """What else is in the category could not be told then."""
    match = await over_for_a_day(w)
    await w.env.advance_time(DAY - 60)
    w.seen.unavailable = True
    await w.env.advance_time(120)
    await w.settle()
    assert all(w.exists(place.channel_id) for place in match.places)
    w.seen.unavailable = False
    await w.env.advance_time(3600)
    await w.settle()
    assert not any(w.exists(place.channel_id) for place in match.places)


async def test_channels_that_somebody_deleted_already_are_fine(w: Silent) -> None:
    match = await over_for_a_day(w)
    for place in ("team:0", "board", "category"):
        w.env.backend.delete_channel(w.channel(match, place).id)
    await w.env.settle()
    await w.env.advance_time(2 * DAY)
    await w.settle()
    assert not any(w.exists(place.channel_id) for place in match.places)
    assert (await w.codes(match))[-1] == "deleted"


async def test_a_category_with_somebody_else_s_channels_stays(w: Silent) -> None:
    match = await over_for_a_day(w)
    category = w.channel(match, "category")
    other = w.guild.create_text_channel("other", category=category)
    await w.env.settle()
    await w.env.advance_time(2 * DAY)
    await w.settle()
    assert w.exists(category.id)
    assert w.exists(other.id)
    assert not w.exists(match.channel_id)


async def test_if_discord_refuses_to_delete_organisers_are_told_and_it_is_left_at_that(w: Silent) -> None:
    match = await over_for_a_day(w)
    w.env.inject_error("DELETE", "/channels/*", status=403, code=50013, times=5)
    await w.env.advance_time(3 * DAY)
    await w.settle()
    assert (await w.codes(match))[-5:] == ["kept"] * 5
    owner = w.guild.owner
    assert "I can't delete" in owner.dm_channel.history(viewer=owner)[-1].content
    tries = [call for call in w.env.http_requests if call.method == "DELETE" and "/messages/" not in call.path]
    assert len(tries) == 5


async def test_channels_that_cannot_be_opened_or_written_to_keep_nothing_up(w: Silent) -> None:
    match = await w.start()
    w.env.inject_error("PATCH", f"/channels/{w.channel(match, 'team:0').id}", status=403, code=50013, times=9)
    w.env.inject_error("POST", f"/channels/{w.general.id}/messages", status=403, code=50013, times=9)
    match = await w.resign(match, "ann")
    assert (await w.codes(match))[-1] == "opened"
    assert "send_messages" not in w.can("ann", w.channel(match, "team:0"))
    assert "send_messages" in w.can("bob", w.channel(match, "team:1"))
    assert await transcripts(w, w.general.id) == []
    assert len(await transcripts(w, match.channel_id)) == 1


async def test_a_server_out_of_sight_when_the_match_ends_is_seen_to_later(w: Silent) -> None:
    match = await w.start()
    w.seen.unavailable = True
    match = await w.resign(match, "ann")
    assert "opened" not in await w.codes(match)
    assert await w.world.as_bot(w.bot.silence.check(match.id)) == ()
    w.seen.unavailable = False
    await w.env.advance_time(3700)
    await w.settle()
    assert (await w.codes(match))[-1] == "opened"
    silence = w.bot.get_cog("Silence")
    assert isinstance(silence, Silence)
    await w.world.as_bot(silence.hourly(str(match.id), None))
    assert (await w.codes(match)).count("opened") == 1
    assert len(await transcripts(w, match.channel_id)) == 1


async def test_the_transcript_is_posted_once_even_if_the_bot_restarts(w: Silent) -> None:
    match = await w.resign(await w.start(), "ann")
    await w.world.restart()
    await w.env.advance_time(7200)
    await w.settle()
    assert len(await transcripts(w, match.channel_id)) == 1


async def test_what_a_crash_kept_from_being_opened_is_opened_later(w: Silent, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await w.start()
    monkeypatch.setattr(w.bot.get_cog("Silence"), "_soon", lambda *_: None)
    match = await w.resign(match, "ann")
    assert "opened" not in await w.codes(match)
    await w.world.restart()
    await w.env.advance_time(3700)
    await w.settle()
    assert (await w.codes(match))[-1] == "opened"
    assert "send_messages" in w.can("ann", w.channel(match, "team:0"))


async def test_what_drifted_while_the_bot_was_away_is_put_right(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages", told=False)
    await w.world.restart()
    assert "send_messages" in w.can("ann", channel)
    await w.env.advance_time(3700)
    await w.settle()
    assert "send_messages" not in w.can("ann", channel)
