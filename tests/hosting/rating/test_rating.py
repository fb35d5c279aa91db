"""Ratings as matches end, and as their results are corrected."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Row, select, update
from sqlalchemy.exc import IntegrityError

from hosting import rating
from store.database import Database
from store.ratings import replay, stored
from store.ratings.model import BEGINNER, MODEL, Skill
from store.ratings.stored import Seated, rate_all
from store.schema import rating_changes, ratings
from store.tables import results
from tests.hosting.rating.ladder import START, Ladder, Seat, won
from tests.volume import many


async def skills(ladder: Ladder, pool_id: int = 1) -> dict[int, Skill]:
    async with ladder.database.read() as connection:
        return {person: each.skill for person, each in (await stored.current(connection, pool_id)).items()}


def computed(*matches: Sequence[Seat]) -> dict[int, Skill]:
    found: dict[int, Skill] = {}
    for _ in rate_all(([Seated(seat, None, *each) for seat, each in enumerate(match, 1)] for match in matches), found):
        pass
    return found


async def test_matches_of_a_pool_are_numbered_as_they_end(ladder: Ladder) -> None:
    first, second = await ladder.end(*won(1, 2)), await ladder.end(*won(2, 3))
    assert [(each.pool_id, each.pool_no, each.rated, each.player_id) for each in first] == [
        (1, 1, "full", 1),
        (1, 1, "full", 2),
    ]
    assert {each.pool_no for each in second} == {2}
    assert await skills(ladder) == computed(won(1, 2), won(2, 3))
    async with ladder.database.read() as connection:
        assert await stored.every(connection) == [stored.Pool(1, 1, "tally", "2", "", MODEL, 2)]
        now = await stored.current(connection, 1)
        rows = (await connection.execute(select(rating_changes).order_by(rating_changes.c.id))).all()
    assert {person: each.last_no for person, each in now.items()} == {1: 1, 2: 2, 3: 2}
    assert [(row.pool_no, row.match_id, row.person_id, row.kind, row.cause, row.games) for row in rows] == [
        (1, 1, 1, "end", None, 1),
        (1, 1, 2, "end", None, 1),
        (2, 2, 2, "end", None, 2),
        (2, 2, 3, "end", None, 1),
    ]
    assert (rows[2].mu_before, rows[2].sigma_before) == (rows[1].mu, rows[1].sigma)
    assert await ladder.differences() == []


async def test_servers_modes_and_variants_have_pools_of_their_own(ladder: Ladder) -> None:
    await ladder.end(*won(1, 2))
    await Ladder(ladder.database, guild_id=2, ended=1).end(*won(2, 1))
    await Ladder(ladder.database, variant="map=new", ended=2).end(*won(2, 1))
    assert await skills(ladder) == computed(won(1, 2))
    assert await skills(ladder, 2) == await skills(ladder, 3) == computed(won(2, 1))


@pytest.mark.parametrize(
    ("seats", "wanted", "why"),
    [
        (won(1, 2), False, None),
        (won(1, 2), True, "aborted"),
        (((1, "full", 1), (2, "out", None)), True, None),
    ],
    ids=["the table did not want it", "it doesn't count", "nobody is left to compare"],
)
async def test_a_match_that_is_not_rated_says_nothing_of_ratings(
    ladder: Ladder, seats: Sequence[Seat], wanted: bool, why: results.Why | None
) -> None:
    for row in await ladder.end(*seats, wanted=wanted, why=why):
        assert (row.pool_id, row.pool_no, row.rated, row.player_id) == (None, None, None, None)
    async with ladder.database.read() as connection:
        assert await stored.every(connection) == []


async def test_a_match_in_which_everybody_is_held_has_a_number_and_moves_nobody(ladder: Ladder) -> None:
    rows = await ladder.end((1, "hold", 1), (2, "hold", 2))
    assert {each.pool_no for each in rows} == {1}
    assert await ladder.now() == []
    assert await ladder.differences() == []


async def test_a_match_that_is_voided_counts_for_nobody_from_there_on(ladder: Ladder) -> None:
    for match in (won(1, 2), won(2, 3), won(3, 1)):
        await ladder.end(*match)
    before = await skills(ladder)
    changes = await ladder.correct(2, *won(2, 3), why="void")
    after = computed(won(1, 2), won(3, 1))
    assert await skills(ladder) == after
    assert [(each.person_id, each.before, each.after) for each in changes] == [
        (person, before[person], after[person]) for person in (1, 2, 3)
    ]
    assert {(each.pool_no, each.match_id, each.kind, each.cause) for each in changes} == {(2, 2, "correction", 1)}
    async with ladder.database.read() as connection:
        assert (await stored.current(connection, 1))[2].last_no == 1
        assert {each.pool_no for each in await results.of_match(connection, 2)} == {None}
    assert await ladder.differences() == []


async def test_who_is_left_without_a_match_is_a_beginner_again(ladder: Ladder) -> None:
    await ladder.end(*won(1, 2))
    await ladder.correct(1, *won(1, 2), why="void")
    async with ladder.database.read() as connection:
        now = await stored.current(connection, 1)
    assert list(now.values()) == [stored.Rating(person, BEGINNER, 0, None) for person in (1, 2)]
    assert await ladder.differences() == []


async def test_undoing_a_correction_gives_back_every_bit(ladder: Ladder) -> None:
    for match in (won(1, 2), won(2, 3), won(3, 1), won(1, 3)):
        await ladder.end(*match)
    before = await ladder.now()
    await ladder.correct(2, *won(2, 3), why="void")
    assert await ladder.now() != before
    await ladder.undo(2, 0)
    assert await ladder.now() == before
    async with ladder.database.read() as connection:
        assert {each.pool_no for each in await results.of_match(connection, 2)} == {2}
    assert await ladder.differences() == []


async def test_a_match_that_was_never_rated_and_becomes_so_takes_the_next_number(ladder: Ladder) -> None:
    await ladder.end(*won(1, 2), why="void")
    await ladder.end(*won(2, 3))
    await ladder.correct(1, *won(1, 2))
    async with ladder.database.read() as connection:
        assert {each.pool_no for each in await results.of_match(connection, 1)} == {2}
    assert await skills(ladder) == computed(won(2, 3), won(1, 2))
    await ladder.undo(1, 0)
    assert await skills(ladder) == computed(won(2, 3)) | {1: BEGINNER}
    await ladder.end(*won(1, 3))
    await ladder.correct(1, *won(2, 1))
    assert await skills(ladder) == computed(won(2, 3), won(2, 1), won(1, 3))
    assert await ladder.differences() == []


async def test_a_correction_that_concerns_no_rating_changes_none(ladder: Ladder) -> None:
    await ladder.end(*won(1, 2), why="void")
    assert await ladder.correct(1, *won(2, 1), why="void") == []
    async with ladder.database.read() as connection:
        assert await stored.every(connection) == []


async def test_only_who_moved_is_written_and_told(ladder: Ladder) -> None:
    for match in (won(1, 2), won(3, 4), won(5, 6)):
        await ladder.end(*match)
    assert [each.person_id for each in await ladder.correct(2, *won(4, 3))] == [3, 4]


MATCHES: tuple[Sequence[Seat], ...] = (
    won(1, 2),
    ((2, "full", 3), (1, "full", 1)),
    ((1, "gain", 2), (2, "full", 4)),
    ((1, "full", 3), (1, "full", 4)),
    ((1, "hold", 1), (2, "full", 2)),
    won(4, 1),
)


@pytest.mark.parametrize("seed", range(many(3, 40)))
@pytest.mark.parametrize("within", [1000, 0])
async def test_corrections_and_their_undoing_end_bit_for_bit_where_they_began(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch, seed: int, within: int
) -> None:
    """At random, with matches that end meanwhile; after each step what is stored is what follows from the results."""
    monkeypatch.setattr(replay, "WITHIN", within)
    monkeypatch.setattr(replay, "_PAGE", 2)
    rng = random.Random(seed)
    for match in MATCHES:
        await ladder.end(*match)
    revisions = dict.fromkeys(range(1, len(MATCHES) + 1), 0)
    for _ in range(7):
        match_id = rng.choice(list(revisions))
        step = rng.choice(["void", "turned", "undone", "ended"])
        if step == "ended":
            await ladder.end(*won(*rng.sample(range(1, 6), 2)))
            revisions[ladder.ended] = 0
            continue
        revisions[match_id] += 1
        if step == "undone":
            await ladder.undo(match_id, rng.randrange(revisions[match_id]))
        else:
            people = rng.sample(range(1, 6), 2)
            await ladder.correct(match_id, *won(*people), why="void" if step == "void" else None)
        assert await ladder.differences() == []
    assert bool(ladder.went_ahead) is (within == 0)
    for match_id in rng.sample(list(revisions), len(revisions)):
        await ladder.undo(match_id, 0)
    undone = await ladder.now()

    other = Ladder(ladder.database, guild_id=2, ended=1000)
    async with ladder.database.read() as connection:
        as_ended = [await results.of_revision(connection, number, 0) for number in revisions]
    for rows in as_ended:
        await other.end(*((each.rank, each.rated or "full", each.player_id) for each in rows))
    assert await ladder.differences() == []
    same = [(row.person_id, row.mu, row.sigma, row.games, row.last_no) for row in await rows_of(ladder.database, 2)]
    assert [row[1:6] for row in undone if row[5]] == same


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a transaction rate two matches anew."""
    monkeypatch.setattr(replay, "WITHIN", 2)
    monkeypatch.setattr(replay, "_PAGE", 2)


@pytest.mark.usefixtures("few")
async def test_what_ends_while_a_pool_is_gone_through_is_rated_behind_it(ladder: Ladder) -> None:
    before = [won(1, 2), won(2, 3), won(3, 1), won(1, 3), won(2, 1)]
    for match in before:
        await ladder.end(*match)
    ladder.meanwhile = [partial(ladder.end, *won(4, 1)), partial(ladder.end, *won(4, 2))]
    await ladder.correct(2, *won(3, 2))
    assert ladder.went_ahead == 1
    assert await skills(ladder) == computed(before[0], won(3, 2), *before[2:], won(4, 1), won(4, 2))
    await ladder.correct(6, *won(1, 4))  # what comes behind it is little, but an earlier one was corrected
    assert ladder.went_ahead == 2
    assert await skills(ladder) == computed(before[0], won(3, 2), *before[2:], won(1, 4), won(4, 2))
    assert await ladder.differences() == []


@pytest.mark.usefixtures("few")
async def test_what_is_corrected_while_a_pool_is_gone_through_has_it_gone_through_again(ladder: Ladder) -> None:
    before = [won(1, 2), won(2, 3), won(3, 1), won(1, 3), won(2, 1)]
    for match in before:
        await ladder.end(*match)

    async def nothing() -> None: ...

    ladder.meanwhile = [nothing, partial(ladder.correct, 3, *won(1, 3))]
    await ladder.correct(2, *won(3, 2))
    assert ladder.went_ahead == 3
    assert await skills(ladder) == computed(before[0], won(3, 2), won(1, 3), *before[3:])
    assert await ladder.differences() == []


async def rows_of(database: Database, pool_id: int) -> Sequence[Row[Any]]:
    async with database.read() as connection:
        query = select(ratings).where(ratings.c.pool_id == pool_id).order_by(ratings.c.person_id)
        return (await connection.execute(query)).all()


async def test_changes_are_only_ever_added_to(ladder: Ladder) -> None:
    await ladder.end(*won(1, 2))
    with pytest.raises(IntegrityError, match="only ever added"):
        async with ladder.database.write() as connection:
            await connection.execute(update(rating_changes).values(mu=30))


async def test_a_correction_of_a_pool_that_is_gone_is_refused(ladder: Ladder) -> None:
    rows = await ladder.end(*won(1, 2))
    async with ladder.database.write() as connection:
        with pytest.raises(LookupError, match="no pool 7"):
            await rating.recompute(connection, [rows[0]._replace(pool_id=7)], [], cause=1, at=START, ahead={})
