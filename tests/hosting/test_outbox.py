"""The outbox: once each, in order in each channel, side by side across channels, and after a crash too."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import select

import store.outbox
from engine.text import Player, say
from hosting import outbox
from hosting.arena import Arena
from hosting.errors import Retry, Undeliverable
from hosting.model import Match, Place, Post, load_text
from hosting.outbox import AT_ONCE, FIRST_DELAY_S, KEPT, MOST_FAILURES, PRUNED_EVERY
from store import schema
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
)

TEAMS = (Place("board", 2), Place("team:0", 4), Place("team:1", 5))


async def play(arena: Arena, match: Match, turns: int) -> Match:
    for number in range(turns):
        match = await arena.matches.play(match.id, (ANN, BOB)[number % 2].user_id, "1/1")
    return match


def boards(poster: NotingPoster) -> list[int]:
    return [seq for _, kind, seq in poster.shown if kind == "board"]


async def test_nothing_is_posted_until_somebody_posts(
    database: str | Path, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    await begin(arena)
    await arena.idle()
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    assert poster.shown == [(CHANNEL, "board", 0), (CHANNEL, "status", 0)]
    await arena.close()


async def test_a_certain_first_try_is_told_from_a_possible_second(
    database: str | Path, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    match = await begin(arena)
    await arena.close()
    again = await open_arena(database, clock, poster)
    await again.idle()
    await again.matches.play(match.id, ANN.user_id, "1/1")
    await again.idle()
    assert [(post.seq, post.attempts) for post in poster.posts] == [(0, 1), (0, 1), (1, 0), (1, 0)]
    await again.close()


async def test_what_was_posted_but_not_noted_comes_again_as_the_same_post(
    arena: Arena, database: str | Path, clock: ManualClock, poster: NotingPoster
) -> None:
    posted: list[Post] = []

    async def dies_after_posting(post: Post) -> None:
        posted.append(post)
        raise asyncio.CancelledError

    poster.trouble = dies_after_posting
    await begin(arena)
    await arena.idle()
    await arena.close()
    poster.trouble = None
    again = await open_arena(database, clock, poster)
    await again.idle()
    await again.close()
    assert poster.posts[0].id == posted[0].id
    assert (posted[0].attempts, poster.posts[0].attempts) == (0, 1)


async def test_each_post_once_however_often_the_outbox_is_drained(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    for _ in range(5):
        arena.outbox.drain()
    match = await play(arena, match, 4)
    for _ in range(5):
        arena.outbox.drain()
        await arena.idle()
    assert boards(poster) == [0, 1, 2, 3, 4]
    assert len({post.id for post in poster.posts}) == len(poster.posts)


async def test_a_status_that_a_later_one_replaces_is_not_posted(
    database: str | Path, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    await play(arena, await begin(arena), 3)
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    assert boards(poster) == [0, 1, 2, 3]
    assert [seq for _, kind, seq in poster.shown if kind == "status"] == [3]
    await arena.close()


async def test_a_status_that_may_have_been_posted_before_it_was_replaced_is_found_again(
    database: str | Path, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, None)
    match = await begin(first)
    await first.close()
    # The process that dies here may have posted the first status, and not have noted so.
    second = await open_arena(database, clock, None)
    await play(second, match, 1)
    second.outbox.set_poster(poster)
    second.outbox.drain()
    await second.idle()
    assert poster.shown == [(CHANNEL, "board", 0), (CHANNEL, "board", 1), (CHANNEL, "status", 1)]
    assert [(post.kind, post.seq, post.attempts) for post in poster.sought] == [("status", 0, 1)]
    assert await second.outbox.previous(CHANNEL, "status", 1) == 1000 + poster.sought[0].id
    await second.close()


async def test_a_slow_channel_holds_up_no_other(arena: Arena, poster: NotingPoster) -> None:
    free = asyncio.Event()

    async def slow(post: Post) -> None:
        if post.channel_id == CHANNEL:
            await free.wait()

    poster.trouble = slow
    await begin(arena)
    other = await begin(arena, CLEO, DAN, places=(Place("board", 300),))
    for _ in range(1000):
        await asyncio.sleep(0)
        if (300, "status", 0) in poster.shown:
            break
        await asyncio.to_thread(lambda: None)
    assert {channel for channel, _, _ in poster.shown} == {other.channel_id}
    free.set()
    await arena.idle()
    assert poster.shown[-2:] == [(CHANNEL, "board", 0), (CHANNEL, "status", 0)]


async def test_only_so_many_channels_at_once(database: str | Path, clock: ManualClock, poster: NotingPoster) -> None:
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
    await play(arena, match, 1)
    await arena.idle()
    assert poster.posts == []
    for _ in range(3):
        await clock.advance(FIRST_DELAY_S)
        await arena.idle()
    await clock.advance(10 * FIRST_DELAY_S)
    await arena.idle()
    assert tries == [0, FIRST_DELAY_S, 3 * FIRST_DELAY_S]
    assert boards(poster) == [0, 1]
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
    assert boards(poster) == [0]


async def test_a_retry_survives_a_restart(
    arena: Arena, database: str | Path, clock: ManualClock, poster: NotingPoster
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
    assert boards(poster) == [0]
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

    match = await play(arena, await begin(arena), 1)
    await arena.idle()
    poster.trouble = refuses
    match = await arena.matches.play(match.id, BOB.user_id, "1/1")
    await arena.idle()
    assert (await arena.matches.get(match.id)).status == "parked"
    poster.trouble = None
    poster.posts.clear()
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert poster.shown == [(CHANNEL, "board", 2), (CHANNEL, "status", 2)]


async def test_what_arrives_though_it_was_given_up_meanwhile_is_not_posted_again(
    arena: Arena, poster: NotingPoster
) -> None:
    match = await begin(arena)
    on_its_way, arrives = asyncio.Event(), asyncio.Event()

    async def slow(_post: Post) -> None:
        on_its_way.set()
        await arrives.wait()

    poster.trouble = slow
    await on_its_way.wait()
    await arena.matches.park(match.id, say("Gone for a moment."), "channel-gone")
    poster.trouble = None
    arrives.set()
    await arena.idle()
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert poster.shown == [(CHANNEL, "board", 0), (CHANNEL, "status", 0)]


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


async def test_the_end_of_a_match_that_cannot_be_posted_is_dropped(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    await arena.idle()

    async def refuses(_post: Post) -> None:
        raise Undeliverable(say("The channel is gone."), "no-channel")

    poster.trouble = refuses
    over = await arena.matches.forfeit(match.id, ANN.user_id)
    await arena.idle()
    assert await arena.matches.get(match.id) == over


async def test_notices_come_after_what_is_due_and_park_nothing(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    text = say("{player} was seen in {place}.", player=Player(1), place=say("a voice channel"))
    await arena.outbox.notice(match, CHANNEL, text)
    await arena.idle()
    assert poster.shown[-1] == (CHANNEL, "notice", 0)
    assert load_text(poster.posts[-1].payload["text"]) == text

    async def refuses(_post: Post) -> None:
        raise Undeliverable(say("The channel is gone."), "no-channel")

    poster.trouble = refuses
    await arena.outbox.notice(match, 999, text)
    await arena.idle()
    assert (await arena.matches.get(match.id)).status == "running"


async def test_earlier_messages_are_found_to_be_tidied(arena: Arena, poster: NotingPoster) -> None:
    previous = arena.outbox.previous
    first = await begin(arena)
    await arena.idle()
    await play(arena, first, 2)
    await arena.idle()
    status = {post.seq: 1000 + post.id for post in poster.posts if post.kind == "status"}
    assert await previous(CHANNEL, "status", 0) is None
    assert await previous(CHANNEL, "status", 2) == status[max(seq for seq in status if seq < 2)]
    assert await previous(CHANNEL, "status", 99) == status[2]
    assert await previous(CHANNEL + 1, "status", 99) is None
    await arena.matches.forfeit(first.id, ANN.user_id)
    second = await begin(arena)
    await arena.idle()
    assert await previous(CHANNEL, "status", 1) == 1000 + poster.posts[-1].id
    assert await previous(CHANNEL, "status", 99, match_id=first.id) == status[2]
    assert await previous(CHANNEL, "status", 0, match_id=second.id) is None


async def test_closing_stops_a_delivery_and_keeps_the_post(
    arena: Arena, database: str | Path, clock: ManualClock, poster: NotingPoster
) -> None:
    delivering = asyncio.Event()

    async def hangs(_post: Post) -> None:
        delivering.set()
        await asyncio.Event().wait()

    poster.trouble = hangs
    await begin(arena)
    await delivering.wait()
    await arena.close()
    await arena.close()
    poster.trouble = None
    again = await open_arena(database, clock, poster)
    await again.idle()
    await again.close()
    assert boards(poster) == [0]


async def kept(arena: Arena) -> dict[int, int]:
    """Return how many posts are remembered of each match, besides reminders of turns that wait."""
    async with arena.db.read() as connection:
        rows = await connection.execute(select(schema.outbox.c.match_id).where(schema.outbox.c.kind != "nudge"))
        return dict(Counter(rows.scalars()))


async def pass_days(arena: Arena, clock: ManualClock, time: timedelta) -> None:
    for _ in range(time // PRUNED_EVERY):
        await clock.advance(PRUNED_EVERY.total_seconds())
        await arena.idle()


@pytest.mark.parametrize("at_once", [1, 3, 500])
async def test_posts_of_matches_long_over_are_removed_a_few_at_a_time(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(outbox, "PRUNED_AT_ONCE", at_once)
    over = await play(arena, await begin(arena), 4)
    running = await play(arena, await begin(arena, CLEO, DAN, places=(Place("board", 300),)), 0)
    await arena.matches.forfeit(over.id, ANN.user_id)
    await arena.idle()
    every = await kept(arena)
    assert every.keys() == {over.id, running.id}

    await pass_days(arena, clock, KEPT)
    late = await begin(arena)
    await arena.matches.forfeit(late.id, ANN.user_id)
    await arena.idle()
    assert (await kept(arena))[over.id] == every[over.id]

    await pass_days(arena, clock, 2 * PRUNED_EVERY)
    left = await kept(arena)
    assert left.keys() == {running.id, late.id}
    assert left[running.id] == every[running.id]
    assert await arena.outbox.previous(300, "status", 99, running.id) is not None

    await pass_days(arena, clock, KEPT)
    assert await kept(arena) == {running.id: every[running.id]}


async def test_posts_that_are_due_are_not_removed(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    match = await begin(arena)
    other = await begin(arena, CLEO, DAN, places=(Place("board", 300),))
    await arena.idle()

    async def fails(post: Post) -> None:
        if post.match_id == match.id:
            raise Retry(2 * KEPT.total_seconds())

    poster.trouble = fails
    await arena.matches.forfeit(match.id, ANN.user_id)
    await arena.matches.forfeit(other.id, CLEO.user_id)
    await arena.idle()
    poster.trouble = None
    await pass_days(arena, clock, KEPT + 2 * PRUNED_EVERY)
    assert (await kept(arena)).keys() == {match.id}
    await pass_days(arena, clock, KEPT)
    assert poster.posts[-1].kind == "ended"
    assert poster.posts[-1].match_id == match.id


async def test_pruning_goes_on_after_a_restart(
    arena: Arena, database: str | Path, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await begin(arena)
    await arena.matches.forfeit(match.id, ANN.user_id)
    await arena.idle()
    await arena.close()
    await clock.advance((KEPT + PRUNED_EVERY).total_seconds())
    again = await open_arena(database, clock, poster)
    await again.idle()
    assert await kept(again) == {}
    await again.close()


def failing_once(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> asyncio.Event:
    """Have a function of the store fail the first time, as with a full disk; return what tells that it is back."""
    real, failed, back = getattr(module, name), False, asyncio.Event()

    async def once(*args: Any) -> Any:
        nonlocal failed
        if not failed:
            failed = True
            raise OSError("no space left on device")
        return await real(*args)

    look_later = outbox.Outbox._look_later

    def looked_later(self: outbox.Outbox) -> None:
        look_later(self)
        asyncio.get_running_loop().call_later(0, back.set)

    monkeypatch.setattr(module, name, once)
    monkeypatch.setattr(outbox, "TROUBLE_DELAY_S", 0)
    monkeypatch.setattr(outbox.Outbox, "_look_later", looked_later)
    return back


@pytest.mark.parametrize("step", ["finish", "head", "ready_channels"])
async def test_if_the_store_fails_everything_is_posted_all_the_same(
    arena: Arena, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    back = failing_once(monkeypatch, store.outbox, step)
    await begin(arena)
    await back.wait()
    await arena.idle()
    assert poster.shown[-1] == (CHANNEL, "status", 0)


async def test_what_was_posted_and_could_not_be_noted_is_looked_for(
    arena: Arena, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = failing_once(monkeypatch, store.outbox, "finish")
    await begin(arena)
    await back.wait()
    await arena.idle()
    assert [(post.kind, post.attempts) for post in poster.posts] == [("board", 0), ("board", 1), ("status", 0)]


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
    await arena.matches.forfeit(match.id, ANN.user_id)
    await arena.idle()
    await clock.advance(FIRST_DELAY_S)
    await arena.idle()
    assert {(channel, kind) for channel, kind, _ in poster.shown if kind == "ended"} == {(2, "ended"), (4, "ended")}
