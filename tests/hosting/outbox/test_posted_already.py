"""Posts that may have gone out already, unnoted: after a crash, a cut delivery, a failure of the store."""

from __future__ import annotations

import asyncio
from types import ModuleType
from typing import Any

import pytest

import store.tables.outbox
from engine.text import say
from hosting import outbox
from hosting.arena import Arena
from hosting.match.model import Post
from store.db.addresses import Address
from tests.hosting.conftest import (
    ANN,
    CHANNEL,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
    play,
)


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
    assert [(post.seq, post.attempts) for post in poster.posts] == [(0, 1), (0, 1), (1, 0), (1, 0)]
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


async def test_a_status_that_may_have_been_posted_before_it_was_replaced_is_found_again(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, None)
    match = await begin(first)
    await first.close()
    # The process that dies here may have posted the first status, and not have noted so.
    second = await open_arena(database, clock, None)
    await play(second, match, "1/1")
    second.outbox.set_poster(poster)
    second.outbox.drain()
    await second.idle()
    assert poster.shown == [(CHANNEL, "board", 0), (CHANNEL, "board", 1), (CHANNEL, "status", 1)]
    assert [(post.kind, post.seq, post.attempts) for post in poster.sought] == [("status", 0, 1)]
    assert await second.outbox.previous(CHANNEL, "status", 1) == 1000 + poster.sought[0].id
    await second.close()


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
    assert poster.shown[-1] == (CHANNEL, "status", 0)


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
    assert poster.shown == [(CHANNEL, "board", 0), (CHANNEL, "status", 0)]


async def test_what_was_posted_and_could_not_be_noted_is_looked_for(
    arena: Arena, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = failing_once(monkeypatch, store.tables.outbox, "finish")
    await begin(arena)
    await back.wait()
    await arena.idle()
    assert [(post.kind, post.attempts) for post in poster.posts] == [
        ("board", 0),
        ("status", 0),
        ("board", 1),
        ("status", 1),
    ]
