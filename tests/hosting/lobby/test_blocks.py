"""Blocks: who is kept apart from whom, in which direction that shows, and what a block does not reach."""

from __future__ import annotations

import re

import pytest

from hosting.arena import Arena
from hosting.lobby import blocks
from hosting.lobby.blocks import BlockedByYou, NotAtThisTable, NotBlocked, NotToBeChallenged, OwnBlock, TooManyBlocks
from hosting.lobby.model import TableFull
from hosting.match.model import Person, Table
from store.tables import people as stored
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, GUILD, ManualClock, begin


async def opened(arena: Arena, host: Person, *opponents: Person, mode: str = "3") -> Table:
    return await arena.tables.open(GUILD, CHANNEL, host, "tally", mode, opponents=opponents)


async def blocked(arena: Arena, person: Person) -> list[int]:
    return [each.blocked_id for each in await arena.blocks.of(person.person_id)]


async def test_a_block_is_kept_once_and_lifted(arena: Arena, clock: ManualClock) -> None:
    ann = ANN.person_id
    assert await arena.blocks.add(ann, CLEO.person_id)
    await clock.advance(1)
    assert await arena.blocks.add(ann, BOB.person_id)
    assert not await arena.blocks.add(ann, CLEO.person_id)
    assert await blocked(arena, ANN) == [CLEO.person_id, BOB.person_id]
    assert await blocked(arena, BOB) == []
    await arena.blocks.remove(ann, CLEO.person_id)
    assert await blocked(arena, ANN) == [BOB.person_id]
    with pytest.raises(NotBlocked):
        await arena.blocks.remove(ann, CLEO.person_id)
    with pytest.raises(NotBlocked):  # that is Ann's to lift
        await arena.blocks.remove(BOB.person_id, ann)
    with pytest.raises(OwnBlock):
        await arena.blocks.add(ann, ann)


async def test_a_person_blocks_so_many_and_no_more(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 2)
    for person in (BOB, CLEO):
        assert await arena.blocks.add(ANN.person_id, person.person_id)
    with pytest.raises(TooManyBlocks):
        await arena.blocks.add(ANN.person_id, DAN.person_id)
    assert not await arena.blocks.add(ANN.person_id, BOB.person_id)
    assert await arena.blocks.add(BOB.person_id, DAN.person_id)
    assert await blocked(arena, ANN) == [BOB.person_id, CLEO.person_id]


async def test_between_tells_of_either_direction_and_of_these_people_alone(arena: Arena) -> None:
    await arena.blocks.add(BOB.person_id, ANN.person_id)
    for people, apart in (
        ((ANN, BOB), True),
        ((BOB, CLEO, ANN), True),
        ((ANN, CLEO), False),
        ((BOB, CLEO), False),
        ((ANN,), False),
        ((), False),
    ):
        assert await arena.blocks.between([each.person_id for each in people]) is apart


async def test_who_leaves_takes_every_block_with_them(arena: Arena) -> None:
    for one, other in ((ANN, BOB), (BOB, CLEO), (CLEO, ANN)):
        await arena.blocks.add(one.person_id, other.person_id)
    async with arena.db.write() as connection:
        await stored.forget_blocks(connection, BOB.person_id)
    assert [await blocked(arena, each) for each in (ANN, BOB, CLEO)] == [[], [], [ANN.person_id]]


async def test_neither_challenges_the_other(arena: Arena) -> None:
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    with pytest.raises(NotToBeChallenged):
        await opened(arena, BOB, CLEO, ANN)
    with pytest.raises(BlockedByYou, match="Bob"):
        await opened(arena, ANN, CLEO, BOB)
    # Nothing was opened by either, and those who are challenged beside each other need not like each other.
    assert (await opened(arena, CLEO, ANN, BOB)).id == 1


async def test_neither_joins_the_table_of_the_other(arena: Arena) -> None:
    mine, theirs = await opened(arena, ANN), await opened(arena, BOB)
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    for seat in (None, 2):
        with pytest.raises(NotAtThisTable):
            await arena.tables.join(mine.id, BOB, seat)
        with pytest.raises(BlockedByYou, match="Bob"):
            await arena.tables.join(theirs.id, ANN, seat)
    assert [await arena.tables.get(each.id) for each in (mine, theirs)] == [mine, theirs]
    await arena.blocks.remove(ANN.person_id, BOB.person_id)
    assert (await arena.tables.join(mine.id, BOB)).seat_of(BOB.person_id) is not None


async def test_an_invitation_from_before_can_be_declined_only(arena: Arena) -> None:
    table = await opened(arena, ANN, BOB)
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    for answer in (arena.tables.accept, arena.tables.join):
        with pytest.raises(NotAtThisTable):
            await answer(table.id, BOB)
    assert (await arena.tables.decline(table.id, BOB.person_id)).seat_of(BOB.person_id) is None


async def test_what_is_full_is_full_for_everybody(arena: Arena) -> None:
    """A refusal that would come anyway comes in its own words: a block adds nothing that could be told from it."""
    table = await opened(arena, ANN, CLEO, mode="2")
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    for person in (BOB, DAN):
        with pytest.raises(TableFull):
            await arena.tables.join(table.id, person)


async def test_the_tables_of_others_and_seats_that_are_taken_stay(arena: Arena) -> None:
    table = await opened(arena, CLEO)
    await arena.tables.join(table.id, ANN)
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    await arena.tables.join(table.id, BOB)
    table = await arena.tables.leave(table.id, CLEO.person_id)  # hands the table on to one of the two
    moved = await arena.tables.move(table.id, BOB.person_id, 1)
    assert moved.host.person_id in {ANN.person_id, BOB.person_id}
    assert (await arena.tables.join(table.id, CLEO)).seat_of(CLEO.person_id) is not None


async def test_a_match_that_runs_goes_on(arena: Arena) -> None:
    match = await begin(arena)
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    assert (await arena.matches.play(match.id, ANN.person_id, "1/1")).seq == 1


def test_what_the_blocked_are_told_says_nothing_of_it() -> None:
    for error in (NotAtThisTable(), NotToBeChallenged("Ann")):
        assert not re.search("block|want|wish|refuse|reject|ignore", str(error.text))
