"""People: one person for an account, one name for a person in a server, and names that are frozen (R29)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from hosting import retention
from hosting.arena import Arena
from hosting.lobby.model import NoSuchTable
from hosting.match.model import NoSuchMatch, Person, Place, PlayerSettings
from hosting.people import People
from hosting.retention import Periods
from store import schema
from store.privacy import purge
from store.schema import people as table
from store.tables import imports, people
from store.tables import people as stored
from store.tables.people import ServerSettings
from tests.hosting.conftest import ANN as CONFTEST_ANN
from tests.hosting.conftest import BOB as CONFTEST_BOB
from tests.hosting.conftest import CHANNEL, GUILD, TEAMS, ManualClock, begin
from tests.hosting.conftest import CLEO as CONFTEST_CLEO
from tests.people import acquaint

ANN, BOB, CLEO, DAN = 276301852911271937, 198452003347628033, 310000000000000001, 310000000000000002
ELSEWHERE = GUILD + 1


async def rows(arena: Arena) -> int:
    async with arena.db.read() as connection:
        return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def test_who_only_looks_is_nobody_and_nothing_is_kept(arena: Arena) -> None:
    before = await rows(arena)
    assert arena.people.known(ANN) is None
    for _ in range(2):
        assert await arena.people.find(ANN) is None
    assert arena.people.known(ANN) is None
    assert await rows(arena) == before


async def test_an_account_is_one_person_with_a_name_in_each_server(arena: Arena) -> None:
    people, before = arena.people, await rows(arena)
    assert await people.find(ANN) is None  # so that it is looked up again once there is a person
    ann = await people.enter(ANN, GUILD, "A\0nn")
    bob = await people.enter(BOB, GUILD, "Bob")
    assert ann == Person(ann.person_id, "Ann")
    assert ann.person_id != bob.person_id
    assert (await people.enter(ANN, ELSEWHERE, "Annie")).person_id == ann.person_id
    assert people.known(ANN) == await people.find(ANN) == ann.person_id
    assert await people.know(BOB) == bob.person_id
    assert await people.accounts({ann.person_id, bob.person_id, 999}) == {ann.person_id: ANN, bob.person_id: BOB}
    assert await people.names(GUILD, {ann.person_id, bob.person_id, 999}) == {
        ann.person_id: "Ann",
        bob.person_id: "Bob",
    }
    assert await people.names(ELSEWHERE, {ann.person_id, bob.person_id}) == {ann.person_id: "Annie"}
    assert await rows(arena) == before + 2


async def test_who_is_only_named_by_others_has_no_name_in_any_server(arena: Arena) -> None:
    person_id = await arena.people.know(CLEO)
    assert await arena.people.know(CLEO) == person_id
    assert await arena.people.accounts({person_id}) == {person_id: CLEO}
    assert await arena.people.names(ELSEWHERE, {person_id}) == {}


async def test_what_is_kept_in_memory_is_what_is_stored(arena: Arena) -> None:
    ann = await arena.people.enter(ANN, GUILD, "Ann")
    fresh = People(arena.core, lambda _person: None)
    assert await fresh.find(ANN) == ann.person_id
    assert await fresh.accounts({ann.person_id}) == {ann.person_id: ANN}
    assert await fresh.names(GUILD, {ann.person_id}) == {ann.person_id: "Ann"}


async def test_who_was_deleted_is_forgotten_and_comes_back_as_another_player(arena: Arena, clock: ManualClock) -> None:
    people = arena.people
    ann = await people.enter(ANN, GUILD, "Ann")
    async with arena.db.write() as connection:
        await stored.forget(connection, ann.person_id, clock.now())
    people.forget()
    assert people.known(ANN) is None
    assert await people.find(ANN) is None
    assert await people.accounts({ann.person_id}) == {}
    assert await people.names(GUILD, {ann.person_id}) == {}
    assert (await people.enter(ANN, GUILD, "Ann")).person_id != ann.person_id


@pytest.mark.parametrize("silent", [False, True])
async def test_r29_a_name_stays_while_its_player_is_in_a_silent_match(arena: Arena, silent: bool) -> None:
    people = arena.people
    players = [
        await people.enter(account, GUILD, name)
        for account, name in zip((ANN, BOB, CLEO, DAN), ("Ann", "Bob", "Cleo", "Dan"), strict=True)
    ]
    ann = players[0].person_id
    match = await begin(
        arena, *players[: 4 if silent else 2], mode="teams" if silent else "2", places=TEAMS if silent else HERE
    )
    assert match.silent is silent
    now = await people.enter(ANN, GUILD, "attack the left")
    assert now == Person(ann, "Ann" if silent else "attack the left")
    assert await people.names(GUILD, {ann}) == {ann: now.name}
    assert (await people.enter(ANN, ELSEWHERE, "attack the left")).name == "attack the left", "nobody reads it here"
    for each in players[:3]:
        await arena.matches.forfeit(match.id, each.person_id)
        if (await arena.matches.get(match.id)).over:
            break
    assert (await people.enter(ANN, GUILD, "Anna")).name == "Anna"


HERE = (Place("board", CHANNEL),)


# What is not kept for ever goes when its time has come, and not before.


DAY = timedelta(days=1)
OTHER_GUILD = 500
PERIODS = Periods()


def served(_guild_id: int) -> bool:
    return True


async def gone(arena: Arena) -> set[int]:
    async with arena.db.read() as connection:
        return set(await purge.departures_of(connection))


async def count(arena: Arena, name: str) -> int:
    table = schema.metadata.tables[name]
    async with arena.db.read() as connection:
        return (await connection.execute(select(func.count()).select_from(table))).scalar_one()


async def pass_days(clock: ManualClock, time: timedelta) -> None:
    await clock.advance(time.total_seconds())


async def test_a_server_goes_so_many_days_after_the_bot_was_removed(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    await arena.settings.change_server(GUILD, lambda _: ServerSettings(transcript_days=3))
    await arena.retention.left(GUILD)

    await pass_days(clock, PERIODS.removed_servers - timedelta(seconds=1))
    await arena.retention.remove_expired((), served)
    assert (await arena.matches.get(match.id)).id == match.id

    await pass_days(clock, timedelta(seconds=1))
    await arena.retention.remove_expired((), served)
    with pytest.raises(NoSuchMatch):
        await arena.matches.get(match.id)
    assert (await arena.settings.server(GUILD)).transcript_days == ServerSettings().transcript_days
    assert [await count(arena, name) for name in ("matches", "events", "outbox", "tables", "departures")] == [0] * 5
    # Of matches, of the server's settings, of names, of people known from there alone, and that the bot had left.
    assert await count(arena, "erasures") == 5


async def test_who_was_known_from_there_alone_is_forgotten(arena: Arena, clock: ManualClock) -> None:
    """ANN has chosen something for herself, BOB has a name elsewhere, CLEO is blocked by ANN and has nothing left."""
    match = await begin(arena, CONFTEST_ANN, CONFTEST_CLEO)
    await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)
    await arena.settings.change_player(CONFTEST_ANN.person_id, lambda _: PlayerSettings(zone="Europe/Paris"))
    await arena.blocks.add(CONFTEST_ANN.person_id, CONFTEST_CLEO.person_id)
    async with arena.db.write() as connection:
        await people.remember(connection, OTHER_GUILD, CONFTEST_BOB.person_id, "Bobby")
        accounts = await people.accounts(
            connection, [each.person_id for each in (CONFTEST_ANN, CONFTEST_BOB, CONFTEST_CLEO)]
        )
    assert await arena.people.find(accounts[CONFTEST_CLEO.person_id]) == CONFTEST_CLEO.person_id
    await arena.retention.left(GUILD)
    await pass_days(clock, PERIODS.removed_servers)
    await arena.retention.remove_expired((), served)

    assert await arena.people.accounts(accounts) == {
        each.person_id: accounts[each.person_id] for each in (CONFTEST_ANN, CONFTEST_BOB)
    }
    assert await arena.people.find(accounts[CONFTEST_CLEO.person_id]) is None
    assert await count(arena, "blocks") == 0
    async with arena.db.read() as connection:
        forgotten = await people.load(connection, CONFTEST_CLEO.person_id)
    assert forgotten is not None
    assert (forgotten.account, forgotten.deleted_at) == (None, clock.now())
    assert (
        await arena.people.enter(accounts[CONFTEST_CLEO.person_id], OTHER_GUILD, "Cleo")
    ).person_id != CONFTEST_CLEO.person_id


async def test_the_days_are_counted_from_the_first_sign(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await arena.retention.left(GUILD)
    await pass_days(clock, PERIODS.removed_servers - DAY)
    await arena.retention.left(GUILD)
    await pass_days(clock, DAY)
    await arena.retention.remove_expired((), served)
    assert await count(arena, "matches") == 0


@pytest.mark.parametrize("how", ["returned", "compare", "keep"])
async def test_a_server_that_invites_the_bot_back_keeps_everything(arena: Arena, clock: ManualClock, how: str) -> None:
    match = await begin(arena)
    await arena.retention.left(GUILD)
    await pass_days(clock, PERIODS.removed_servers)
    if how == "returned":
        await arena.retention.returned(GUILD)
    elif how == "compare":
        await arena.retention.compare((GUILD,), served)
    await arena.retention.remove_expired((GUILD,) if how == "keep" else (), served)
    assert (await arena.matches.get(match.id)).id == match.id
    assert await gone(arena) == set()


async def test_a_removal_that_nobody_heard_of_is_found_by_comparing(arena: Arena) -> None:
    await begin(arena)
    await arena.settings.change_server(OTHER_GUILD, lambda _: ServerSettings())

    await arena.retention.compare((OTHER_GUILD,), lambda guild_id: guild_id != GUILD)
    assert await gone(arena) == set()  # another process serves it, which knows whether it is there

    await arena.retention.compare((OTHER_GUILD,), served)
    assert await gone(arena) == {GUILD}


async def test_a_server_of_another_process_is_left_to_it(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await arena.retention.left(GUILD)
    await pass_days(clock, PERIODS.removed_servers)
    await arena.retention.remove_expired((), lambda guild_id: guild_id != GUILD)
    assert await count(arena, "matches") == 1


async def test_what_was_interrupted_goes_on_where_it_was(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    matches = [await begin(arena)]
    await arena.matches.forfeit(matches[0].id, CONFTEST_ANN.person_id)
    matches.append(await begin(arena))
    await arena.retention.left(GUILD)
    await pass_days(clock, PERIODS.removed_servers)
    remove, done = purge.remove_matches, 0

    async def fails_at_the_second(*args: object) -> purge.Counts:
        nonlocal done
        done += 1
        if done == 2:
            raise RuntimeError("in the middle")
        return await remove(*args)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(purge, "remove_matches", fails_at_the_second)
        with pytest.raises(RuntimeError, match="in the middle"):
            await arena.retention.remove_expired((), served)
    with pytest.raises(NoSuchMatch):
        await arena.matches.get(matches[0].id)
    assert (await arena.matches.get(matches[1].id)).id == matches[1].id

    await arena.retention.remove_expired((), served)
    assert [await count(arena, name) for name in ("matches", "departures")] == [0, 0]


async def test_however_much_a_server_has_a_transaction_removes_little_of_it(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches, open tables, watches of channels and names of members, each more than a transaction removes."""
    monkeypatch.setattr(purge, "ROWS_AT_ONCE", 5)
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    for _ in range(3):
        match = await begin(arena)
        await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)
    for _ in range(5):
        await arena.tables.open(GUILD, CHANNEL, CONFTEST_ANN, "tally", "2", where="here")
    there = {"guild_id": GUILD, "kind": "player", "quiet": True, "person_id": 1, "created_at": clock.now()}
    followed = [{**there, "channel_id": each, "target_id": 1} for each in range(30)]
    numbers = range(1000, 1009)
    members = [{"guild_id": GUILD, "person_id": each, "name": f"Member {each}"} for each in numbers]
    async with arena.db.write() as connection:
        await connection.execute(insert(schema.watches), followed)
        await acquaint(connection, *numbers)
        await connection.execute(insert(schema.member_names), members)
    await arena.retention.left(GUILD)
    await pass_days(clock, PERIODS.removed_servers)
    await arena.retention.remove_expired((), served)

    empty = ("matches", "tables", "watches", "member_names", "departures")
    assert {name: await count(arena, name) for name in empty} == dict.fromkeys(empty, 0)
    async with arena.db.read() as connection:
        logged = list((await connection.execute(select(schema.erasures.c.removed))).scalars())
    assert [each["watches"] for each in logged if "watches" in each] == [5] * 6
    assert max(each["tables"] for each in logged if "tables" in each) <= 2
    assert max(each["member_names"] for each in logged if "member_names" in each) <= 2
    assert sum(each["people"] for each in logged if "people" in each) >= len(members)
    # What hangs on a match goes with it; no second one does then.
    assert [each["matches"] for each in logged if "matches" in each] == [1, 1, 1]


async def test_a_server_that_invites_the_bot_back_meanwhile_keeps_the_rest(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(arena)
    await arena.settings.change_server(GUILD, lambda _: ServerSettings(transcript_days=3))
    await arena.retention.left(GUILD)
    await pass_days(clock, PERIODS.removed_servers)
    removed = purge.remove_matches

    async def and_back(*args: Any) -> purge.Counts:
        found = await removed(*args)
        await purge.cancel_departure(args[0], {GUILD})
        return found

    monkeypatch.setattr(purge, "remove_matches", and_back)
    await arena.retention.remove_expired((), served)
    assert await count(arena, "matches") == 0
    assert (await arena.settings.server(GUILD)).transcript_days == 3
    async with arena.db.read() as connection:
        assert await people.names(connection, GUILD, [CONFTEST_ANN.person_id]) == {
            CONFTEST_ANN.person_id: CONFTEST_ANN.name
        }


async def test_logs_of_silence_go_some_time_after_the_match(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    over = await begin(arena)
    await arena.matches.forfeit(over.id, CONFTEST_ANN.person_id)
    also = await begin(arena)
    await arena.matches.forfeit(also.id, CONFTEST_ANN.person_id)
    running = await begin(arena)
    for match in (over, also, running):
        await arena.silence_log.add(match.id, "repaired", channel_id=CHANNEL)

    await pass_days(clock, PERIODS.silence_logs)
    await arena.retention.remove_expired((GUILD,), served)
    assert await count(arena, "silence_log") == 3

    await pass_days(clock, timedelta(seconds=1))
    await arena.retention.remove_expired((GUILD,), served)
    assert await arena.silence_log.of_match(over.id) == []
    assert len(await arena.silence_log.of_match(running.id)) == 1
    assert await count(arena, "erasures") == 2
    assert await count(arena, "matches") == 3


async def test_records_that_were_brought_go_though_nobody_brings_another(arena: Arena, clock: ManualClock) -> None:
    async with arena.db.write() as connection:
        await imports.add(connection, guild_id=None, person_id=CONFTEST_ANN.person_id, text="x", at=clock.now())
    await pass_days(clock, PERIODS.imports)
    await arena.retention.remove_expired((), served)
    assert await count(arena, "imports") == 1
    await pass_days(clock, timedelta(seconds=1))
    await arena.retention.remove_expired((), served)
    assert await count(arena, "imports") == 0


async def test_nobody_remembers_who_had_a_copy(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await arena.exports.make(CONFTEST_ANN.person_id)
    await pass_days(clock, PERIODS.exports + timedelta(seconds=1))
    await arena.retention.remove_expired((), served)
    assert await count(arena, "exports") == 0


async def test_cancelled_tables_go_and_open_ones_stay(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    left = [await arena.tables.open(GUILD, CHANNEL, CONFTEST_ANN, "tally", "2", where="here") for _ in range(3)]
    for name in left[:2]:
        await arena.tables.cancel(name.id, CONFTEST_ANN.person_id)
    started = await begin(arena, CONFTEST_BOB, CONFTEST_ANN)
    await pass_days(clock, PERIODS.closed_tables + timedelta(seconds=1))
    await arena.retention.remove_expired((GUILD,), served)
    for name in left[:2]:
        with pytest.raises(NoSuchTable):
            await arena.tables.get(name.id)
    assert (await arena.tables.get(left[2].id)).status == "open"
    assert (await arena.housing.home(await arena.matches.get(started.id))) == CHANNEL


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_nothing_of_a_server_is_left_in_the_files(arena: Arena, clock: ManualClock) -> None:
    path = arena.db.address
    assert isinstance(path, Path)
    await begin(arena)
    async with arena.db.write() as connection:
        # Pages that are split keep copies of what moved to another one.
        for number in range(400):
            text = f"NEEDLE {number:03}" * 9
            await imports.add(connection, guild_id=GUILD, person_id=7, text=text, at=clock.now())
            await connection.execute(insert(schema.notes), {"key": f"n{number * 7919 % 400}", "value": "x" * 90})
    await arena.retention.left(GUILD)
    await pass_days(clock, PERIODS.removed_servers)
    await arena.retention.remove_expired((), served)
    await arena.idle()
    for each in (path, path.with_name(path.name + "-wal")):
        assert b"NEEDLE" not in each.read_bytes(), each.name
