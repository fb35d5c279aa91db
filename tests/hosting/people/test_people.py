"""People: one person for an account, one name for a person in a server, and names that are frozen (R29)."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from hosting.arena import Arena
from hosting.match.model import Person, Place
from hosting.people import People
from store.schema import people as table
from store.tables import people as stored
from tests.hosting.conftest import CHANNEL, GUILD, TEAMS, ManualClock, begin

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


async def test_what_is_kept_in_memory_is_what_is_stored(arena: Arena, clock: ManualClock) -> None:
    ann = await arena.people.enter(ANN, GUILD, "Ann")
    fresh = People(arena.db, clock, lambda _game, _mode: False, lambda _guild, _person: None)
    assert await fresh.find(ANN) == ann.person_id
    assert await fresh.accounts({ann.person_id}) == {ann.person_id: ANN}
    assert await fresh.names(GUILD, {ann.person_id}) == {ann.person_id: "Ann"}


async def test_who_was_deleted_is_forgotten_and_comes_back_as_somebody_else(arena: Arena, clock: ManualClock) -> None:
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
async def test_r29_a_name_stands_still_while_its_player_is_in_a_silent_match(arena: Arena, silent: bool) -> None:
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
