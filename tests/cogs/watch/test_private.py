"""A match in a private thread: channels that follow its player say nothing of it, and the player is told so."""

from __future__ import annotations

import pytest
import simcord

from tests.cogs.conftest import World, private
from tests.cogs.playing import latest, message_of

pytestmark = pytest.mark.usefixtures("grove")

TOLD = "channels that follow you or this server don't show this match"


def said(world: World, channel_id: int) -> list[str]:
    stored = world.env.backend.messages.get(channel_id, {})
    return [message.content for message in stored.values()]


@pytest.mark.parametrize("kind", ["player", "server"])
async def test_a_match_in_a_private_thread_is_not_shown_and_its_player_is_told(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor, kind: str
) -> None:
    options = {"player": world.ann} if kind == "player" else {}
    answer = private(await keeper.slash(world.channel, f"watch {kind}", channel=lounge, **options))
    assert "a solo match in a private thread" in answer
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    await world.bot.arena.matches.play(1, world.person("ann"), "u")
    await world.settle()
    assert world.own(lounge) == []
    assert sum(TOLD in text for text in said(world, match.channel_id)) == 1
    # Who may look into the thread can have one channel show it.
    assert "no such match" in private(await keeper.slash(world.channel, "watch match", match=1, channel=lounge)).lower()
    mine = world.guild.create_text_channel("mine")
    await world.bot.arena.watches.follow(
        world.guild.id, mine.id, "match", 1, quiet=False, person_id=world.person("ann"), now=match
    )
    await world.settle()
    assert len(world.own(mine)) == 1


async def test_where_nothing_is_followed_nothing_is_said_of_it(world: World, keeper: simcord.MemberActor) -> None:
    await keeper.slash(world.channel, "watch player", player=world.bob)
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    assert not any(TOLD in text for text in said(world, match.channel_id))


async def test_a_match_that_all_may_read_is_shown(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await keeper.slash(world.channel, "watch player", player=world.ann, channel=lounge)
    opened = message_of(
        await world.open_table(world.ann, world.channel, "grove", players=1, where="here", loadout="usual")
    )
    await world.settle()
    assert len(world.own(lounge)) == 1
    assert TOLD not in opened.content + "".join(said(world, (await latest(world)).channel_id))
