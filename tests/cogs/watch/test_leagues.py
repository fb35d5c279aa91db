"""Channels that follow a league: who may have them do so, what is told there, and to whom not."""

from __future__ import annotations

from dataclasses import replace

import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from hosting.posts import LeaguePost, Posting, add_posts_about
from store.tables.values import Subject
from tests.cogs.conftest import World, bits, private
from tests.cogs.league.playing import begin, finish


async def test_a_followed_league_is_told_of_elsewhere(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    boss = world.organiser()
    hall = world.guild.create_text_channel("hall")
    await begin(world, boss, "ann", "bob", "cleo", "dan", format="swiss")
    assert "members who can manage" in private(await world.ann.slash(world.channel, "watch league", channel=lounge))
    told = private(await keeper.slash(lounge, "watch league"))
    assert f"<#{lounge.id}> follows Winter." in told
    assert "already announced there" in private(await keeper.slash(world.channel, "watch league"))
    await boss.slash(hall, "watch league")
    assert f"<#{lounge.id}>: the league Winter" in private(await keeper.slash(lounge, "watch list"))
    view = bits(["view_channel"])
    hidden = Overwrite(world.guild.id, OverwriteType.ROLE, 0, view)
    world.env.backend.set_overwrite(world.channel.id, hidden)
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(world.env.backend.bot_user.id, OverwriteType.MEMBER, view, 0)
    )
    listed = private(await keeper.slash(lounge, "watch list"))
    assert f"<#{lounge.id}>: a league you can't see" in listed
    assert "Winter" not in listed
    ends = await keeper.autocomplete(lounge, "watch stop", "what", "")
    assert [each["name"] for each in ends if "Winter" in each["name"]] == []
    assert "the league Winter" in private(await boss.slash(lounge, "watch list"))
    await finish(world, 1)
    assert not world.own(lounge), "its readers may not look into the channel of the league"
    world.env.backend.set_overwrite(world.channel.id, replace(hidden, deny=0))
    await finish(world, 2)
    words = [each.content for each in world.own(lounge)]
    assert any("0: match 2" in each for each in words)
    assert any("Round 2** has begun" in each for each in words)
    assert any("[match 2](" in each for each in words), "the board at the end is shown, too"
    count = len(world.own(hall))
    await boss.slash(hall, "watch stop", what="all")
    await finish(world, 3)
    assert len(world.own(hall)) == count


async def test_a_week_and_the_match_of_the_day_in_words(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan")
    view = await world.bot.arena.leagues.view(1)
    running = [each for each in view.fixtures if each.status == "running"]
    await finish(world, running[0].match_id or 0)
    posts = [
        Posting("notice", world.channel.id, LeaguePost(1, "day", running[0].id)),
        Posting("notice", world.channel.id, LeaguePost(1, "day", running[1].id)),
        Posting("notice", world.channel.id, LeaguePost(1, "week", 1)),
        Posting("notice", world.channel.id, LeaguePost(1, "week", 2)),
    ]

    async def told() -> None:
        async with world.bot.arena.db.write() as connection:
            await add_posts_about(connection, Subject("league", 1), posts, world.bot.clock.now())
        world.bot.arena.outbox.drain()

    before = {each.id for each in world.own(world.channel)}
    await world.as_bot(told())
    await world.settle()
    day, week = [each for each in world.own(world.channel) if each.id not in before]
    assert "match of the day: " in day.content
    assert "[played here](https://discord.com/channels/" in day.content
    assert week.content == ("**Winter**, week 1: 1 match came to its end.\n5 matches are still to be played."), (
        "and nothing of a week without a result, or of a match that is over"
    )
    assert [each.filename for each in week.attachments] == ["standings-1.png"]
