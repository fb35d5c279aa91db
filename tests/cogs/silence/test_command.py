"""`/silence`: for organisers only, always private."""

import discord
import pytest
import simcord

from cogs.core.permissions import label
from cogs.silence.log_view import _SENTENCES
from hosting.silence import PERMISSIONS, Kind, SilenceCode
from tests.cogs.conftest import private
from tests.cogs.moderation.test_unplayable import spoil
from tests.cogs.silence.conftest import Silent


async def said(
    w: Silent, name: str, command: str, channel: simcord.ChannelHandle | None = None, **options: object
) -> str:
    """What the bot answers somebody in private."""
    result = await w.people[name].slash(channel or w.general, f"silence {command}", **options)
    assert result.response is not None
    assert result.response.ephemeral
    embeds = [field for embed in result.response.embeds for field in embed.fields]
    return "\n".join([result.response.content, *(f"{field.name}\n{field.value}" for field in embeds)])


async def test_only_organisers_see_it(w: Silent) -> None:
    with pytest.raises(simcord.SetupError):
        await w.people["ann"].slash(w.general, "silence status")
    w.give("eve", "manage_guild")
    assert "of at most 500 channels" in await said(w, "eve", "status")


async def test_status_checks_and_says_how_things_are(w: Silent) -> None:
    w.give("eve", "manage_guild")
    match = await w.start()
    assert f"✓ Match {match.id} in <#{match.channel_id}> is silent." in await said(w, "eve", "status")
    w.give("ann", "administrator")
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=100)
    w.overwrite(w.channel(match, "team:0"), w.people["cleo"].id, allow="view_channel send_messages")
    await w.settle()
    text = await said(w, "eve", "status")
    assert f"✗ Match {match.id} in <#{match.channel_id}> isn't silent" in text
    assert '"Team A"' in text
    assert f"{w.people['ann'].mention} is an administrator" in text


async def test_status_goes_on_past_a_match_that_cannot_be_read(w: Silent) -> None:
    w.give("eve", "manage_guild")
    spoilt = await w.play(await w.start())
    other = await w.start()
    talking = await w.world.begin()
    spoil(w.world, spoilt)
    await w.world.restart()
    text = await said(w, "eve", "status")
    assert f"Match {talking.id} " not in text, "it need not be silent"
    assert f"✗ This version of me can't read match {spoilt.id} in <#{spoilt.channel_id}>" in text
    assert f"✓ Match {other.id} in <#{other.channel_id}> is silent." in text
    w.world.logged.clear()


async def test_status_names_what_the_bot_lacks(w: Silent) -> None:
    w.give("eve", "manage_guild")
    w.bot_lacks("manage_webhooks")
    await w.env.settle()
    assert "permissions I'm missing: `Manage Webhooks`" in await said(w, "eve", "status")


async def test_the_log_is_that_of_the_channel_or_of_the_match_named(w: Silent) -> None:
    w.give("eve", "manage_guild")
    match = await w.start()
    w.overwrite(w.channel(match, "team:0"), w.people["cleo"].id, allow="view_channel send_messages")
    await w.settle()
    for text in (
        await said(w, "eve", "log", w.world.place(match.channel_id)),
        await said(w, "eve", "log", match=match.id),
    ):
        assert 'The permissions of "Team A" had been changed' in text
    assert "Name one by its number" in await said(w, "eve", "log")
    assert "There's no such match" in await said(w, "eve", "log", match=99)


async def test_the_log_of_a_match_of_which_nothing_was_noted(w: Silent) -> None:
    w.give("eve", "manage_guild")
    table = await w.table()
    places = await w.create(table)
    w.bot.arena.matches._listeners.clear()  # as if the process had ended
    match = await w.world.as_bot(w.bot.arena.tables.start(table.id, table.host.person_id, places))
    assert await said(w, "eve", "log", match=match.id) == f"There's nothing in the log of match {match.id}."


async def test_an_organiser_who_plays_reads_no_log(w: Silent) -> None:
    w.give("ann", "manage_guild")
    match = await w.start()
    told = private(await w.people["ann"].slash(w.general, "organise log", match=match.id))
    assert told.startswith("You play in this match")


async def test_the_log_of_another_server_is_not_shown(w: Silent) -> None:
    match = await w.start()
    other = w.env.create_guild("Elsewhere")
    channel = other.create_text_channel("talk")
    boss = other.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    stranger = other.add_member(w.env.create_user("stranger"), roles=[boss])
    await w.env.settle()
    result = await stranger.slash(channel, "silence log", match=match.id)
    assert result.response is not None
    assert "There's no such match" in result.response.content


async def test_settings_are_shown_and_changed(w: Silent) -> None:
    w.give("eve", "manage_guild")
    text = await said(w, "eve", "settings")
    assert "can start even if" in text
    assert "7 days" in text
    assert "told in private" in text
    text = await said(w, "eve", "settings", block_start=True, days=3, organisers=w.general)
    assert "can't start while" in text
    assert "3 days" in text
    assert f"told in <#{w.general.id}>" in text
    settings = await w.bot.arena.settings.server(w.guild.id)
    assert settings.silence_blocks_start
    assert settings.transcript_days == 3
    text = await said(w, "eve", "settings", privately=True)
    assert "told in private" in text
    assert "3 days" in text, "what is not given stays"


async def test_a_channel_that_the_bot_cannot_write_in_is_not_for_organisers(w: Silent) -> None:
    w.give("eve", "manage_guild")
    w.overwrite(w.general, w.guild.id, deny="send_messages")
    await w.env.settle()
    elsewhere = w.guild.create_text_channel("elsewhere")
    await w.env.settle()
    assert "I can't write in" in await said(w, "eve", "settings", elsewhere, organisers=w.general)
    assert "told in private" in await said(w, "eve", "settings", elsewhere)


def test_every_line_of_the_log_can_be_said() -> None:
    assert _SENTENCES.keys() == set(SilenceCode)


async def test_the_policy_names_everything_that_is_taken(w: Silent) -> None:
    w.give("eve", "manage_guild")
    text = await said(w, "eve", "policy")
    for permission in PERMISSIONS:
        if permission.kind in (Kind.SPEECH, Kind.MODERATION, Kind.READING, Kind.BEYOND):
            assert f"**{label(permission.name)}** {permission.why}" in text
