"""Who is deleted is named nowhere any more, in no byte, and not again by a backup; what they played stays."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from hosting import rights
from hosting.arena import Arena
from hosting.errors import HostingError
from hosting.lobby.rematch import RematchPlace
from hosting.match.model import Person, Place, PlayerSettings, Post
from hosting.outbox import Retry
from store.check import check_database
from store.privacy import deletion, purge
from store.schema import metadata
from store.tables import people, seeks
from store.tables import people as stored_people
from store.tables.people import GONE, settings_of_player
from store.tables.values import Table
from tests.forkserver import ForkServer
from tests.hosting.conftest import (
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
    play,
)
from tests.hosting.leaving import ACCOUNT, NAME, Left, leave_much, texts, traces
from tests.hosting.lobby.offering import seek
from tests.hosting.toygame import games
from tests.people import acquaint
from tests.refusals import refusal
from tests.volume import many

pytestmark = pytest.mark.usefixtures("elsewhere")

MANY = 300
"""Other people: enough for pages to be split again and again, before and after the one who leaves."""


@pytest_asyncio.fixture
async def me(arena: Arena) -> AsyncIterator[Person]:
    """A player with an account and a name that occur nowhere else."""
    yield await arena.people.enter(ACCOUNT, GUILD, NAME)


async def crowd(arena: Arena, first: int) -> None:
    """Have many people known by accounts and in servers on both sides of the one who leaves."""
    async with arena.db.write() as connection:
        await acquaint(connection, *range(first, first + MANY))
        rows = [
            {"guild_id": GUILD + (number % 7) - 3, "person_id": number, "name": f"{number} neighbour" * 2}
            for number in range(first, first + MANY)
        ]
        await connection.execute(metadata.tables["member_names"].insert(), rows)


async def test_nothing_names_a_person_who_was_deleted(
    arena: Arena, me: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await crowd(arena, 2_000)
    left = await leave_much(arena, me)
    await crowd(arena, 10_000)
    before = await texts(arena.db)
    assert str(ACCOUNT) in before
    assert NAME in before
    people = await arena.matches.get(left.over.id)
    assert NAME in people.names

    with caplog.at_level("INFO"):
        await arena.deletions.delete(me.person_id, resigning={each.id for each in left.running})
        await arena.idle()

    after = await texts(arena.db)
    assert str(ACCOUNT) not in after
    assert NAME not in after
    assert str(ACCOUNT) not in caplog.text
    assert NAME not in caplog.text
    if isinstance(path := arena.db.address, Path):
        assert {each.name for each in path.parent.iterdir()} >= {
            path.name,
            f"{path.name}-wal",
            f"{path.name}.deletions",
        }
        assert traces(path.parent) == []
        report = await check_database(path, games)
        assert report.problems == ()
    assert await arena.people.find(ACCOUNT) is None
    assert await arena.people.accounts([me.person_id]) == {}
    assert await arena.people.names(GUILD, [me.person_id]) == {}
    async with arena.db.read() as connection:  # the files were written anew: no page keeps what moved to another one
        noted = int(await stored_people.note(connection, "scrubbed") or 0)
        assert await purge.removed_since(connection, noted, ["person"]) is None


async def test_what_a_person_chose_goes_and_what_others_need_stays(arena: Arena, me: Person) -> None:
    left = await leave_much(arena, me)
    await arena.deletions.delete(me.person_id, resigning={each.id for each in left.running})
    await arena.idle()

    assert (await arena.settings.player(me.person_id)) == PlayerSettings()
    assert arena.settings.languages.get(me.person_id) is None
    assert await arena.schedule.due_at("digest", str(me.person_id)) is None
    # What they had the server's channel follow is the server's.
    assert [(each.kind, each.target_id) for each in await arena.watches.in_guild(GUILD)] == [("server", GUILD)]
    async with arena.db.read() as connection:
        assert await people.blocks_among(connection, {me.person_id, DAN.person_id, EVE.person_id}) == frozenset()
        assert await seeks.of_person(connection, None, me.person_id, arena.clock.now()) == []
    match = await arena.matches.get(left.over.id)
    assert match.names == (GONE, BOB.name)
    assert match.session.outcome == left.over.session.outcome
    assert NAME not in await arena.matches.record(left.over.id, None)
    for each in left.running:
        ended = await arena.matches.get(each.id)
        assert ended.over
        assert ended.seat_of(me.person_id) is not None
    table = await arena.tables.get(left.table)
    assert table.host == CLEO
    assert table.seat_of(me.person_id) is None
    assert (await arena.tables.get(left.invited)).seat_of(me.person_id) is None


async def test_who_comes_back_is_new(arena: Arena, me: Person) -> None:
    await arena.deletions.delete(me.person_id)
    with refusal("nothing-held"):
        await arena.deletions.delete(me.person_id)
    assert (await arena.people.enter(ACCOUNT, GUILD, NAME)).person_id != me.person_id
    assert await arena.people.find(ACCOUNT) != me.person_id


async def test_two_presses_at_once_are_one_deletion(arena: Arena, me: Person) -> None:
    both = (arena.deletions.delete(me.person_id), arena.deletions.delete(me.person_id))
    first, second = await asyncio.gather(*both, return_exceptions=True)
    assert first is None
    assert isinstance(second, HostingError)
    assert second.code == "nothing-held"
    async with arena.db.read() as connection:
        assert len(await deletion.every(connection)) == 1


async def test_who_plays_is_asked_and_resigns_what_they_were_shown(arena: Arena, me: Person) -> None:
    first = await begin(arena, me, BOB)
    outline = await arena.deletions.outline(me.person_id)
    second = await begin(arena, me, BOB, places=(Place("board", 900),))
    for resigning in (set[int](), {first.id}):
        with refusal("still-playing") as told:
            await arena.deletions.delete(me.person_id, resigning=resigning)
        assert f"2 running matches ({second.id} <#900>, {first.id} <#" in str(told.value.text)
    assert await arena.people.find(ACCOUNT) == me.person_id
    assert not (await arena.matches.get(first.id)).over
    assert (await arena.deletions.outline(me.person_id)).mark != outline.mark


async def test_no_match_begins_with_a_person_who_was_deleted_meanwhile(arena: Arena, me: Person) -> None:
    table = await arena.tables.open(GUILD, CHANNEL, BOB, "tally", "2", where="here")
    await arena.tables.join(table.id, me)
    start, names = arena.tables.agreed(await arena.tables.get(table.id), BOB.person_id)
    async with arena.db.write() as connection:
        await deletion.delete_person(connection, me.person_id, arena.clock.now())
    with refusal("player-gone"):
        await arena.starter.begin(start, [Place("board", CHANNEL)], names)
    assert await arena.matches.running_in(CHANNEL) is None


async def test_settings_of_a_person_who_was_deleted_meanwhile_are_not_stored(arena: Arena, me: Person) -> None:
    settings = await arena.settings.change_player(me.person_id, lambda it: replace(it, dark=True))
    async with arena.db.write() as connection:  # as another process does: this one's memory has them
        await deletion.delete_person(connection, me.person_id, arena.clock.now())
    await arena.settings.change_player(me.person_id, lambda _: replace(settings, language="fr"))
    async with arena.db.read() as connection:
        assert await settings_of_player(connection, me.person_id) == PlayerSettings()
    assert arena.settings.languages.get(me.person_id) is None


async def test_a_match_has_no_rematch_with_a_person_who_was_deleted(arena: Arena, me: Person) -> None:
    over = await arena.matches.forfeit((await begin(arena, me, BOB)).id, me.person_id)
    spot = RematchPlace("here", CHANNEL)
    await arena.rematches.agree(over.id, BOB.person_id, spot)
    await arena.deletions.delete(me.person_id)
    await arena.idle()
    offer = await arena.rematches.find(over.id)
    assert offer is not None
    assert offer.status == "declined"
    await arena.idle()
    with refusal("no-rematch"):
        await arena.rematches.agree(over.id, BOB.person_id, spot)


async def test_a_look_that_began_before_remembers_nobody(arena: Arena, me: Person) -> None:
    """The memory of who is who, and that of matches, is filled by what was read a moment before the deletion."""
    match = await begin(arena, me, BOB)
    await arena.matches.forfeit(match.id, me.person_id)
    stale, renames = await arena.matches.get(match.id), arena.matches.renames
    arena.people.forget()
    looks = (
        arena.people.find(ACCOUNT),
        arena.people.accounts([me.person_id]),
        arena.people.names(GUILD, [me.person_id]),
    )
    tasks = [asyncio.create_task(each) for each in looks]
    await asyncio.sleep(0)
    await arena.deletions.delete(me.person_id)
    await asyncio.gather(*tasks)
    arena.matches.started(stale, renames)

    assert await arena.people.find(ACCOUNT) is None
    assert await arena.people.accounts([me.person_id]) == {}
    assert await arena.people.names(GUILD, [me.person_id]) == {}
    assert (await arena.matches.get(match.id)).names == (GONE, BOB.name)


async def test_what_was_written_a_moment_later_goes_too(arena: Arena, me: Person, clock: ManualClock) -> None:
    await arena.deletions.delete(me.person_id)
    await arena.idle()
    # As a press does that found out who presses just before.
    await arena.settings.change_player(me.person_id, lambda _: PlayerSettings(zone="Europe/Paris"))
    await arena.seeks.create(seek(me, clock.now()))
    table = await arena.tables.open(GUILD, CHANNEL, me, "tally", "2", where="here")
    match = await play(arena, await begin(arena, BOB, CLEO))
    await clock.advance(rights.ONCE_MORE.total_seconds())
    await arena.idle()
    async with arena.db.read() as connection:
        rows = (await connection.execute(metadata.tables["player_settings"].select())).all()
        assert rows == []
        assert await seeks.of_person(connection, None, me.person_id, clock.now()) == []
    assert (await arena.tables.get(table.id)).status == "cancelled"
    assert not (await arena.matches.get(match.id)).over
    assert await arena.schedule.due_at(deletion.FAREWELL, str(me.person_id)) is None


async def test_a_table_that_cannot_be_shown_is_shown_later(
    arena: Arena, poster: NotingPoster, me: Person, clock: ManualClock
) -> None:
    table = await arena.tables.open(GUILD, CHANNEL, BOB, "tally", "2", where="here", opponents=(me,))
    await arena.tables.set_message(table.id, 77)
    seen: list[Table] = []

    async def show(post: Post) -> None:
        seen.append(await arena.tables.get(post.subject.id))
        if len(seen) == 1:
            raise Retry(90)

    poster.show = show
    await arena.deletions.delete(me.person_id)
    await arena.idle()
    await clock.advance(timedelta(seconds=91).total_seconds())
    await arena.idle()
    assert [each.id for each in seen] == [table.id, table.id]
    assert seen[0].seat_of(me.person_id) is None


async def test_a_large_database_is_not_written_anew_all_the_time(
    arena: Arena, me: Person, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One account could come and go for ever, and turns would wait for ever."""
    done: list[float] = []

    async def takes_long() -> None:
        done.append(clock.monotonic())
        await clock.advance(60)

    monkeypatch.setattr(arena.db, "scrub", takes_long)
    begun = clock.monotonic()
    await arena.deletions.delete(me.person_id)
    await arena.idle()
    for _ in range(3):
        again = await arena.people.enter(ACCOUNT, GUILD, NAME)
        await arena.deletions.delete(again.person_id)
        await arena.idle()
        await clock.advance(60)
    assert done == [begun]
    await clock.advance(60 * 20)
    await arena.idle()
    assert len(done) == 2
    for _ in range(3):
        await clock.advance(60 * 21)
        await arena.idle()
    assert len(done) == 2  # for nothing was left


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_backup_that_is_put_back_forgets_again(arena: Arena, me: Person, clock: ManualClock) -> None:
    path = arena.db.address
    assert isinstance(path, Path)
    left = await leave_much(arena, me)
    await arena.db.checkpoint()
    there = path.parent / "restored"
    there.mkdir()
    shutil.copy(path, there / path.name)
    await arena.deletions.delete(me.person_id, resigning={each.id for each in left.running})
    listed = deletion.deletion_list_path(path)
    shutil.copy(listed, there / listed.name)
    await arena.idle()
    await arena.close()

    assert traces(there) != []
    again = await open_arena(there / path.name, clock, NotingPoster())
    await again.idle()
    assert await again.people.find(ACCOUNT) is None
    assert NAME not in await texts(again.db)
    assert all([(await again.matches.get(each.id)).over for each in left.running])
    assert (await again.tables.get(left.table)).host == CLEO
    await again.close()
    assert traces(there) == []


async def test_a_list_that_lacks_a_deletion_gets_it(arena: Arena, me: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(deletion, "list_deletion", full)
        await arena.deletions.delete(me.person_id)
    assert deletion.read_deletions(deletion.deletion_list_path(arena.db.address)) == set()
    await arena.deletions.start()
    async with arena.db.read() as connection:
        known = await deletion.every(connection)
    assert len(known) == 1
    assert deletion.read_deletions(deletion.deletion_list_path(arena.db.address)) >= known


def test_it_is_known_of_each_table_about_people_what_becomes_of_it() -> None:
    about = {table.name for table in metadata.sorted_tables if "person_id" in table.c}
    assert about == {table.name for table in deletion.OWN} | deletion.STAYING | {"blocks", "member_names"}


def test_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path) -> None:
    path, one, two = tmp_path / "x.deletions", b"1" * 16, b"2" * 16
    assert deletion.read_deletions(path) == set()
    deletion.list_deletion(path, {one})
    assert path.stat().st_mode & 0o077 == 0
    with path.open("a", encoding="ascii") as file:
        file.write(two.hex()[:-1])
    deletion.list_deletion(path, {one, two})
    assert deletion.read_deletions(path) == {one, two}


def test_several_may_write_at_once_and_none_writes_twice(tmp_path: Path) -> None:
    """Processes on machines that share the file: each adds what it has, and all have much in common."""
    path = tmp_path / "x.deletions"
    digests = [bytes([number]) * 16 for number in range(40)]
    ready = threading.Barrier(8)

    def add(first: int) -> None:
        ready.wait()
        for last in range(first, len(digests) + 1, 4):
            deletion.list_deletion(path, digests[:last])

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(add, range(1, 9)))
    lines = [line for line in path.read_text(encoding="ascii").splitlines() if line]
    assert sorted(lines) == [each.hex() for each in digests]


# A deletion that is killed is done or not done, and the next start brings what was begun to its end.


POINTS = many(1, 20)
"""Statements at which it is killed, while it is one transaction; as many while what was held is let go of."""
FIRST, LAST = 40, 100
"""Of the statements of the latter."""


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    server = ForkServer("tests.hosting.killed_deletion")
    yield server
    server.close()


async def killed(server: ForkServer, path: Path, last: int) -> None:
    """Delete the person of a database in a process that is killed before a statement."""
    output = path.with_suffix(".out")
    child = server.fork([str(path), str(last)], output=output, env={"PATH": os.environ["PATH"]})
    assert await child.wait() == -signal.SIGKILL, output.read_text()


def copy(path: Path, folder: Path) -> Path:
    folder.mkdir()
    return Path(shutil.copy(path, folder / "arena.db"))


async def is_done(arena: Arena, left: Left) -> bool:
    """Return whether the person was deleted; it is one or the other, in everything."""
    await arena.idle()
    whole = await arena.people.find(ACCOUNT) is None
    listed = deletion.read_deletions(deletion.deletion_list_path(arena.db.address))
    assert (NAME in await texts(arena.db)) is not whole
    assert len(listed) == whole
    assert [(await arena.matches.get(each.id)).over for each in left.running] == [whole, whole]
    assert ((await arena.tables.get(left.table)).host == CLEO) is whole
    assert (await arena.tables.get(left.invited)).seats[1].free is whole
    return whole


async def test_it_is_done_or_not_done(server: ForkServer, tmp_path: Path, clock: ManualClock) -> None:
    arena = await open_arena(tmp_path / "before.db", clock, NotingPoster())
    left = await leave_much(arena, await arena.people.enter(ACCOUNT, GUILD, NAME))
    await arena.close()
    chance, found = random.Random(3), set()
    points = {*chance.sample(range(2, FIRST), POINTS), *chance.sample(range(FIRST, LAST), POINTS)}
    for point in sorted(points):
        path = copy(tmp_path / "before.db", tmp_path / f"at {point}")
        await killed(server, path, point)
        again = await open_arena(path, clock, NotingPoster())
        done = await is_done(again, left)
        await again.close()
        found.add(done)
        if done:
            assert traces(path.parent) == []
    assert found == {False, True}
