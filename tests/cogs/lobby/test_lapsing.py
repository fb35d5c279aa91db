"""Tables that lapse, on Discord: one quiet notice, then a message without controls, also after a restart."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from tests.cogs.conftest import World, private, take
from tests.cogs.playing import labels

DAY = 86400.0


async def shortest(world: World) -> None:
    """Have tables lapse after two days: each day of simulated time takes a while."""
    change = world.bot.arena.settings.change_server(world.guild.id, lambda each: replace(each, table_days=2))
    await world.as_bot(change)


async def days(world: World, count: float) -> None:
    await world.env.advance_time(count * DAY)
    await world.settle()


async def test_the_players_are_told_once_and_quietly_and_a_day_later_the_table_is_closed(world: World) -> None:
    await shortest(world)
    message = await world.lobby(players=3, opponent=world.cleo)
    await world.press("bob", message, "Join")
    early = await world.as_it_was(world.latest(message))
    await days(world, 1)
    notice = world.own(world.channel)[-1]
    assert notice.id != message.id
    assert notice.content.startswith(f"<@{world.ann.id}> and <@{world.bob.id}>: nobody has started")
    assert f"/{world.guild.id}/{world.channel.id}/{message.id}" in notice.content
    assert notice.flags.suppress_notifications
    assert notice.flags.suppress_embeds
    assert set(world.pings(notice)) == {world.ann.id, world.bob.id}  # Cleo was asked and has not answered
    await world.restart()
    await days(world, 1)
    closed = world.latest(message)
    assert "this table has expired" in closed.content
    assert not closed.components
    assert (await world.table()).status == "cancelled"
    assert "has expired" in private(await world.bob.click(early, label="Leave"))
    assert [each.id for each in world.own(world.channel) if "nobody has started" in each.content] == [notice.id]


async def test_a_table_lapses_where_nothing_can_be_said(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await shortest(world)
    message = await world.lobby()
    take(world, "send_messages", "view_channel")
    with caplog.at_level("INFO"):
        await days(world, 2)
    assert (await world.table()).lapsed
    assert "without a word" in caplog.text
    assert labels(world.latest(message))  # as it was: Discord did not let the bot say more


async def test_a_message_that_is_gone_keeps_no_table(world: World) -> None:
    await shortest(world)
    message = await world.lobby()
    world.env.backend.delete_message(world.channel.id, message.id)
    await days(world, 2)
    assert (await world.table()).lapsed
    async with world.bot.arena.db.read() as connection:
        assert (await connection.exec_driver_sql("SELECT 1 FROM deadlines WHERE kind = 'lapse'")).all() == []


async def test_a_notice_that_arrived_is_found_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await shortest(world)
    await world.lobby()
    send = discord.abc.Messageable.send

    async def cut_off(*args: object, **given: object) -> None:
        await send(*args, **given)  # type: ignore[call-overload]
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(discord.abc.Messageable, "send", cut_off)
        await days(world, 1)
    await days(world, 600 / DAY)
    assert len([each for each in world.own(world.channel) if "nobody has started" in each.content]) == 1
    await days(world, 1)
    assert (await world.table()).lapsed


async def test_managers_choose_how_long_tables_wait(world: World) -> None:
    await world.lobby()
    mod = world.organiser()
    shown = private(await mod.slash(world.channel, "settings server"))
    assert "Open tables expire after 14 days" in shown
    assert "manage the server" in private(await world.ann.slash(world.channel, "settings server", table_days=3))
    assert "after 3 days" in private(await mod.slash(world.channel, "settings server", table_days=3))
    due = await world.bot.arena.schedule.due_at("lapse", "1")
    assert due is not None
    assert (due - (await world.table()).created_at).days == 2
