"""Lists are read as they are stored: in the order of urgency, a page at a time, and no game is played through."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from engine.text import say
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.match import listing, service
from hosting.match.model import Person
from hosting.outages import CLOCK
from store.tables import match_queries as stored
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, GUILD, ManualClock
from tests.hosting.timed import A_DAY, DAY, DAY_S, HOUR_S, START, advance, begin

EVERYWHERE = range(1000, 1100)


@pytest.fixture(autouse=True)
def _no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever plays a game through fails."""

    def fail(*_: object) -> None:
        raise AssertionError("a game was played through")

    monkeypatch.setattr(service, "play_through", fail)


async def several(arena: Arena, count: int, *players: Person, **terms: Any) -> list[int]:
    there = (await ids(arena, 0, 1000)) if count else []
    found = [(await begin(arena, *players, channel=1000 + len(there) + number, **terms)).id for number in range(count)]
    for match_id in found:
        arena.matches._cache.forget(match_id)
    return found


async def ids(arena: Arena, first: int, count: int, user: int = 99) -> list[int]:
    page = await arena.lists.in_guild(GUILD, user, EVERYWHERE, first, count)
    return [line.match.id for line in page.lines]


async def test_a_server_is_listed_by_urgency(arena: Arena, clock: ManualClock) -> None:
    idle = await several(arena, 2, CLEO, DAN, clock=None)
    await advance(arena, clock, HOUR_S)
    later = await several(arena, 1, CLEO, DAN, clock=ClockTerms("turn", per_turn=3 * DAY))
    soon = await several(arena, 2, CLEO, DAN, clock=A_DAY)
    assert await ids(arena, 0, 10) == [*soon, *later, *idle]
    mine = await several(arena, 1, ANN, BOB, clock=None)
    assert await ids(arena, 0, 10, ANN.person_id) == [*mine, *soon, *later, *idle]
    assert await ids(arena, 0, 10, BOB.person_id) == [*soon, *later, *idle, *mine]


async def test_pages_make_up_the_list(arena: Arena) -> None:
    await several(arena, 4, CLEO, DAN, clock=A_DAY)
    await several(arena, 4, CLEO, DAN, clock=None)
    await several(arena, 3, ANN, BOB, clock=A_DAY)
    for user in (99, ANN.person_id):
        whole = await ids(arena, 0, 100, user)
        assert len(whole) == 11
        for size in (1, 2, 3, 4, 5, 11):
            pages = [await ids(arena, first, size, user) for first in range(0, 11, size)]
            assert [each for page in pages for each in page] == whole
            last = await arena.lists.in_guild(GUILD, user, EVERYWHERE, 11 - size, size)
            assert not last.more
            assert size == 11 or (await arena.lists.in_guild(GUILD, user, EVERYWHERE, 0, size)).more


async def test_those_that_stand_still_come_last(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    first, second, third = await several(arena, 3, CLEO, DAN, clock=A_DAY)
    await arena.organiser.pause(first, 99, say("A break."))
    await arena.matches.park(second, say("No way."), "x")
    assert await ids(arena, 0, 10) == [third, first, second]
    assert await arena.lists.parked(GUILD) == [second]
    (line,) = await arena.lists.interrupted(GUILD)
    assert line.parked is not None
    assert line.match.id == second


async def test_only_what_someone_can_see_is_listed(arena: Arena) -> None:
    seen, unseen = await several(arena, 2, CLEO, DAN)
    page = await arena.lists.in_guild(GUILD, 99, [1000], 0, 10)
    assert [line.match.id for line in page.lines] == [seen]
    own = await arena.lists.in_guild(GUILD, CLEO.person_id, [1000], 0, 10)
    assert {line.match.id for line in own.lines} == {seen, unseen}


@contextmanager
def counted(arena: Arena) -> Iterator[list[str]]:
    asked: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    engine = arena.db._engines.reader.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


async def test_a_page_asks_no_more_of_many_matches_than_of_few(arena: Arena) -> None:
    asked = []
    for more in (12, 30):
        await several(arena, more, CLEO, DAN)
        with counted(arena) as statements:
            await arena.lists.in_guild(GUILD, 99, EVERYWHERE, 0, 10)
            await arena.lists.titles(GUILD)
        # Who took over seats is found through an index of that alone (`tests/store/test_queries.py`).
        assert not [each for each in statements if "FROM events" in each and "kind = 'substitute'" not in each]
        asked.append(len(statements))
    assert asked[0] == asked[1]


async def test_completion_finds_names_beyond_the_latest(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MATCHES_SEARCHED", 3)
    (old,) = await several(arena, 1, ANN, BOB)
    await several(arena, 5, CLEO, DAN)
    assert old not in [each.id for each in await arena.lists.titles(GUILD)]
    assert old in [each.id for each in await arena.lists.titles(GUILD, "bo")]
    assert old not in [each.id for each in await arena.lists.titles(GUILD, "b%o")]


async def test_the_order_follows_what_is_given_back(arena: Arena, clock: ManualClock) -> None:
    (match_id,) = await several(arena, 1, CLEO, DAN)
    arena.outages.lost()
    await advance(arena, clock, DAY_S)
    await arena.outages.found()
    async with arena.db.read() as connection:
        (own,) = await stored.own_lines(connection, CLEO.person_id)
    assert own.due_at == await arena.schedule.due_at(CLOCK, str(match_id)) == START + 2 * DAY
