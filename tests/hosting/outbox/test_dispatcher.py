"""The outbox: once each, in order in each channel, and side by side across channels."""

from __future__ import annotations

import asyncio

from engine.text import Player, say
from hosting.arena import Arena
from hosting.match.model import Place, Post, load_text
from hosting.outbox import AT_ONCE, Undeliverable
from store.db.addresses import Address
from tests.hosting.conftest import (
    ANN,
    CHANNEL,
    CLEO,
    DAN,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
    play,
)


async def test_nothing_is_posted_until_somebody_posts(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    await begin(arena)
    await arena.idle()
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    assert poster.shown == [(CHANNEL, "board", 0), (CHANNEL, "status", 0)]
    await arena.close()


async def test_each_post_once_however_often_the_outbox_is_drained(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    for _ in range(5):
        arena.outbox.drain()
    match = await play(arena, match, "1/1", "1/1", "1/1", "1/1")
    for _ in range(5):
        arena.outbox.drain()
        await arena.idle()
    assert poster.boards == [0, 1, 2, 3, 4]
    assert len({post.id for post in poster.posts}) == len(poster.posts)


async def test_a_status_that_a_later_one_replaces_is_not_posted(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    await play(arena, await begin(arena), "1/1", "1/1", "1/1")
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    assert poster.boards == [0, 1, 2, 3]
    assert [seq for _, kind, seq in poster.shown if kind == "status"] == [3]
    await arena.close()


async def test_a_slow_channel_holds_up_no_other(arena: Arena, poster: NotingPoster) -> None:
    free, went_on = asyncio.Event(), asyncio.Event()

    async def slow(post: Post) -> None:
        if post.channel_id == CHANNEL:
            await free.wait()
        elif post.kind == "status":
            went_on.set()

    poster.trouble = slow
    await begin(arena)
    other = await begin(arena, CLEO, DAN, places=(Place("board", 300),))
    await went_on.wait()
    assert {channel for channel, _, _ in poster.shown} == {other.channel_id}
    free.set()
    await arena.idle()
    shown = [(kind, seq) for channel, kind, seq in poster.shown if channel == CHANNEL]
    assert shown == [("board", 0), ("status", 0)]


async def test_only_so_many_channels_at_once(database: Address, clock: ManualClock, poster: NotingPoster) -> None:
    at_once = most = 0
    full = asyncio.Event()

    async def counts(_post: Post) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        if at_once == AT_ONCE:
            full.set()
        await full.wait()
        await asyncio.to_thread(lambda: None)
        at_once -= 1

    poster.trouble = counts
    arena = await open_arena(database, clock, None)
    for number in range(3 * AT_ONCE):
        await begin(arena, places=(Place("board", 300 + number),))
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    await arena.close()
    assert most == AT_ONCE
    assert len(poster.posts) == 6 * AT_ONCE


async def test_notices_come_after_what_is_due_and_park_nothing(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    text = say("{player} was seen in {place}.", player=Player(1), place=say("a voice channel"))
    await arena.outbox.notice(match.id, match.seq, CHANNEL, text)
    await arena.idle()
    assert poster.shown[-1] == (CHANNEL, "notice", 0)
    assert load_text(poster.posts[-1].payload["text"]) == text

    async def refuses(_post: Post) -> None:
        raise Undeliverable(say("The channel is gone."), "no-channel")

    poster.trouble = refuses
    await arena.outbox.notice(match.id, match.seq, 999, text)
    await arena.idle()
    assert (await arena.matches.get(match.id)).status == "running"


async def test_earlier_messages_are_found_to_be_tidied(arena: Arena, poster: NotingPoster) -> None:
    previous = arena.outbox.previous
    first = await begin(arena)
    await arena.idle()
    await play(arena, first, "1/1", "1/1")
    await arena.idle()
    status = {post.seq: 1000 + post.id for post in poster.posts if post.kind == "status"}
    assert await previous(CHANNEL, "status", 0) is None
    assert await previous(CHANNEL, "status", 2) == status[max(seq for seq in status if seq < 2)]
    assert await previous(CHANNEL, "status", 99) == status[2]
    assert await previous(CHANNEL + 1, "status", 99) is None
    await arena.matches.forfeit(first.id, ANN.person_id)
    second = await begin(arena)
    await arena.idle()
    assert await previous(CHANNEL, "status", 1) == 1000 + poster.posts[-1].id
    assert await previous(CHANNEL, "status", 99, match_id=first.id) == status[2]
    assert await previous(CHANNEL, "status", 0, match_id=second.id) is None
