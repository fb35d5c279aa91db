"""What cannot be posted: tried again later and later, or given up and its match parked, and posted when it resumes."""

from __future__ import annotations

import asyncio

from engine.text import say
from hosting.arena import Arena
from hosting.match.model import Place, Post
from hosting.outbox import FIRST_DELAY_S, MOST_FAILURES, Behind, Retry, Undeliverable
from store.db.addresses import Address
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
    play,
)

TEAMS = (Place("board", 2), Place("team:0", 4), Place("team:1", 5))


async def test_a_failure_is_tried_again_later_and_later_in_order(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    tries: list[float] = []
    began = clock.now()

    async def fails_thrice(post: Post) -> None:
        if post.kind == "board" and len(tries) < 3:
            tries.append((clock.now() - began).total_seconds())
            raise Retry

    poster.trouble = fails_thrice
    match = await begin(arena)
    await arena.idle()
    await play(arena, match, "1/1")
    await arena.idle()
    assert poster.posts == []
    for _ in range(3):
        await clock.advance(FIRST_DELAY_S)
        await arena.idle()
    await clock.advance(10 * FIRST_DELAY_S)
    await arena.idle()
    assert tries == [0, FIRST_DELAY_S, 3 * FIRST_DELAY_S]
    assert poster.boards == [0, 1]
    assert poster.posts[0].attempts == 3
    assert clock.asleep == 1  # the look after turns that wait


async def test_a_poster_may_ask_for_more_time(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    async def later(post: Post) -> None:
        if post.attempts == 0:
            raise Retry(60)

    poster.trouble = later
    await begin(arena)
    await arena.idle()
    await clock.advance(59)
    await arena.idle()
    assert poster.posts == []
    await clock.advance(1)
    await arena.idle()
    assert poster.boards == [0]


async def test_a_retry_survives_a_restart(
    arena: Arena, database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    async def fails(_post: Post) -> None:
        raise Retry(60)

    poster.trouble = fails
    await begin(arena)
    await arena.idle()
    await arena.close()
    poster.trouble = None
    again = await open_arena(database, clock, poster)
    await again.idle()
    assert poster.posts == []
    await clock.advance(60)
    await again.idle()
    assert poster.boards == [0]
    await again.close()


async def test_the_undeliverable_parks_the_match_and_is_not_tried_again(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    tries: list[Post] = []

    async def refuses(post: Post) -> None:
        tries.append(post)
        raise Undeliverable(say("The bot may not post here."), "forbidden")

    poster.trouble = refuses
    match = await begin(arena)
    await arena.idle()
    parked = await arena.matches.get(match.id)
    assert parked.parked is not None
    assert (parked.status, parked.parked.code) == ("parked", "forbidden")
    arena.outbox.drain()
    await clock.advance(10_000)
    await arena.idle()
    assert len(tries) == 1


async def test_resuming_posts_the_latest_board_only(arena: Arena, poster: NotingPoster) -> None:
    async def refuses(post: Post) -> None:
        if post.seq == 2 and post.kind == "board":
            raise Undeliverable(say("The bot may not post here."), "forbidden")

    match = await play(arena, await begin(arena), "1/1")
    await arena.idle()
    poster.trouble = refuses
    match = await arena.matches.play(match.id, BOB.person_id, "1/1")
    await arena.idle()
    assert (await arena.matches.get(match.id)).status == "parked"
    poster.trouble = None
    poster.posts.clear()
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert poster.shown == [(CHANNEL, "board", 2), (CHANNEL, "status", 2)]


async def test_resuming_posts_only_where_the_board_is_missing(arena: Arena, poster: NotingPoster) -> None:
    async def refuses(post: Post) -> None:
        if post.channel_id == 4:
            # the other places come first, so that they have theirs
            while len([each for each in poster.posts if each.channel_id != 4]) < 4:
                await asyncio.to_thread(lambda: None)
            raise Undeliverable(say("The bot may not post here."), "forbidden")

    poster.trouble = refuses
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS)
    await arena.idle()
    poster.trouble = None
    poster.posts.clear()
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert poster.shown == [(4, "board", 0), (4, "status", 0)]


async def test_what_nobody_foresaw_is_tried_a_few_times(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    tries = 0

    async def breaks(_post: Post) -> None:
        nonlocal tries
        tries += 1
        raise RuntimeError("a mistake in the poster")

    poster.trouble = breaks
    match = await begin(arena)
    for _ in range(MOST_FAILURES + 2):
        await arena.idle()
        await clock.advance(1000)
    await arena.idle()
    assert tries == MOST_FAILURES
    parked = (await arena.matches.get(match.id)).parked
    assert parked is not None
    assert parked.code == "delivery-failed"


async def test_a_match_that_cannot_be_parked_does_not_hold_up_its_channel(arena: Arena, poster: NotingPoster) -> None:
    async def park(*_: object) -> None:
        raise RuntimeError("it does not replay")

    async def no_board(post: Post) -> None:
        if post.kind == "board":
            raise Undeliverable(say("No."), "no")

    arena.outbox.set_park(park)
    poster.trouble = no_board
    await begin(arena)
    await arena.idle()
    assert poster.shown == [(CHANNEL, "status", 0)]


async def test_the_end_of_a_match_that_cannot_be_posted_is_dropped(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    await arena.idle()

    async def refuses(_post: Post) -> None:
        raise Undeliverable(say("The channel is gone."), "no-channel")

    poster.trouble = refuses
    over = await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    assert await arena.matches.get(match.id) == over


async def test_the_end_is_posted_in_the_channels_that_are_left(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await begin(arena, places=TEAMS)
    await arena.idle()

    async def gone_or_busy(post: Post) -> None:
        if post.channel_id == 5:
            raise Undeliverable(say("Gone."), "gone")
        if post.channel_id == 2 and not post.attempts:
            raise Retry

    poster.trouble = gone_or_busy
    await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    await clock.advance(FIRST_DELAY_S)
    await arena.idle()
    assert {(channel, kind) for channel, kind, _ in poster.shown if kind == "ended"} == {(2, "ended"), (4, "ended")}


async def test_what_may_not_be_seen_before_another_post_goes_right_after_it(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    looked: list[int] = []

    async def team_after_board(post: Post) -> None:
        if post.channel_id == 2 and not post.attempts:
            raise Retry
        if post.channel_id == 4:
            looked.append(post.attempts)
            if not any(channel == 2 for channel, _, _ in poster.shown):
                raise Behind

    poster.trouble = team_after_board
    await begin(arena, places=TEAMS)
    await arena.idle()
    assert 4 not in {channel for channel, _, _ in poster.shown}
    assert set(looked) == {0}
    await clock.advance(FIRST_DELAY_S)
    await arena.idle()
    assert [channel for channel, _, _ in poster.shown].index(2) < [channel for channel, _, _ in poster.shown].index(4)
    assert set(looked) == {0}  # it was never sent, so nobody need look for it


async def test_what_is_posted_while_the_poster_looks_is_not_missed(arena: Arena, poster: NotingPoster) -> None:
    looking = asyncio.Event()

    async def slow_to_look(post: Post) -> None:
        if post.channel_id == 2:
            await looking.wait()
        elif post.channel_id == 4 and not looking.is_set():
            looking.set()
            while None in [await arena.outbox.previous(other, "status", 1) for other in (2, 5)]:
                pass
            raise Behind

    poster.trouble = slow_to_look
    await begin(arena, places=TEAMS)
    await arena.idle()
    assert {channel for channel, _, _ in poster.shown} >= {2, 4}


async def test_what_waits_for_a_post_that_is_given_up_goes_on(arena: Arena, poster: NotingPoster) -> None:
    dropped = False

    async def board_fails(post: Post) -> None:
        nonlocal dropped
        if post.channel_id == 2 and post.kind == "board":
            dropped = True
            raise Undeliverable(say("Gone."), "gone")
        if post.channel_id == 9 and not (await arena.matches.get(post.match_id)).parked:
            raise Behind

    poster.trouble = board_fails
    match = await begin(arena, places=TEAMS)
    await arena.outbox.notice(match.id, 0, 9, say("Somewhere else."))
    await arena.idle()
    assert dropped
    assert 9 in {channel for channel, _, _ in poster.shown}
