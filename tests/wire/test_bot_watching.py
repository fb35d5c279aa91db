"""The real bot over the wire: who watches, where, and what becomes of a match whose channel goes."""

from __future__ import annotations

import asyncio

from hosting.housing import GONE
from tests.wire.double import Channel, perms
from tests.wire.double.shapes import PRIVATE_THREAD
from tests.wire.stage import MESSAGES, Stage, answered, secrets


def threads(channel: Channel) -> list[Channel]:
    guild = channel.guild
    assert guild is not None
    return [each for each in guild.channels.values() if each.is_thread and each.parent is channel]


def pictures(channel: Channel) -> list[str]:
    return [file["filename"] for message in channel.messages.values() for file in message.json()["attachments"]]


async def test_spectators_who_press_at_once_get_one_place(stage: Stage) -> None:
    await stage.begin()
    guild = stage.channel.guild
    assert guild is not None
    cleo, dan = (stage.double.add_user(name, guild) for name in ("cleo", "dan"))
    status = await stage.table.status()

    menus = [await user.press(status, "More") for user in (cleo, dan)]
    pressing = zip((cleo, dan), menus, strict=True)
    replies = await asyncio.gather(*(user.press(menu.message, "Watch with others") for user, menu in pressing))
    await answered(*replies)
    await stage.bot.arena.idle()

    (thread,) = threads(stage.channel)
    assert thread.type == PRIVATE_THREAD
    assert not thread.meta["invitable"]
    assert [user.name for user in (stage.ann, stage.bob, cleo, dan) if user.can_see(thread)] == ["cleo", "dan"]
    assert sum("Spectators talk in" in text for text in secrets(replies)) == 2


async def test_a_follower_that_answers_late_gets_each_board_once(stage: Stage) -> None:
    guild = stage.channel.guild
    assert guild is not None
    role = guild.add_role("keepers", permissions=perms("MANAGE_CHANNELS"))
    kim, lounge = stage.double.add_user("kim", guild, roles=[role]), guild.add_channel("lounge")
    await answered(await kim.slash(stage.channel, "watch server", channel=lounge, quiet=True))
    await stage.begin()
    await stage.double.until(lambda: len(pictures(lounge)) == 1)
    stage.double.inject("POST", MESSAGES, drop="response", times=1)
    await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.double.until(lambda: len(pictures(lounge)) == 2)
    await stage.posted()

    assert len(set(pictures(lounge))) == len(pictures(lounge)) == 2
    assert all(message.json()["flags"] & (1 << 12) for message in lounge.messages.values())


async def test_a_match_whose_channel_is_deleted_goes_on_in_another(stage: Stage) -> None:
    await stage.begin()
    guild, match_id = stage.channel.guild, stage.table.match_id
    assert guild is not None
    guild.remove_channel(stage.channel)

    def gone() -> bool:
        match = stage.bot.arena.matches._kept.get(match_id)
        return match is not None and match.parked is not None and match.parked.code == GONE

    await stage.double.until(gone)
    await stage.bot.arena.idle()
    room = guild.add_channel("elsewhere")
    await stage.double.until(lambda: stage.bot.get_channel(room.id))
    await answered(await stage.bob.slash(room, "match move-to"))
    await stage.bot.arena.idle()

    match = await stage.match()
    assert match.status == "running"
    (thread,) = threads(room)
    assert thread.id == match.channel_id
    assert len(pictures(thread)) == 1
