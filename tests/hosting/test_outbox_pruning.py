"""Posts of matches that are long over are forgotten, a few at a time; what is due or may be looked for is kept."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import select

from hosting import outbox
from hosting.arena import Arena
from hosting.match.model import Match, Place, Post
from hosting.outbox import PRUNED_EVERY, Retry
from store import schema
from store.db.addresses import Address
from store.tables import outbox as store_outbox
from store.tables.outbox import is_posted
from tests.hosting.conftest import ANN, CLEO, DAN, ManualClock, NotingPoster, begin, open_arena, play

A_MONTH, KEPT = outbox.KEPT, timedelta(days=4)
"""So long posts are kept, and so long in most tests: each day takes as long as a match."""


@pytest.fixture(autouse=True)
def not_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "KEPT", KEPT)


async def kept(arena: Arena) -> dict[int, int]:
    """Return how many posts are remembered of each match, besides reminders of turns that wait."""
    async with arena.db.read() as connection:
        rows = await connection.execute(select(schema.outbox.c.match_id).where(schema.outbox.c.kind != "nudge"))
        return dict(Counter(rows.scalars()))


async def posted(arena: Arena, match: Match, *turns: str) -> Match:
    """Play turns whose boards are all posted: nobody is faster than Discord."""
    for turn in turns:
        await arena.idle()
        match = await play(arena, match, turn)
    await arena.idle()
    return match


async def pass_days(arena: Arena, clock: ManualClock, time: timedelta) -> None:
    for _ in range(time // PRUNED_EVERY):
        await clock.advance(PRUNED_EVERY.total_seconds())
        await arena.idle()


@pytest.mark.parametrize("at_once", [1, 3, 500])
async def test_posts_of_matches_long_over_are_removed_a_few_at_a_time(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(outbox, "PRUNED_AT_ONCE", at_once)
    over = await posted(arena, await begin(arena), "1/1", "1/1", "1/1", "1/1")
    running = await begin(arena, CLEO, DAN, places=(Place("board", 300),))
    await arena.matches.forfeit(over.id, ANN.person_id)
    await arena.idle()
    every = await kept(arena)
    assert every.keys() == {over.id, running.id}

    await pass_days(arena, clock, KEPT)
    late = await begin(arena)
    await arena.matches.forfeit(late.id, ANN.person_id)
    await arena.idle()
    assert (await kept(arena))[over.id] == 2 < every[over.id]  # the last board, and the result

    await pass_days(arena, clock, 2 * PRUNED_EVERY)
    left = await kept(arena)
    assert left.keys() == {running.id, late.id}
    assert left[running.id] == every[running.id]
    assert await arena.outbox.latest_boards(running.id, 300, 99) != [None]

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
    await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.matches.forfeit(other.id, CLEO.person_id)
    await arena.idle()
    poster.trouble = None
    await pass_days(arena, clock, KEPT + 2 * PRUNED_EVERY)
    assert (await kept(arena)).keys() == {match.id}
    await pass_days(arena, clock, KEPT)
    assert poster.posts[-1].kind == "ended"
    assert poster.posts[-1].match_id == match.id


async def test_pruning_goes_on_after_a_restart_and_keeps_posts_for_a_month(
    arena: Arena, database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "KEPT", A_MONTH)
    match = await begin(arena)
    await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    await arena.close()
    await clock.advance((timedelta(days=30) - PRUNED_EVERY).total_seconds())
    again = await open_arena(database, clock, poster)
    await again.idle()
    assert (await kept(again)).keys() == {match.id}
    await pass_days(again, clock, 2 * PRUNED_EVERY)
    assert await kept(again) == {}
    await again.close()


async def test_of_a_match_that_is_over_the_last_board_is_remembered(
    arena: Arena, clock: ManualClock, database: str, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of every match: also of one that an earlier version played to its end, and of many that ended at once."""
    monkeypatch.setattr(outbox, "SHRUNK_AT_ONCE", 3)
    finished = [
        await posted(arena, await begin(arena, places=(Place("board", 200 + number),)), "1/1", "1/1")
        for number in range(8)
    ]
    running = await play(arena, await begin(arena, CLEO, DAN, places=(Place("board", 500),)), "1/1", "1/1")
    for match in finished:
        await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    before = await kept(arena)
    assert before[finished[0].id] == 4
    await pass_days(arena, clock, PRUNED_EVERY)
    after = await kept(arena)
    assert {after[match.id] for match in finished} == {2}
    assert after[running.id] == before[running.id]
    for match in (finished[0], finished[-1]):
        async with arena.db.read() as connection:
            assert await is_posted(connection, match.id, match.channel_id, "board", match.seq)
            assert await is_posted(connection, match.id, match.channel_id, "ended", match.seq + 1)
    await arena.close()
    again = await open_arena(database, clock, poster)
    await pass_days(again, clock, 2 * PRUNED_EVERY)
    assert await kept(again) == after
    await again.close()


async def test_pruning_writes_only_to_remove(arena: Arena, clock: ManualClock) -> None:
    """Others wait while it writes: to look at what stays it only reads."""
    match = await begin(arena)
    other = await begin(arena, CLEO, DAN, places=(Place("board", 300),))
    await arena.matches.forfeit(other.id, CLEO.person_id)
    await play(arena, match, "1/1", "1/1")
    await arena.idle()
    await pass_days(arena, clock, KEPT + 2 * PRUNED_EVERY)
    async with arena.db.read() as connection:
        found, last = await store_outbox.prunable(connection, 0, clock.now() - KEPT, 500)
    assert found == []
    assert last is not None
    assert (await kept(arena)).keys() == {match.id}
