"""A change of terms that is killed is made or not made as a whole, and the table's message says what holds."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.errors import HostingError
from hosting.lobby.model import mark_of, subject_of
from hosting.match.model import Post, Table
from hosting.match_terms import Terms
from hosting.outbox import FIRST_DELAY_S, Retry
from store.tables import outbox
from tests.every_mode import EVERY_MODE, part_of
from tests.forkserver import ForkServer
from tests.hosting.conftest import ANN, BOB, CHANNEL, GUILD, ManualClock, NotingPoster, begin, open_arena
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
        again = await open_arena(path, clock, None, games)
        table = await again.tables.get(1)
        offered = offer_of(table)
        assert offered in (offer_of(old), new), point
        found.add((offered == new, left == mark_of(table)))
        if left != mark_of(table) and not made.alone:
            assert await joined(again, left) is None, "nobody agrees to terms that no message said"

        async def show(_post: Post, path: Path = path, table: Table = table) -> None:
            message_of(path).write_text(mark_of(table))

        again.outbox.set_poster(NotingPoster(show=show))
        again.outbox.drain()
        await again.idle()
        assert message_of(path).read_text() == mark_of(table), point
        assert not await waits(again, 1)
        if not made.alone:
            sat = await joined(again, message_of(path).read_text())
            assert sat is not None
            assert offer_of(sat) == offered
        await again.close()
    assert name != "tally" or found == {(False, True), (True, False), (True, True)}


async def waits(arena: Arena, table_id: int) -> bool:
    """Return whether a table's message is still to be brought up to date."""
    async with arena.db.read() as connection:
        return await outbox.due(connection, subject_of(table_id).lane) is not None


async def test_what_is_shown_at_a_press_is_not_shown_again(arena: Arena, poster: NotingPoster) -> None:
    shows = list[int]()

    async def show(post: Post) -> None:
        shows.append(post.seq)

    poster.show = show
    table = await opened(arena)
    async with arena.tables.hold(table.id):
        first = await arena.tables.revise(table.id, ANN.person_id, terms=quick)
        await arena.tables.shown(first)
    await arena.idle()
    assert shows == []
    async with arena.tables.hold(table.id):
        second = await arena.tables.revise(table.id, ANN.person_id, where="thread")
        await arena.tables.shown(first)  # what was slow shows an older one, and the newer one is still to come
        await arena.idle()
        assert shows == []
    await arena.idle()
    assert shows == [second.rev]
    assert not await waits(arena, table.id)


async def test_a_press_waits_until_the_message_shows_what_was_before_it(arena: Arena, poster: NotingPoster) -> None:
    shown, slow, shows = asyncio.Event(), asyncio.Event(), list[int]()

    async def show(post: Post) -> None:
        slow.set()
        await shown.wait()
        shows.append(post.seq)

    poster.show = show
    table = await opened(arena)
    first = await arena.tables.revise(table.id, ANN.person_id, terms=quick)
    arena.outbox.drain()
    await slow.wait()
    assert arena.tables.is_held(table.id)
    second = await arena.tables.revise(table.id, ANN.person_id, where="thread")

    async def press() -> None:
        async with arena.tables.hold(table.id):
            shows.append(0)

    pressed = asyncio.create_task(press())
    shown.set()
    await pressed
    await arena.idle()
    assert shows == [first.rev, 0, second.rev]
    assert not await waits(arena, table.id)


async def test_what_cannot_be_shown_is_shown_later(arena: Arena, poster: NotingPoster, clock: ManualClock) -> None:
    trouble, shows = [Retry(), Retry(90.0)], list[int]()

    async def show(post: Post) -> None:
        if trouble:
            raise trouble.pop(0)
        shows.append(post.attempts)

    match = await begin(arena, ANN, BOB)
    await arena.idle()
    poster.show = show
    table = await opened(arena)
    await arena.tables.cancel(table.id, ANN.person_id)
    await arena.outbox.notice(match.id, match.seq, CHANNEL, say("Hello"))
    await arena.idle()
    assert "notice" in {post.kind for post in poster.posts}  # nothing else in that channel waits for it
    for seconds in (FIRST_DELAY_S, 89):
        await clock.advance(seconds)
        await arena.idle()
        assert shows == []
    await clock.advance(1)
    await arena.idle()
    assert shows == [2]


async def test_a_change_tries_at_once_what_could_not_be_shown(arena: Arena, poster: NotingPoster) -> None:
    trouble, shows = [Retry(90.0), Retry(90.0)], list[tuple[int, int]]()

    async def show(post: Post) -> None:
        if trouble:
            raise trouble.pop(0)
        shows.append((post.seq, post.attempts))

    poster.show = show
    table = await opened(arena)
    await arena.tables.revise(table.id, ANN.person_id, terms=quick)
    arena.outbox.drain()
    await arena.idle()
    second = await arena.tables.revise(table.id, ANN.person_id, where="thread")
    arena.outbox.drain()
    await arena.idle()
    assert (trouble, shows) == ([], [])
    await arena.outbox.resume()  # as the servers are known
    await arena.idle()
    assert shows == [(second.rev, 2)]
    assert not await waits(arena, table.id)


async def test_a_table_without_a_message_is_to_be_shown_until_it_has_one(arena: Arena, poster: NotingPoster) -> None:
    shows = list[int]()

    async def show(post: Post) -> None:
        shows.append(post.subject.id)

    poster.show = show
    lost, told = [await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", where="here") for _ in range(2)]
    await arena.tables.set_message(told.id, MESSAGE, rev=told.rev)
    assert not await waits(arena, told.id)
    await arena.tables.revise(lost.id, ANN.person_id, terms=quick)
    arena.outbox.drain()
    await arena.idle()
    assert shows == [lost.id]


async def test_what_was_changed_before_the_message_was_noted_is_still_to_be_shown(arena: Arena) -> None:
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", where="here")
    async with arena.tables.hold(table.id):
        await arena.tables.join(table.id, BOB)
        await arena.tables.set_message(table.id, MESSAGE, rev=table.rev)
        assert await waits(arena, table.id)


async def test_the_hash_of_a_choice_in_private_follows_too(arena: Arena, poster: NotingPoster) -> None:
    shows = list[int]()

    async def show(post: Post) -> None:
        shows.append(len((await arena.tables.get(post.subject.id)).chosen))

    table = await arena.tables.open(
        GUILD, CHANNEL, ANN, "grove", "2", options=(("paths", "open"),), terms=Terms(rated=False), where="here"
    )
    await arena.tables.set_message(table.id, MESSAGE)
    poster.show = show
    await arena.loadouts.choose(table.id, ANN.person_id, "y x x")
    arena.outbox.drain()
    await arena.idle()
    assert shows == [1]
    await arena.loadouts.forget(table.id, ANN.person_id)
    arena.outbox.drain()
    await arena.idle()
    assert shows == [1, 0]
