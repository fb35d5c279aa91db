"""A season that is published is announced once, wherever the process dies."""

from __future__ import annotations

import pytest

from hosting.league.service import Leagues
from tests.cogs.conftest import World
from tests.cogs.league.playing import drafted, posts
from tests.cogs.playing import labels


async def test_a_season_that_was_published_and_not_announced_is_announced_at_the_next_start(world: World) -> None:
    boss = world.organiser()
    drafted(await boss.slash(world.channel, "league create", game="replicants", format="round-robin"))
    await world.bot.arena.leagues.publish(1)
    assert posts(world) == []
    await world.restart()
    (post,) = posts(world)
    assert labels(post) == ["Join", "Start (organisers)", "Terms"]
    assert (await world.bot.arena.leagues.view(1)).season.message_id == post.id
    await world.restart()
    assert len(posts(world)) == 1


async def test_an_announcement_that_was_not_noted_is_found_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def died(*_: object) -> None:
        """Do nothing, as a process that is gone."""

    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", format="round-robin"))
    with monkeypatch.context() as patched:
        patched.setattr(Leagues, "posted", died)
        await boss.click(draft, label="Publish")
    (post,) = posts(world)
    assert (await world.bot.arena.leagues.view(1)).season.message_id is None
    await world.restart()
    assert [each.id for each in posts(world)] == [post.id]
    assert (await world.bot.arena.leagues.view(1)).season.message_id == post.id
    await world.press("ann", post, "Join")
    assert "1 player" in world.latest(post).content


async def test_a_season_without_a_channel_waits_for_an_organiser(world: World) -> None:
    boss = world.organiser()
    drafted(await boss.slash(world.channel, "league create", game="replicants", format="round-robin"))
    await world.bot.arena.leagues.publish(1)
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages")
    await world.restart()
    assert posts(world) == []
    assert any("cannot be announced" in record.getMessage() for record in world.logged.records)
