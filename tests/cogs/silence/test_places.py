"""The channels of a silent match (R29): how they are made, what is said before, and what happens if it fails."""

import re
from typing import Any

import discord
import pytest
import simcord

from cogs.core.errors import MissingPermission, Refusal
from cogs.core.permissions import FEATURES, wanted
from cogs.silence import channels
from cogs.silence.channels import AWAY, ORPHANED_AFTER, held
from hosting.match.model import ServerSettings
from hosting.silence import NEEDED, READING, WORDS
from tests.cogs.silence.conftest import Silent


def channel_count(w: Silent) -> int:
    return len(w.env.backend.get_guild(w.guild.id).channel_ids)


async def test_r29_who_can_do_what_in_which_channel(w: Silent) -> None:
    match = await w.start()
    assert [place.role for place in match.places] == ["board", "category", "spectators", "team:0", "team:1"]
    board, spectators = w.channel(match, "board"), w.channel(match, "spectators")
    for team, mine, others in (("team:0", "ann cleo", "bob dan"), ("team:1", "bob dan", "ann cleo")):
        channel = w.channel(match, team)
        for name in mine.split():
            assert w.can(name, channel) >= READING
            assert not w.can(name, channel) & WORDS
            assert w.can(name, board) >= READING
            assert not w.can(name, board) & WORDS
            assert not w.can(name, spectators)
        for name in (*others.split(), "eve"):
            assert not w.can(name, channel)
    assert {"view_channel", "read_message_history"} <= w.can("eve", board)
    assert "send_messages" not in w.can("eve", board)
    assert "send_messages" in w.can("eve", spectators)


async def test_every_channel_is_created_with_its_overwrites_in_one_call(w: Silent) -> None:
    await w.start()
    calls = [call for call in w.env.http_requests if call.path.endswith("/channels") and call.method == "POST"]
    assert [bool((call.json or {})["permission_overwrites"]) for call in calls] == [True] * 5
    assert not any("/permissions/" in call.path for call in w.env.http_requests)


async def test_names_and_topics_hold_nothing_that_a_player_chose(w: Silent) -> None:
    match = await w.start()
    for place in match.places:
        channel = w.seen.get_channel(place.channel_id)
        shown = f"{channel} {channel.topic if isinstance(channel, discord.TextChannel) else ''}".lower()
        assert not w.people.keys() & set(re.findall(r"\w+", shown))


async def test_a_server_that_hides_its_channels_from_newcomers_hides_the_board_too(w: Silent) -> None:
    everyone = w.guild.default_role
    w.env.backend.edit_role(w.guild.id, everyone.id, {"permissions": 0})
    match = await w.start()
    assert not w.can("eve", w.channel(match, "board"))
    assert w.can("ann", w.channel(match, "board")) >= READING


def test_what_the_bot_asks_for_is_what_the_policy_takes() -> None:
    feature = next(feature for feature in FEATURES if feature.key == "silent teams")
    assert held(wanted([feature])) == NEEDED


async def test_missing_permissions_are_named_and_nothing_is_made(w: Silent) -> None:
    w.bot_lacks("manage_webhooks pin_messages")
    await w.env.settle()
    table, before = await w.table(), channel_count(w)
    with pytest.raises(MissingPermission) as caught:
        await w.create(table)
    assert caught.value.permissions == ("manage_webhooks", "pin_messages")
    assert channel_count(w) == before
    said = "\n".join(map(str, await channels.warnings(w.bot, table, w.seen)))
    assert "Manage Webhooks" in said
    assert "Pin Messages" in said


async def test_the_limit_of_channels_is_spoken_of_before_it_is_reached(w: Silent) -> None:
    table = await w.table()
    plain = await channels.warnings(w.bot, table, w.seen)
    while channel_count(w) < 476:
        w.guild.create_text_channel("more")
    await w.env.settle()
    assert [str(text) for text in await channels.warnings(w.bot, table, w.seen)] == [
        *map(str, plain),
        "This server has 476 of at most 500 channels, and the match needs 5 more.",
    ]
    while channel_count(w) < 496:
        w.guild.create_text_channel("more")
    await w.env.settle()
    refusal = "The match can't start: it needs 5 channels, and this server has 496 of at most 500."
    assert refusal in map(str, await channels.warnings(w.bot, table, w.seen))
    with pytest.raises(Refusal, match="it needs 5 channels"):
        await w.create(table)
    assert channel_count(w) == 496


@pytest.mark.parametrize("nth", [1, 2, 5])
async def test_if_discord_refuses_midway_nothing_is_left(w: Silent, monkeypatch: pytest.MonkeyPatch, nth: int) -> None:
    table, before = await w.table(), channel_count(w)
    create, made = w.env.backend.create_channel, 0

    def failing(*args: Any, **fields: Any) -> Any:
        nonlocal made
        made += 1
        if made == nth:
            raise simcord.BackendError(400, 30013, "Maximum number of guild channels reached (500)")
        return create(*args, **fields)

    monkeypatch.setattr(w.env.backend, "create_channel", failing)
    with pytest.raises(Refusal):
        await w.create(table)
    await w.env.settle()
    assert channel_count(w) == before


async def test_channels_can_be_undone_also_if_somebody_was_faster(w: Silent) -> None:
    table, before = await w.table(), channel_count(w)
    places = await w.create(table)
    w.env.backend.delete_channel(places[2].channel_id)
    await w.env.settle()
    await channels.undo_places(w.bot, w.seen, places)
    await w.env.settle()
    assert channel_count(w) == before


async def test_channels_of_a_match_that_never_started_are_removed_later(w: Silent) -> None:
    table, before = await w.table(), channel_count(w)
    await w.create(table)
    w.seen.unavailable = True
    await w.env.advance_time(ORPHANED_AFTER.total_seconds() + 1)
    await w.settle()
    assert channel_count(w) == before + 5, "what else is in the category cannot be seen"
    w.seen.unavailable = False
    await w.env.advance_time(AWAY.total_seconds() + 1)
    await w.settle()
    assert channel_count(w) == before


async def test_channels_that_another_match_of_the_table_left_are_removed_later(w: Silent) -> None:
    table, before = await w.table(), channel_count(w)
    await w.create(table)  # the start failed, and so did undoing it
    places = await w.create(table)
    await w.world.as_bot(w.bot.arena.tables.start(table.id, table.host.person_id, places))
    await w.env.advance_time(ORPHANED_AFTER.total_seconds() + 1)
    await w.settle()
    assert channel_count(w) == before + 5
    assert all(w.exists(place.channel_id) for place in places)


async def test_a_failure_midway_that_cannot_be_undone_is_told_as_it_is(
    w: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, before = await w.table(), channel_count(w)
    create, made = w.env.backend.create_channel, 0

    def failing(*args: Any, **fields: Any) -> Any:
        nonlocal made
        made += 1
        if made == 3:
            raise simcord.BackendError(403, 50013, "Missing Permissions")
        return create(*args, **fields)

    monkeypatch.setattr(w.env.backend, "create_channel", failing)
    w.env.inject_error("DELETE", "/channels/*", status=403, code=50013, times=1)
    with pytest.raises(discord.Forbidden):
        await w.create(table)
    await w.env.settle()
    assert channel_count(w) == before + 1
    assert "could not remove channel" in w.world.logged.text


async def test_channels_of_a_match_that_started_stay(w: Silent) -> None:
    match = await w.start()
    await w.env.advance_time(ORPHANED_AFTER.total_seconds() + 1)
    await w.settle()
    assert all(w.exists(place.channel_id) for place in match.places)


@pytest.mark.parametrize(
    ("permissions", "said"),
    [("administrator", "is an administrator"), ("manage_roles", "can manage roles"), ("manage_channels", None)],
)
async def test_players_who_could_bypass_the_silence_are_named_before_the_start(
    w: Silent, permissions: str, said: str | None
) -> None:
    table = await w.table()
    before = await channels.warnings(w.bot, table, w.seen)
    assert len(before) == 1, "only what no bot can close"
    w.give("cleo", permissions)
    w.give("eve", "administrator")
    warnings = [str(text) for text in (await channels.warnings(w.bot, table, w.seen))[1:]]
    if said is None:
        assert warnings == []
    else:
        assert len(warnings) == 1
        assert w.people["cleo"].mention in warnings[0]
        assert said in warnings[0]


async def test_the_owner_is_named_too(w: Silent) -> None:
    table = await w.table()
    w.env.backend.edit_guild(w.guild.id, {"owner_id": w.people["dan"].id})
    await w.env.settle()
    warnings = [str(text) for text in await channels.warnings(w.bot, table, w.seen)]
    assert f"{w.people['dan'].mention} owns this server" in warnings[1]


@pytest.mark.parametrize("blocks", [False, True])
async def test_a_server_decides_whether_that_keeps_the_match_from_starting(w: Silent, blocks: bool) -> None:
    await w.bot.arena.settings.set_server(w.guild.id, ServerSettings(silence_blocks_start=blocks))
    table, before = await w.table(), channel_count(w)
    w.give("cleo", "administrator")
    said = [str(text) for text in await channels.warnings(w.bot, table, w.seen)]
    assert ("This server doesn't start a silent match like that." in said) is blocks
    if blocks:
        with pytest.raises(Refusal, match="get around the silence") as caught:
            await w.create(table)
        assert w.people["cleo"].mention in str(caught.value)
        assert channel_count(w) == before
    else:
        assert len(await w.create(table)) == 5


async def test_whoever_presses_a_lobby_of_silent_teams_is_answered_before_members_are_fetched(w: Silent) -> None:
    message = await w.world.lobby(mode="teams")
    joined = await w.world.press("bob", message, "Join")
    assert joined.deferred
    assert f"Seat 2, team B: <@{w.people['bob'].id}>" in w.world.latest(message).content
