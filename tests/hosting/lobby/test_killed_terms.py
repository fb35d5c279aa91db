"""A change of terms that is killed is made or not made as a whole, and the table's message says what holds."""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting.arena import Arena
from hosting.errors import HostingError
from hosting.lobby.model import SHOWING, SOON, mark_of
from hosting.match.model import Table
from hosting.match_terms import Terms
from hosting.outbox import Retry
from store.tables import deadlines
from tests.every_mode import EVERY_MODE, part_of
from tests.forkserver import ForkServer
from tests.hosting.conftest import ANN, BOB, CHANNEL, GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.lobby.killed_terms import Change, Options, games, message_of, quick
from tests.volume import THOROUGH, many

MESSAGE = 77
LAST = 8
"""Points at the end of a change, at each of which a process dies: from the commit on."""
OTHERS, OTHERS_EACH = many(4, 100), many(1, 2)
"""Of the points before those, how many are tried, and for each row of all games."""

OLD = Terms(rated=False, undo="free")


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    server = ForkServer("tests.hosting.lobby.killed_terms")
    yield server
    server.close()


async def changed(server: ForkServer, path: Path, last: int, name: str) -> str:
    """Change the terms in a process that dies at a point; return what it said at its end, if it came to that."""
    output = path.with_suffix(f".{last}")
    child = server.fork([str(path), str(last), name], output=output, env={"PATH": os.environ["PATH"]})
    assert await child.wait() in (0, -signal.SIGKILL), output.read_text()
    return output.read_text()


async def opened(arena: Arena, made: Change | None = None) -> Table:
    made = made or Change.of("tally")
    table = await arena.tables.open(
        GUILD, CHANNEL, ANN, made.game, made.mode, options=made.options[0], where=made.where[0], terms=OLD
    )
    return await arena.tables.set_message(table.id, MESSAGE)


def offer_of(table: Table) -> tuple[Terms, str, Options]:
    """Return what a table offers."""
    return Terms.load(table.terms), table.where, tuple(table.options)


def copy(path: Path, folder: Path) -> Path:
    """Return a copy of a database and of its table's message."""
    folder.mkdir()
    shutil.copy(message_of(path), folder / message_of(path).name)
    return Path(shutil.copy(path, folder / path.name))


async def joined(arena: Arena, seen: str) -> Table | None:
    """Have Bob join on what a message says; return None if he is told that the terms are others."""
    try:
        return await arena.tables.join(1, BOB, seen=seen)
    except HostingError as error:
        if error.code != "terms-changed":
            raise
        return None


def points_of(name: str, count: int) -> list[int]:
    """Return at which points a change dies: of the game for tests at more of them."""
    rng, tally = random.Random(f"13 {name}"), name == "tally"
    others, end = range(1, count - LAST), range(count - LAST, count + 1)
    some = rng.sample(others, min(OTHERS if tally else OTHERS_EACH, len(others)))
    return sorted({*some, *(end if tally or THOROUGH else rng.sample(end, 3))})


CHANGES = ["tally", *(str(EVERY_MODE.index(row)) for row in part_of("terms that are killed"))]


@pytest.mark.parametrize("name", CHANGES, ids=lambda name: name if name == "tally" else EVERY_MODE[int(name)].name)
async def test_terms_are_old_or_new_and_so_is_the_message(
    server: ForkServer, tmp_path: Path, clock: ManualClock, name: str
) -> None:
    before, made = tmp_path / "before" / "arena.db", Change.of(name)
    before.parent.mkdir()
    arena = await open_arena(before, clock, NotingPoster(), games)
    old = await opened(arena, made)
    message_of(before).write_text(mark_of(old))
    await arena.close()
    whole = copy(before, tmp_path / "whole")
    count, found = int(await changed(server, whole, 10**9, name)), set[tuple[bool, bool]]()
    arena = await open_arena(whole, clock, NotingPoster(), games)
    new = offer_of(await arena.tables.get(1))
    await arena.close()
    assert new != offer_of(old)
    assert name != "tally" or new == (quick(OLD), "thread", made.options[1])
    for point in points_of(name, count):
        path = copy(before, tmp_path / f"at {point}")
        assert await changed(server, path, point, name) == "", (
            f"it died before it came to its end at {point} of {count}"
        )
        left = message_of(path).read_text()
        again = await open_arena(path, clock, NotingPoster(), games)
        table = await again.tables.get(1)
        offered = offer_of(table)
        assert offered in (offer_of(old), new), point
        found.add((offered == new, left == mark_of(table)))
        if left != mark_of(table) and not made.alone:
            assert await joined(again, left) is None, "nobody agrees to terms that no message said"

        async def show(table: Table, path: Path = path) -> None:
            message_of(path).write_text(mark_of(table))

        again.table_messages.set_show(show)
        await again.table_messages.resume()
        await again.idle()
        assert message_of(path).read_text() == mark_of(table), point
        async with again.db.read() as connection:
            assert await deadlines.get(connection, SHOWING, "1") is None
        if not made.alone:
            sat = await joined(again, message_of(path).read_text())
            assert sat is not None
            assert offer_of(sat) == offered
        await again.close()
    assert name != "tally" or found == {(False, True), (True, False), (True, True)}


async def test_what_is_shown_at_a_press_is_not_shown_again(arena: Arena, clock: ManualClock) -> None:
    shows = list[int]()

    async def show(table: Table) -> None:
        shows.append(table.rev)

    arena.table_messages.set_show(show)
    table = await opened(arena)
    first = await arena.tables.revise(table.id, ANN.person_id, terms=quick)
    await arena.table_messages.shown(first)
    await clock.advance(2 * SOON.total_seconds())
    await arena.idle()
    assert shows == []
    second = await arena.tables.revise(table.id, ANN.person_id, where="thread")
    await arena.table_messages.shown(first)  # what was slow shows an older one, and the newer one is still to come
    await clock.advance(2 * SOON.total_seconds())
    await arena.idle()
    assert shows == [second.rev]
    assert await arena.schedule.due_at(SHOWING, str(table.id)) is None


async def test_what_cannot_be_shown_is_shown_later(arena: Arena, clock: ManualClock) -> None:
    trouble, shows = [Retry(), Retry(90.0)], list[str]()

    async def show(table: Table) -> None:
        if trouble:
            raise trouble.pop(0)
        shows.append(table.status)

    arena.table_messages.set_show(show)
    table = await opened(arena)
    await arena.tables.cancel(table.id, ANN.person_id)
    for seconds in (60, 60, 60):
        await clock.advance(seconds)
        await arena.idle()
        assert shows == []
    await clock.advance(30)
    await arena.idle()
    assert shows == ["cancelled"]


async def test_a_table_without_a_message_is_to_be_shown_as_long_as_it_is_open(arena: Arena, clock: ManualClock) -> None:
    shows = list[tuple[int, int | None]]()

    async def show(table: Table) -> None:
        shows.append((table.id, table.message_id))

    arena.table_messages.set_show(show)
    lost, closed, told = [await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", where="here") for _ in range(3)]
    await arena.tables.revise(lost.id, ANN.person_id, terms=quick)
    await arena.tables.cancel(closed.id, ANN.person_id)
    await arena.tables.set_message(told.id, MESSAGE, rev=told.rev)
    assert await arena.schedule.due_at(SHOWING, str(closed.id)) is None
    assert await arena.schedule.due_at(SHOWING, str(told.id)) is None
    await clock.advance(SOON.total_seconds())
    await arena.idle()
    assert shows == [(lost.id, None)]


async def test_what_was_changed_before_the_message_was_noted_is_still_to_be_shown(arena: Arena) -> None:
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", where="here")
    await arena.tables.join(table.id, BOB)
    await arena.tables.set_message(table.id, MESSAGE, rev=table.rev)
    assert await arena.schedule.due_at(SHOWING, str(table.id)) is not None


async def test_the_hash_of_a_choice_in_private_follows_too(arena: Arena, clock: ManualClock) -> None:
    shows = list[int]()

    async def show(table: Table) -> None:
        shows.append(len(table.chosen))

    arena.table_messages.set_show(show)
    table = await arena.tables.open(
        GUILD, CHANNEL, ANN, "grove", "2", options=(("paths", "open"),), terms=Terms(rated=False), where="here"
    )
    await arena.tables.set_message(table.id, MESSAGE)
    await arena.loadouts.choose(table.id, ANN.person_id, "y x x")
    for expected in ([1], [1, 0]):
        await clock.advance(SOON.total_seconds())
        await arena.idle()
        assert shows == expected
        await arena.loadouts.forget(table.id, ANN.person_id)
