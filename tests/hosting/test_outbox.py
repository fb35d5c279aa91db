"""The outbox: once each, in order in each channel, and side by side across channels."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import event

import store.tables.outbox
from engine.text import Player, Text, say
from hosting import outbox
from hosting.arena import Arena
from hosting.match.model import Match, Place, Post, load_text
from hosting.outbox import (
    AT_ONCE,
    FIRST_DELAY_S,
    MOST_FAILURES,
    Behind,
    BoardPost,
    Content,
    DigestPost,
    HashesPost,
    LeaguePost,
    ReminderPost,
    RequestPost,
    Retry,
    TextPost,
    Undeliverable,
    WatchPost,
    WelcomePost,
    add_posts,
    load,
    turn_again,
)
from store.db.addresses import Address
from store.db.connections import SteadyConnection
from store.tables.values import PostKind, Subject
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    GUILD,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
    play,
)


async def test_nothing_is_posted_until_someone_posts(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    await begin(arena)
    await arena.idle()
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    assert poster.shown == [(CHANNEL, "board", 0)]
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


async def test_a_slow_channel_holds_up_no_other(arena: Arena, poster: NotingPoster) -> None:
    free, went_on = asyncio.Event(), asyncio.Event()

    async def slow(post: Post) -> None:
        if post.channel_id == CHANNEL:
            await free.wait()
        elif post.kind == "board":
            went_on.set()

    poster.trouble = slow
    await begin(arena)
    other = await begin(arena, CLEO, DAN, places=(Place("board", 300),))
    await went_on.wait()
    assert {channel for channel, _, _ in poster.shown} == {other.channel_id}
    free.set()
    await arena.idle()
    shown = [(kind, seq) for channel, kind, seq in poster.shown if channel == CHANNEL]
    assert shown == [("board", 0)]


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
    assert len(poster.posts) == 3 * AT_ONCE


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


async def test_earlier_messages_are_found(arena: Arena, poster: NotingPoster) -> None:
    async def found(match: Match, *before: int, channel: int = CHANNEL) -> list[tuple[int, int] | None]:
        shown = await arena.outbox.latest_boards(match.id, channel, *before)
        return [None if each is None else (each.seq, each.message_id) for each in shown]

    first = await begin(arena)
    await arena.idle()
    await play(arena, first, "1/1", "1/1")
    await arena.idle()
    made = {post.seq: (post.seq, 1000 + post.id) for post in poster.posts if post.kind == "board"}
    assert await found(first, 0, 1, 2, 3, 99) == [None, made[0], made[1], made[2], made[2]]
    assert await found(first, 99, channel=CHANNEL + 1) == [None]
    await arena.matches.forfeit(first.id, ANN.person_id)
    second = await begin(arena)
    await arena.idle()
    assert await found(second, 0, 1) == [None, (0, 1000 + poster.posts[-1].id)]
    assert await found(first, 99) == [made[2]]


async def test_a_message_before_several_events_is_found_once(arena: Arena) -> None:
    match = await begin(arena)
    await arena.idle()
    with statements(arena) as asked:
        first, second = await arena.outbox.latest_boards(match.id, CHANNEL, 2, 1)
    assert first == second is not None
    assert len(asked) == 1


async def test_a_message_is_known_by_the_post_that_made_it_and_the_latest_event_that_it_shows(
    arena: Arena, poster: NotingPoster, clock: ManualClock
) -> None:
    match = await begin(arena)
    await arena.idle()
    (first,) = await arena.outbox.latest_boards(match.id, CHANNEL, 1)
    assert first is not None
    await clock.advance(60)
    async with arena.db.write() as connection:
        await add_posts(connection, match.id, 1, [turn_again(Place("board", CHANNEL), edit=True)], clock.now())
    poster.edited = first.message_id
    arena.outbox.drain()
    await arena.idle()
    (shown,) = await arena.outbox.latest_boards(match.id, CHANNEL, 2)
    assert shown == replace(first, seq=1)


# Posts as values.


NOTE = say("Ann lost on time.")


@pytest.mark.parametrize(
    ("kind", "payload", "content"),
    [
        ("board", {"role": "board"}, BoardPost("board")),
        ("board", {"role": "board", "edit": False}, BoardPost("board", edit=False)),
        ("board", {"role": "team:0", "edit": True, "quiet": True}, BoardPost("team:0", edit=True, quiet=True)),
        ("board", {"role": "board", "opens": 4}, BoardPost("board", opens=4)),
        (
            "ended",
            {"role": "board", "note": {"template": "Ann lost on time.", "values": {}}},
            BoardPost("board", note=NOTE),
        ),
        ("sealed", {"decision": 1}, HashesPost(1)),
        (
            "nudge",
            {"text": {"template": "Ann lost on time.", "values": {}}, "organiser": True},
            TextPost(NOTE, organisers=True),
        ),
        (
            "notice",
            {"text": {"template": "Ann lost on time.", "values": {}}, "unbegun": 100},
            TextPost(NOTE, unbegun=100),
        ),
        (
            "notice",
            {"text": {"template": "Ann lost on time.", "values": {}}, "missing": 2},
            TextPost(NOTE, missing=2),
        ),
        (
            "notice",
            {"text": {"template": "Ann lost on time.", "values": {}}, "button": "spectate"},
            TextPost(NOTE, "spectate"),
        ),
        ("private", {"digest": True}, DigestPost()),
        ("private", {"reminder": "turn", "seat": 2}, ReminderPost("turn", 2)),
        ("request", {"request": 3}, RequestPost(3)),
        ("request", {"request": 3, "edit": True}, RequestPost(3, edit=True)),
        ("request", {"welcome": 5, "seat": 1}, WelcomePost(5, 1)),
        ("notice", {"league": 4, "news": "round", "number": 2}, LeaguePost(4, "round", 2)),
        ("watch", {"watch": 2, "note": {"template": "Ann lost on time.", "values": {}}}, WatchPost(2, NOTE)),
    ],
)
def test_a_payload_is_read_as_its_value(kind: PostKind, payload: Mapping[str, Any], content: Content) -> None:
    assert load(kind, payload) == content


def test_a_key_that_only_an_earlier_version_knew_is_passed_over() -> None:
    assert load("private", {"reminder": "half", "seat": 1, "instead": 200}) == ReminderPost("half", 1)
    assert BoardPost.load({"role": "board", "said": 1}) == BoardPost("board")


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("sealed", {"watch": 1}), ("request", {"text": {}}), ("private", {}), ("board", {"watch": 1})],
)
def test_what_is_no_post_of_its_kind_is_refused(kind: PostKind, payload: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"not a post of kind {kind}"):
        load(kind, payload)


# Posts that may have gone out already, unnoted: after a crash, a cut delivery, a failure of the store.


async def test_a_certain_first_try_is_told_from_a_possible_second(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    match = await begin(arena)
    await arena.close()
    again = await open_arena(database, clock, poster)
    await again.idle()
    await again.matches.play(match.id, ANN.person_id, "1/1")
    await again.idle()
    assert [(post.seq, post.attempts) for post in poster.posts] == [(0, 1), (1, 0)]
    await again.close()


async def test_what_was_posted_but_not_noted_comes_again_as_the_same_post(
    arena: Arena, database: Address, clock: ManualClock, poster: NotingPoster
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
    assert poster.shown == [(CHANNEL, "board", 0)]


async def test_closing_stops_a_delivery_and_keeps_the_post(
    arena: Arena, database: Address, clock: ManualClock, poster: NotingPoster
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
    assert poster.boards == [0]


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


@pytest.mark.parametrize("step", ["finish", "due"])
async def test_if_the_store_fails_everything_is_posted_all_the_same(
    arena: Arena, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    back = failing_once(monkeypatch, store.tables.outbox, step)
    await begin(arena)
    await back.wait()
    await arena.idle()
    assert poster.shown[-1] == (CHANNEL, "board", 0)


async def test_if_the_store_fails_when_it_is_asked_what_is_due_it_is_asked_again(
    database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = await open_arena(database, clock, None)
    await begin(arena)
    await arena.close()
    back = failing_once(monkeypatch, store.tables.outbox, "ready_channels")
    again = await open_arena(database, clock, poster)
    await back.wait()
    await again.idle()
    await again.close()
    assert poster.shown == [(CHANNEL, "board", 0)]


async def test_what_was_posted_and_could_not_be_noted_is_looked_for(
    arena: Arena, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = failing_once(monkeypatch, store.tables.outbox, "finish")
    await begin(arena)
    await back.wait()
    await arena.idle()
    assert [(post.kind, post.attempts) for post in poster.posts] == [
        ("board", 0),
        ("board", 1),
    ]


# What cannot be posted: tried again later and later, or given up and its match parked, and posted when it resumes.


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


async def test_a_retry_while_a_message_is_being_shown_shows_it_once(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    """As at a start, when the outbox finds what waits, and the appointment comes due, too."""
    subject = Subject("league", 1)

    async def retry(_post: Post) -> None:
        poster.show = None
        await arena.outbox.retry(str(subject.lane), {})

    poster.show = retry
    async with arena.db.write() as connection:
        await store.tables.outbox.refresh(connection, subject, GUILD, 0, clock.now())
    arena.outbox.drain()
    await arena.idle()
    assert len(poster.refreshed) == 1
    async with arena.db.read() as connection:
        assert await store.tables.outbox.backlog(connection, clock.now()) == (0, None)


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
    assert poster.shown == [(CHANNEL, "board", 2)]


async def test_resuming_posts_only_where_the_board_is_missing(arena: Arena, poster: NotingPoster) -> None:
    async def refuses(post: Post) -> None:
        if post.channel_id == 4:
            # the other places come first, so that they have theirs
            while len([each for each in poster.posts if each.channel_id != 4]) < 2:
                await asyncio.to_thread(lambda: None)
            raise Undeliverable(say("The bot may not post here."), "forbidden")

    poster.trouble = refuses
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS)
    await arena.idle()
    poster.trouble = None
    poster.posts.clear()
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert poster.shown == [(4, "board", 0)]


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
    match = await begin(arena)
    await arena.outbox.notice(match.id, match.seq, CHANNEL, NOTE)
    await arena.idle()
    assert poster.shown == [(CHANNEL, "notice", 0)]


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
            while None in [(await arena.outbox.latest_boards(1, other, 1))[0] for other in (2, 5)]:
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


async def test_what_finds_that_it_has_to_wait_while_the_match_is_parked_goes_on(
    arena: Arena, poster: NotingPoster
) -> None:
    park = arena.outbox._park
    behind, parking, looked, parked = (asyncio.Event() for _ in range(4))
    assert park is not None

    async def parked_late(match_id: int, reason: Text, code: str) -> None:
        parking.set()
        await looked.wait()
        await park(match_id, reason, code)
        parked.set()

    async def trouble(post: Post) -> None:
        if post.channel_id == 2 and post.kind == "board":
            await behind.wait()
            raise Undeliverable(say("Gone."), "gone")
        if post.channel_id != 9 or looked.is_set():
            return
        behind.set()
        if parking.is_set():
            looked.set()
            await parked.wait()
            for _ in range(100):  # so that all that follows from it has happened
                await asyncio.sleep(0)
        raise Behind

    arena.outbox.set_park(parked_late)
    poster.trouble = trouble
    match = await begin(arena, places=TEAMS)
    await arena.outbox.notice(match.id, 0, 9, say("Somewhere else."))
    await arena.idle()
    assert looked.is_set()
    assert 9 in {channel for channel, _, _ in poster.shown}


# Who is posted to when many channels wait: first come, first served, and none waits for what another one waits for.


BUSY = 60


async def test_a_channel_with_much_to_post_takes_turns_with_the_others(
    database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PATIENCE_S", 3600)  # a slow machine does not look like a slow Discord
    monkeypatch.setattr(outbox, "AT_ONCE", 1)  # channels that are served side by side may overtake each other
    arena = await open_arena(database, clock, None)
    channels = range(300, 300 + BUSY)
    for channel in channels:
        await play(arena, await begin(arena, places=(Place("board", channel),)), "1/1", "1/1")
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    await arena.close()
    order = [(seq, channel - 300) for channel, kind, seq in poster.shown if kind == "board"]
    assert order == [(seq, number) for seq in (0, 1, 2) for number in range(BUSY)]


async def test_a_channel_that_always_has_something_to_post_does_not_keep_its_place(
    arena: Arena, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "AT_ONCE", 1)
    monkeypatch.setattr(outbox, "PATIENCE_S", 3600)  # a slow machine does not look like a slow Discord
    first = await begin(arena)
    await arena.idle()
    poster.posts.clear()
    others = False

    async def goes_on(_post: Post) -> None:
        nonlocal others
        if not others:  # while the first board is on its way, another match begins and this one is played on
            others = True
            await begin(arena, places=(Place("board", 300),))
            await play(arena, await arena.matches.get(first.id), "1/1")

    poster.trouble = goes_on
    await play(arena, first, "1/1")
    await arena.idle()
    assert [(channel, seq) for channel, kind, seq in poster.shown if kind == "board"] == [
        (CHANNEL, 1),
        (300, 0),
        (CHANNEL, 2),
    ]


async def test_channels_that_wait_for_discord_hold_up_no_other(
    arena: Arena, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PATIENCE_S", 0)
    limited, posted = asyncio.Event(), asyncio.Event()
    waiting = range(300, 300 + AT_ONCE)

    async def waits(post: Post) -> None:
        if post.channel_id in waiting:
            await limited.wait()
        else:
            posted.set()

    poster.trouble = waits
    for channel in waiting:
        await begin(arena, places=(Place("board", channel),))
    await begin(arena, places=(Place("board", 400),))
    await posted.wait()
    assert {channel for channel, _, _ in poster.shown} <= {400}
    limited.set()
    await arena.idle()
    assert sorted(poster.shown) == sorted((channel, "board", 0) for channel in (*waiting, 400))


async def test_not_endlessly_many_deliveries_wait(
    database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PATIENCE_S", 0)
    monkeypatch.setattr(outbox, "MOST_WAITING", 10)
    at_once = most = 0
    full = asyncio.Event()

    async def counts(_post: Post) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        if at_once == 10:
            asyncio.get_running_loop().call_later(0, full.set)
        await full.wait()
        at_once -= 1

    poster.trouble = counts
    arena = await open_arena(database, clock, None)
    for number in range(20):
        await begin(arena, places=(Place("board", 300 + number),))
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    await arena.close()
    assert most == 10
    assert len(poster.posts) == 20


@pytest.mark.parametrize("count", [3, 30])
async def test_a_backlog_costs_the_same_for_each_channel(
    database: Address, clock: ManualClock, poster: NotingPoster, count: int
) -> None:
    arena = await open_arena(database, clock, None)
    for number in range(count):
        await begin(arena, places=(Place("board", 300 + number),))
    with statements(arena) as asked:
        arena.outbox.set_poster(poster)
        arena.outbox.drain()
        await arena.idle()
    await arena.close()
    assert len(poster.posts) == count
    # One question for all of them; and each has what waits there read once, and noted once.
    assert len(asked) == 1 + 2 * count


@contextmanager
def statements(arena: Arena) -> Iterator[list[str]]:
    """Give the statements on the outbox that the block leads to."""
    asked: list[str] = []
    found = arena.db._engines
    engines = {each.sync_engine for each in (found.single, found.reader, found.marker)}

    def note(_c: object, _cursor: object, statement: str, _p: Any, _context: object, _many: bool) -> None:
        if "outbox" in statement:
            asked.append(statement)

    run = SteadyConnection.run

    async def noting(self: SteadyConnection, sql: str, *work: Any) -> Any:  # what goes to SQLite's driver by itself
        if "outbox" in sql:
            asked.append(sql)
        return await run(self, sql, *work)

    if isinstance(arena.db.address, Path):
        with patch.object(SteadyConnection, "run", noting):
            yield asked
        return
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
