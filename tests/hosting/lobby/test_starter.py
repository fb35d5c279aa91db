"""Matches that the program starts: one or none, whatever happens on the way, and nothing left over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import ArenaError
from engine.text import Text, say
from hosting.arena import Arena
from hosting.lobby.model import AlreadyStarted, NotWanted
from hosting.lobby.starter import LOOK, PAUSES, STARTING, Built, Origin, key_of
from hosting.match.model import Match, Place, Start, StartStatus
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CHANNEL, GUILD, ManualClock, NotingPoster, open_arena, ordered_for
from tests.hosting.lobby.offering import Killed, Shelf, ShelfBuilder, dies_at, mortal, refuses
from tests.refusals import refusal
from tests.volume import many

POINTS = 13
"""Steps at which a start can be interrupted, at least."""


class Asker(Origin):
    """Asks for matches and hears what comes of them."""

    def __init__(self) -> None:
        self.begun_: list[tuple[str, int]] = []
        self.failed_: list[tuple[str, str]] = []
        self.refuses: ArenaError | None = None

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        if self.refuses is not None:
            raise self.refuses
        return await super().allow(connection, start)

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
        self.begun_.append((start.origin, match.id))

    async def failed(self, start: Start, why: Text, absent: Collection[int]) -> None:
        self.failed_.append((start.origin, str(why)))


class Patient(Asker):
    """Waits for its matches."""

    waits = True


def a_start(number: int = 1, kind: str = "test") -> Start:
    seats = {1: ANN.person_id, 2: BOB.person_id}
    return Start(GUILD, CHANNEL, "thread", "tally", "2", (), seats, f"{kind}:{number}")


async def order(arena: Arena, *wanted: Start) -> None:
    """Ask for matches as leagues and seeks do."""
    async with arena.db.write() as connection:
        for start in wanted:
            await arena.starter.queue.add(connection, start)


async def status(arena: Arena, number: int = 1, kind: str = "test") -> StartStatus:
    ordered = await ordered_for(arena, f"{kind}:{number}")
    assert ordered is not None
    return ordered.status


async def running(arena: Arena) -> list[Match]:
    return [await arena.matches.get(each.id) for each in await arena.matches.in_guild(GUILD)]


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest_asyncio.fixture
async def asker(arena: Arena, shelf: Shelf) -> Asker:
    asker = Asker()
    arena.starter.set_builder(ShelfBuilder(shelf))
    arena.starter.origins["test"] = asker
    return asker


async def test_what_is_ordered_begins_and_its_origin_hears_of_it(
    arena: Arena, shelf: Shelf, asker: Asker, poster: NotingPoster
) -> None:
    await order(arena, a_start())
    await arena.idle()
    (match,) = await running(arena)
    assert [seat.name for seat in match.seats] == ["P1", "P2"]
    assert match.organiser_id == 0
    assert shelf.things[match.channel_id] == ("thread", 1)
    assert asker.begun_ == [("test:1", match.id)]
    assert shelf.met == [match.id]
    assert await status(arena) == "done"
    assert poster.boards == [0]
    assert await arena.schedule.due_at(STARTING, key_of(1)) is None
    assert await arena.housing.home(match) == CHANNEL


@pytest.mark.usefixtures("asker")
async def test_an_origin_has_one_match_however_often_it_asks(arena: Arena, shelf: Shelf) -> None:
    await order(arena, a_start(), a_start())
    await arena.idle()
    begun = await ordered_for(arena, "test:1")
    await order(arena, a_start())
    assert await ordered_for(arena, "test:1") == begun
    await arena.idle()
    assert len(await running(arena)) == 1
    assert len(shelf.things) == 2
    with pytest.raises(AlreadyStarted):
        await arena.starter.begin(a_start(), [Place("board", 77)], ["P1", "P2"])
    with pytest.raises(AlreadyStarted):
        await arena.starter.start(a_start(), ["P1", "P2"])


async def test_who_waits_hears_at_once_and_may_ask_again(arena: Arena, shelf: Shelf, asker: Asker) -> None:
    arena.starter.origins["press"] = Patient()
    shelf.step = refuses("after thread", times=1)
    with pytest.raises(PermissionError):
        await arena.starter.start(a_start(kind="press"), ["Ann", "Bob"])
    assert shelf.things == {}
    assert await status(arena, kind="press") == "failed"
    match = await arena.starter.start(a_start(kind="press"), ["Ann", "Bob"])
    assert match.names == ("Ann", "Bob")
    assert asker.failed_ == []


@pytest.mark.usefixtures("asker")
async def test_two_who_wait_for_the_same_have_one_match(arena: Arena, shelf: Shelf) -> None:
    arena.starter.origins["press"] = Patient()
    pressed = [arena.starter.start(a_start(kind="press"), ["Ann", "Bob"]) for _ in range(2)]
    came = await asyncio.gather(*pressed, return_exceptions=True)
    assert sorted(type(each).__name__ for each in came) == ["AlreadyStarted", "Match"]
    assert len(shelf.things) == 2


@pytest.mark.parametrize("step", ["check", "before message", "after message", "before thread", "after thread"])
async def test_what_is_refused_at_any_step_is_tried_again_and_told_at_last(
    arena: Arena, clock: ManualClock, shelf: Shelf, asker: Asker, step: str
) -> None:
    shelf.step = refuses(step)
    await order(arena, a_start())
    await arena.idle()
    for pause in PAUSES:
        assert shelf.things == {}
        assert asker.failed_ == []
        assert await arena.schedule.due_at(STARTING, key_of(1)) == clock.now() + pause
        await clock.advance(pause.total_seconds())
        await arena.idle()
    assert asker.failed_ == [("test:1", "Refused.")]
    assert (await status(arena), shelf.things) == ("failed", {})
    assert await running(arena) == []
    shelf.step = refuses("never")
    await order(arena, a_start())
    await arena.idle()
    assert await status(arena) == "done"


async def test_a_refusal_that_is_mended_meanwhile_is_not_told(
    arena: Arena, clock: ManualClock, shelf: Shelf, asker: Asker, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.step = refuses("before thread", times=2)
    await order(arena, a_start())
    await arena.idle()
    for pause in PAUSES[:2]:
        await clock.advance(pause.total_seconds())
        await arena.idle()
    assert len(await running(arena)) == 1
    assert sorted(what for what, _ in shelf.things.values()) == ["message", "thread"]
    assert asker.failed_ == []
    assert [each.partition(":")[0] for each in caplog.messages] == ["start 1 failed"] * 2


async def test_what_came_before_discord_was_there_begins_once_it_is_and_what_failed_keeps_its_time(
    arena: Arena, shelf: Shelf, asker: Asker
) -> None:
    shelf.step = refuses("check", times=1)
    await order(arena, a_start(1))
    await arena.idle()
    builder = ShelfBuilder(shelf)
    builder.connected = False
    arena.starter.set_builder(builder)
    await order(arena, a_start(2))
    await arena.idle()
    builder.connected = True
    await arena.starter.queue.resume()
    await arena.idle()
    assert [await status(arena, number) for number in (1, 2)] == ["waiting", "done"]
    assert [origin for origin, _ in asker.begun_] == ["test:2"]


async def test_what_is_not_wanted_any_more_is_not_tried_again(
    arena: Arena, shelf: Shelf, asker: Asker, caplog: pytest.LogCaptureFixture
) -> None:
    asker.refuses = NotWanted(say("They have played already."))
    await order(arena, a_start())
    await arena.idle()
    assert asker.failed_ == [("test:1", "They have played already.")]
    assert caplog.messages == []
    assert shelf.things == {}
    assert await status(arena) == "failed"


@pytest.mark.parametrize(
    "changed",
    [{"mode": "9"}, {"options": (("no", "such"),)}, {"seats": {1: 1}}, {"position": "nonsense"}],
    ids=lambda each: next(iter(each)),
)
async def test_a_match_that_could_never_be_played_is_refused_at_once(
    arena: Arena, shelf: Shelf, asker: Asker, changed: dict[str, object]
) -> None:
    await order(arena, replace(a_start(), **changed))  # type: ignore[arg-type]
    await arena.idle()
    assert len(asker.failed_) == 1
    assert shelf.steps == []


@pytest.mark.usefixtures("asker")
async def test_what_others_have_against_a_start_is_asked_at_each_attempt(arena: Arena, clock: ManualClock) -> None:
    seen: list[str] = []

    async def check(start: Start) -> None:
        seen.append(start.origin)
        if len(seen) == 1:
            raise ArenaError(say("Not now."), code="no")

    arena.starter.checks.append(check)
    await order(arena, a_start())
    await arena.idle()
    assert await running(arena) == []
    await clock.advance(PAUSES[0].total_seconds())
    await arena.idle()
    assert seen == ["test:1"] * 2
    assert len(await running(arena)) == 1


@pytest.mark.usefixtures("asker")
async def test_all_at_once_and_the_others_wait_for_the_end_of_one(
    arena: Arena, clock: ManualClock, shelf: Shelf
) -> None:
    count = many(20, 200)
    room = count - 3
    await arena.settings.change_server(GUILD, lambda it: replace(it, program_matches=room))
    await order(arena, *(a_start(number) for number in range(count)))
    await arena.idle()
    going = await running(arena)
    assert len(going) == room
    assert [await status(arena, number) for number in range(room, count)] == ["queued"] * 3
    await arena.matches.forfeit(going[0].id, ANN.person_id)
    await arena.idle()
    assert [await status(arena, number) for number in range(room, count)] == ["done", "queued", "queued"]
    await arena.settings.change_server(GUILD, lambda it: replace(it, program_matches=room + 1))
    await clock.advance(LOOK.total_seconds())
    await arena.idle()
    assert sorted([await status(arena, number) for number in range(room, count)]) == ["done", "done", "queued"]
    assert len({match.channel_id for match in await running(arena)}) == room + 1
    assert len(shelf.things) == 2 * (room + 2)


@pytest_asyncio.fixture
async def life(database: Address, clock: ManualClock, shelf: Shelf) -> AsyncIterator[Life]:
    life = Life(database, clock, shelf)
    yield life
    await life.die()


class Life:
    """An arena that dies and is opened anew on the same database and the same shelf."""

    def __init__(self, database: Address, clock: ManualClock, shelf: Shelf) -> None:
        self.database, self.clock, self.shelf = database, clock, shelf
        self.arena: Arena | None = None
        self.asker = Asker()

    async def rise(self) -> Arena:
        await self.die()
        self.arena = await open_arena(self.database, self.clock, NotingPoster())
        self.arena.starter.set_builder(ShelfBuilder(self.shelf))
        self.arena.starter.origins["test"] = self.asker
        self.arena.starter.origins["press"] = Patient()
        mortal(self.arena, self.shelf)
        return self.arena

    async def die(self) -> None:
        self.shelf.step = lambda _: None
        if self.arena is not None:
            await self.arena.schedule.close()
            await self.arena.tasks.close()
            await self.arena.close()
            self.arena = None


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", ["test", "press"])
async def test_killed_anywhere_there_is_one_match_or_none_and_nothing_is_left_over(
    life: Life, shelf: Shelf, clock: ManualClock, kind: str
) -> None:
    points, arena = set[str](), await life.rise()
    for number in range(1, 2 * POINTS, many(2, 1)):
        shelf.step = dies_at(number, points)
        start = a_start(number, kind)
        with suppress(Killed):
            if kind == "press":
                await arena.starter.start(start, ["Ann", "Bob"])
            else:
                await order(arena, start)
        await arena.idle()
        arena = await life.rise()
        await arena.starter.queue.resume()
        await arena.idle()
        await clock.advance(timedelta(minutes=2).total_seconds())
        await arena.idle()
        assert {made for made, (what, _) in shelf.things.items() if what == "thread"} == {
            match.channel_id for match in await running(arena)
        }, number
        assert {owner for what, owner in shelf.things.values() if what == "message"} == {
            owner for what, owner in shelf.things.values() if what == "thread"
        }, number
        ordered = await ordered_for(arena, start.origin)
        if ordered is not None:
            assert ordered.status == ("done" if ordered.match_id is not None else "failed"), number
            assert await arena.schedule.due_at(STARTING, key_of(ordered.id)) is None
    assert {"before commit", "after commit"} <= points
    assert {"after message", "after thread"} & points


@pytest.mark.parametrize("when", ["before", "meanwhile"])
async def test_nothing_begins_with_a_person_who_is_deleted(
    arena: Arena, shelf: Shelf, asker: Asker, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """It is given up at once, and what was made for it is taken back."""
    build = ShelfBuilder.build

    async def slow(self: ShelfBuilder, *given: Any) -> Built:
        built = await build(self, *given)
        await arena.deletions.delete(BOB.person_id)
        return built

    monkeypatch.setattr(ShelfBuilder, "build", slow)
    if when == "before":
        await arena.deletions.delete(BOB.person_id)
    await order(arena, a_start())
    await arena.idle()
    assert asker.failed_ == [("test:1", "One of the players has left, so this match can't start.")]
    assert await running(arena) == []
    assert shelf.things == {}
    assert (await status(arena)) == "failed"
    assert await arena.matches.of_person(BOB.person_id) == []


@pytest.mark.usefixtures("asker")
async def test_who_plays_since_a_moment_ago_is_not_deleted_without_their_word(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle, refused = ShelfBuilder.settle, []

    async def slow(self: ShelfBuilder, start: Start, match: Match) -> None:
        with refusal("still-playing") as told:
            await arena.deletions.delete(BOB.person_id)
        refused.append(str(told.value.text))
        await settle(self, start, match)

    monkeypatch.setattr(ShelfBuilder, "settle", slow)
    await order(arena, a_start())
    await arena.idle()
    (match,) = await running(arena)
    assert len(refused) == 1
    assert f"({match.id} <#" in refused[0]
