"""Who is posted to when many channels wait: first come, first served, and none waits for what another one waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from hosting import outbox
from hosting.arena import Arena
from hosting.match.model import Place, Post
from hosting.outbox import AT_ONCE
from store.db.addresses import Address
from tests.hosting.conftest import (
    CHANNEL,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
    play,
)

BUSY = 60


async def test_a_channel_with_much_to_post_takes_turns_with_the_others(
    database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PATIENCE_S", 3600)  # a slow machine does not look like a slow Discord
    arena = await open_arena(database, clock, None)
    channels = range(300, 300 + BUSY)
    for channel in channels:
        await play(arena, await begin(arena, places=(Place("board", channel),)), "1/1", "1/1")
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    await arena.close()
    order = [(seq, channel - 300) for channel, kind, seq in poster.shown if kind == "board"]
    assert sorted(order) == [(seq, number) for seq in (0, 1, 2) for number in range(BUSY)]
    # Those that are served side by side may overtake each other, and nobody else.
    assert all(abs(place - (seq * BUSY + number)) < 2 * AT_ONCE for place, (seq, number) in enumerate(order))


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
        elif post.kind == "status":
            posted.set()

    poster.trouble = waits
    for channel in waiting:
        await begin(arena, places=(Place("board", channel),))
    await begin(arena, places=(Place("board", 400),))
    await posted.wait()
    assert {channel for channel, _, _ in poster.shown} <= {400}
    limited.set()
    await arena.idle()
    assert sorted(poster.shown) == sorted(
        (channel, kind, 0) for channel in (*waiting, 400) for kind in ("board", "status")
    )


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
    assert len(poster.posts) == 40


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
    assert len(poster.posts) == 2 * count
    # One question for all of them; and each has what waits there read once, and noted once.
    assert len(asked) == 1 + 2 * count


@contextmanager
def statements(arena: Arena) -> Iterator[list[str]]:
    """Give the statements on the outbox that the block leads to."""
    asked: list[str] = []
    engines = {each.sync_engine for each in (arena.db._engines.reader, arena.db._engines.marker)}

    def note(_c: object, _cursor: object, statement: str, _p: Any, _context: object, _many: bool) -> None:
        if "outbox" in statement:
            asked.append(statement)

    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
