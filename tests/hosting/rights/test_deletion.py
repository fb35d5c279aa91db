"""Who is deleted is named nowhere any more, in no byte, and not again by a backup; what they played stays."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import select

from hosting.arena import Arena
from hosting.match.model import Match, Person, Place, PlayerSettings
from hosting.rights.errors import NothingHeld, StillPlaying
from store import deletion, deletion_list
from store.schema import metadata
from tests.hosting.conftest import BOB, CHANNEL, GUILD, ManualClock, NotingPoster, begin, open_arena, play

pytestmark = pytest.mark.usefixtures("elsewhere")

ACCOUNT, NAME = 7_340_129_855_001_223_111, "Zyxwvut Nameless"


@pytest_asyncio.fixture
async def me(arena: Arena) -> AsyncIterator[Person]:
    """Somebody with an account and a name that occur nowhere else."""
    yield await arena.people.enter(ACCOUNT, GUILD, NAME)


async def played(arena: Arena, me: Person) -> Match:
    """Return a match that is over, after which I have left much behind."""
    over = await play(arena, await begin(arena, me, BOB), "1/2", "1/1")
    await arena.matches.forfeit(over.id, me.person_id)
    await arena.settings.set_player(me.person_id, PlayerSettings(zone="Europe/Paris", digest_hour=8, language="fr"))
    await arena.digests.arrange(me.person_id)
    await arena.blocks.add(me.person_id, BOB.person_id)
    await arena.watches.follow(GUILD, CHANNEL, "player", me.person_id, quiet=False, person_id=BOB.person_id)
    await arena.idle()
    return over


async def texts(arena: Arena) -> str:
    """Return everything that stands in the rows of all tables."""
    async with arena.db.read() as connection:
        found = [str(tuple(row)) for table in metadata.sorted_tables for row in await connection.execute(select(table))]
    return "\n".join(found)


async def test_nothing_names_a_person_who_was_deleted(arena: Arena, me: Person) -> None:
    over = await played(arena, me)
    before = await texts(arena)
    assert str(ACCOUNT) in before
    assert NAME in before

    await arena.deletions.delete(me.person_id, resign=False)

    after = await texts(arena)
    assert str(ACCOUNT) not in after
    assert NAME not in after
    assert await arena.people.find(ACCOUNT) is None
    assert (await arena.settings.player(me.person_id)) == PlayerSettings()
    assert arena.settings.language(me.person_id) is None
    assert await arena.schedule.due_at("digest", str(me.person_id)) is None
    assert await arena.watches.in_guild(GUILD) == []
    match = await arena.matches.get(over.id)
    assert match.over
    assert NAME not in match.names
    assert NAME not in await arena.matches.record(over.id, None)
    if isinstance(path := arena.db.address, Path):
        for each in path.parent.iterdir():
            if not each.name.endswith("-shm"):
                content = each.read_bytes()
                assert NAME.encode() not in content, each.name
                assert str(ACCOUNT).encode() not in content, each.name
                assert ACCOUNT.to_bytes(8, "big") not in content, each.name


async def test_who_comes_back_is_new(arena: Arena, me: Person) -> None:
    await arena.deletions.delete(me.person_id, resign=False)
    with pytest.raises(NothingHeld):
        await arena.deletions.delete(me.person_id, resign=False)
    assert (await arena.people.enter(ACCOUNT, GUILD, NAME)).person_id != me.person_id


async def test_who_plays_is_asked_and_may_resign_all(arena: Arena, me: Person) -> None:
    running = [await begin(arena, me, BOB), await begin(arena, me, BOB, places=(Place("board", 900),))]
    table = await arena.tables.open(GUILD, CHANNEL, BOB, "tally", "2", where="here", opponents=(me,))
    with pytest.raises(StillPlaying) as told:
        await arena.deletions.delete(me.person_id, resign=False)
    assert {each.id for each in told.value.running} == {each.id for each in running}
    assert await arena.people.find(ACCOUNT) == me.person_id

    await arena.deletions.delete(me.person_id, resign=True)
    for match in running:
        assert (await arena.matches.get(match.id)).over
    assert (await arena.tables.get(table.id)).seat_of(me.person_id) is None


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_backup_that_is_put_back_forgets_again(arena: Arena, me: Person, clock: ManualClock) -> None:
    path = arena.db.address
    assert isinstance(path, Path)
    await played(arena, me)
    await arena.db.checkpoint()
    backup = path.with_name("backup")
    shutil.copy(path, backup)
    await arena.deletions.delete(me.person_id, resign=False)
    listed = deletion_list.path_of(path)
    assert str(ACCOUNT) not in listed.read_text(encoding="ascii")
    await arena.close()

    restored = path.with_name("restored.db")
    shutil.copy(backup, restored)
    shutil.copy(listed, deletion_list.path_of(restored))
    again = await open_arena(restored, clock, NotingPoster())
    assert await again.people.find(ACCOUNT) is None
    assert NAME not in await texts(again)
    await again.close()


async def test_a_list_that_lacks_a_deletion_gets_it(arena: Arena, me: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies() -> None:
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patch:
        patch.setattr(arena.deletions, "_write_down", dies)
        with pytest.raises(RuntimeError, match="in the middle"):
            await arena.deletions.delete(me.person_id, resign=False)
    await arena.deletions.start()
    async with arena.db.read() as connection:
        known = await deletion.every(connection)
    assert len(known) == 1
    assert deletion_list.read(deletion_list.path_of(arena.db.address)) >= known


def test_it_is_known_of_each_table_about_people_what_becomes_of_it() -> None:
    about = {table.name for table in metadata.sorted_tables if "person_id" in table.c}
    assert about == {table.name for table in deletion._OWN} | deletion.STAYING | {"member_names"}


def test_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "x.deletions"
    deletion_list.add(path, {b"one"})
    with path.open("a") as file:
        file.write("6f")
    path.write_text(path.read_text() + "q", encoding="ascii")
    deletion_list.add(path, {b"two"})
    assert deletion_list.read(path) >= {b"one", b"two"}
