"""Posts whose delivery was cut off: what became of them is found again, and nothing is posted twice."""

from __future__ import annotations

import pytest

from engine.text import Player, say
from hosting.match.model import Match, Post, PostKind
from hosting.outbox import Undeliverable
from hosting.posts import BoardPost, Content, DigestPost, ReminderPost, TextPost, dump
from store.tables import people
from store.tables.values import Subject
from tests.cogs.conftest import World
from tests.cogs.delivery.test_poster import poster

TEXT = say("{player} has *gone*.", player=Player(2))


def post(
    world: World, match: Match, kind: PostKind, content: Content, *, to: int | None = None, attempts: int = 1
) -> Post:
    """Return a post as the outbox hands it on; after a crash if it was handed on before."""
    where = world.channel.id if to is None else to
    return Post(99, Subject.of_match(match.id), match.seq, kind, where, dump(content), attempts, match.started_at)


async def test_the_message_of_the_end_is_found_again(world: World) -> None:
    match = await world.play(await world.begin())
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    shown = [each.id for each in world.own(world.channel)]
    ended = post(world, await world.bot.arena.matches.get(match.id), "ended", BoardPost("board"))
    assert await poster(world).deliver(ended) == shown[-1]
    assert [each.id for each in world.own(world.channel)] == shown


async def test_the_end_of_a_match_that_cannot_be_read_is_found_again(world: World) -> None:
    match = await world.begin()
    content = TextPost(say("It cannot be read."), unbegun=world.guild.id)
    first = await poster(world).deliver(post(world, match, "notice", content, attempts=0))
    assert first == world.own(world.channel)[-1].id
    count = len(world.own(world.channel))
    assert await poster(world).deliver(post(world, match, "notice", content)) == first
    await world.own(world.channel)[-1].delete()
    await world.env.settle()
    assert await poster(world).recover(post(world, match, "notice", content)) is None
    assert len(world.own(world.channel)) == count - 1


async def test_what_is_said_to_a_person_of_a_match_that_cannot_be_read_is_found_again(world: World) -> None:
    match, ann = await world.begin(), world.person("ann")
    content = TextPost(say("Your rating is another one."), unbegun=world.guild.id)

    def read() -> list[int]:
        return [each.id for each in world.ann.user.dm_channel.history(viewer=world.ann.user)]

    first = await poster(world).deliver(post(world, match, "private", content, to=ann, attempts=0))
    assert read() == [first]
    assert await poster(world).deliver(post(world, match, "private", content, to=ann)) == first
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    bob = post(world, match, "private", content, to=world.person("bob"), attempts=0)
    assert await poster(world).deliver(bob) is None
    async with world.bot.arena.db.write() as connection:
        await people.forget(connection, ann, match.started_at)
    world.bot.arena.people.forget()
    assert await poster(world).deliver(post(world, match, "private", content, to=ann, attempts=0)) is None
    assert read() == [first]


async def test_who_takes_no_messages_got_none_before_the_crash(world: World) -> None:
    match = await world.begin()
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=9)
    for content in (TextPost(TEXT), ReminderPost("half", 1)):
        assert await poster(world).recover(post(world, match, "private", content, to=world.person("ann"))) is None
    before = len(world.own(world.channel))
    assert await poster(world).deliver(post(world, match, "private", TextPost(TEXT), to=world.person("ann"))) is None
    assert len(world.own(world.channel)) == before, "what is for one player alone is not said in the channel"


async def test_a_list_of_nothing_is_not_sent(world: World) -> None:
    match = await world.begin()
    for user in (world.ann, world.eve):
        await poster(world).deliver(post(world, match, "private", DigestPost(), to=world.person(user), attempts=0))
    assert "These matches are waiting for you" in world.ann.user.dm_channel.history(viewer=world.ann.user)[-1].content
    assert world.eve.user.dm_channel.history(viewer=world.eve.user) == []


async def test_a_reminder_that_the_channel_refuses_is_undeliverable(world: World) -> None:
    match = await world.begin()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    with pytest.raises(Undeliverable):
        await poster(world).deliver(post(world, match, "nudge", ReminderPost("half", 1), attempts=0))


async def test_where_the_bot_may_not_read_it_posts_again(world: World) -> None:
    match = await world.begin()
    world.env.inject_error("GET", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    count = len(world.own(world.channel))
    found = await poster(world).deliver(post(world, match, "notice", TextPost(TEXT)))
    assert found == world.own(world.channel)[-1].id
    assert len(world.own(world.channel)) == count + 1
