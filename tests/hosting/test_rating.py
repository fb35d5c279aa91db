from __future__ import annotations

import asyncio
import csv
import io
import random
import re
import sqlite3
import subprocess
import sys
import zipfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio
from sqlalchemy import Row, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from admin.__main__ import main
from engine import registry
from engine.text import say
from hosting import rating
from hosting.arena import Arena
from hosting.match.model import Match, Place
from hosting.match_terms import Terms
from hosting.rating import is_provisional, of_all_servers, shown_deviation, shown_rating, shown_value
from store import check
from store.check import check_database
from store.database import Database
from store.db import files, migrate
from store.db.addresses import Address, StoreError, parse
from store.export import PLAYERS, RATINGS, RESULTS, Exported, export
from store.privacy import held
from store.ratings import replay, stored
from store.ratings.model import BEGINNER, MODEL, Skill
from store.ratings.stored import Pool, Seated, rate_match
from store.schema import member_names, player_settings, rating_changes, results
from store.schema import ratings as ratings_table
from store.schema import ratings as schema_ratings
from store.schema import results as results_table
from store.schema.base import lift_append_only
from store.tables import people
from store.tables import results as stored_results
from store.tables.results import ALL_SERVERS, Result
from tests.databases import Fill, setting
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, EVE, GUILD, ManualClock, NotingPoster, begin, open_arena
from tests.hosting.conftest import play as conftest_play
from tests.hosting.ladder import START, Ladder, Seat, won
from tests.hosting.rated_end import end_one
from tests.volume import many


@pytest_asyncio.fixture
async def ladder(database: Address) -> AsyncIterator[Ladder]:
    """The matches of a server, on SQLite and PostgreSQL."""
    opened = await Database.open(database)
    yield Ladder(opened)
    await opened.close()


# Ratings as matches end, and as their results are corrected.


async def skills(ladder: Ladder, pool_id: int = 1) -> dict[int, Skill]:
    async with ladder.database.read() as connection:
        return {person: each.skill for person, each in (await stored.current(connection, pool_id)).items()}


def computed(*matches: Sequence[Seat]) -> dict[int, Skill]:
    found: dict[int, Skill] = {}
    for match in matches:
        moved = rate_match([Seated(seat, None, *each) for seat, each in enumerate(match, 1)], found)
        found.update((each.person_id, each.after) for each in moved)
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
    ladder: Ladder, seats: Sequence[Seat], wanted: bool, why: stored_results.Why | None
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
        assert {each.pool_no for each in await stored_results.of_match(connection, 2)} == {None}
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
        assert {each.pool_no for each in await stored_results.of_match(connection, 2)} == {2}
    assert await ladder.differences() == []


async def test_a_match_that_was_never_rated_and_becomes_so_takes_the_next_number(ladder: Ladder) -> None:
    await ladder.end(*won(1, 2), why="void")
    await ladder.end(*won(2, 3))
    await ladder.correct(1, *won(1, 2))
    async with ladder.database.read() as connection:
        assert {each.pool_no for each in await stored_results.of_match(connection, 1)} == {2}
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
        as_ended = [(await stored_results.revisions(connection, number))[0] for number in revisions]
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
        query = select(schema_ratings).where(schema_ratings.c.pool_id == pool_id).order_by(schema_ratings.c.person_id)
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


# Ratings of all servers: which matches count there, and that what was counted stays, whatever becomes of the match.


REASON = say("So be it.")
ONE_DIALECT = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For what asks nothing of the database that other tests do not ask of both."""


@pytest_asyncio.fixture
async def everywhere(database: Address, clock: ManualClock, poster: NotingPoster) -> AsyncIterator[Arena]:
    """An arena with ratings of all servers; whatever was done in it, everything stored is as it should be."""
    arena = await open_arena(database, clock, poster, everywhere=True)
    yield arena
    await arena.tasks.close()
    try:
        async with arena.db.read() as connection:
            assert (await check.compared_ratings(connection)).problems == ()
        assert [fault async for fault in check.result_faults(arena.db)] == []
        assert [fault async for fault in check.row_faults(arena.db)] == []
    finally:
        await arena.close()


async def agree(arena: Arena, *person_ids: int, to: bool = True) -> None:
    for each in person_ids:
        await arena.settings.change_player(each, lambda settings: replace(settings, all_servers=to))


async def won_by_bob(arena: Arena, *players: Any, terms: Terms | None = None, turns: int = 2) -> Match:
    """Return a match that is over: both made a turn, and the first player resigned."""
    match = await begin(arena, *(players or (ANN, BOB)), places=(Place("board", 200),), terms=terms)
    match = await conftest_play(arena, match, *["1/1"] * turns)
    return await arena.matches.forfeit(match.id, match.person_of(1))


async def came_of(arena: Arena, match: Match) -> tuple[list[Result], list[Result]]:
    """Return the results of a match as its server counts it, and as all servers do."""
    async with arena.db.read() as connection:
        here = await stored_results.of_match(connection, match.id)
        return here, await stored_results.of_match(connection, match.id, everywhere=True)


async def numbers(arena: Arena, match: Match) -> list[int | None]:
    """Return the number of a match in the ratings of all servers, by seat; nothing if it does not count there."""
    return [each.pool_no for each in (await came_of(arena, match))[1]]


async def rated(arena: Arena) -> list[tuple[Any, ...]]:
    """Return every rating as it stands, to the last bit."""
    async with arena.db.read() as connection:
        query = select(ratings_table).order_by(ratings_table.c.pool_id, ratings_table.c.person_id)
        return [tuple(row) for row in await connection.execute(query)]


async def pools(arena: Arena) -> list[Pool]:
    async with arena.db.read() as connection:
        return await stored.every(connection)


def agreeing(*who: bool) -> list[int]:
    return [each.person_id for each, agrees in zip((ANN, BOB), who, strict=True) if agrees]


async def test_a_match_counts_everywhere_if_each_of_its_players_agreed(everywhere: Arena) -> None:
    for who in ((False, False), (True, False), (False, True)):
        await agree(everywhere, *agreeing(*who))
        assert await numbers(everywhere, await won_by_bob(everywhere)) == []
        await agree(everywhere, *agreeing(*who), to=False)
    assert {each.guild_id for each in await pools(everywhere)} == {GUILD}
    await agree(everywhere, *agreeing(True, True))
    assert await numbers(everywhere, await won_by_bob(everywhere)) == [1, 1]
    assert [(each.guild_id, each.last_no) for each in await pools(everywhere)] == [(GUILD, 4), (ALL_SERVERS, 1)]


@ONE_DIALECT
async def test_matches_of_different_servers_are_rated_one_after_the_other(everywhere: Arena) -> None:
    await agree(everywhere, *agreeing(True, True))
    await won_by_bob(everywhere)
    table = await everywhere.tables.open(GUILD + 1, 900, ANN, "tally", "2", where="here")
    await everywhere.tables.join(table.id, BOB)
    there = await everywhere.tables.start(table.id, ANN.person_id, (Place("board", 900),))
    await everywhere.matches.forfeit((await conftest_play(everywhere, there, "1/1", "1/1")).id, ANN.person_id)
    assert await numbers(everywhere, there) == [2, 2]
    assert [(each.guild_id, each.last_no) for each in await pools(everywhere)] == [
        (GUILD, 1),
        (ALL_SERVERS, 2),
        (GUILD + 1, 1),
    ]
    games = {(row[0], row[1]): row[4] for row in await rated(everywhere)}
    assert games == {(1, 1): 1, (1, 2): 1, (2, 1): 2, (2, 2): 2, (3, 1): 1, (3, 2): 1}


async def test_nothing_counts_everywhere_unless_the_operator_wants_it(arena: Arena) -> None:
    await agree(arena, *agreeing(True, True))
    here, shared = await came_of(arena, await won_by_bob(arena))
    assert ([each.pool_no for each in here], shared) == ([1, 1], [])


@ONE_DIALECT
async def test_what_counts_everywhere_is_numbers_alone(everywhere: Arena) -> None:
    await agree(everywhere, *agreeing(True, True))
    here, shared = await came_of(everywhere, await won_by_bob(everywhere))
    assert {each.opening for each in here} == {"1/1"}
    assert shared == [each._replace(pool_id=2, pool_no=1) for each in of_all_servers(here)]
    for row in shared:
        assert (row.guild_id, row.opening, row.features, row.category) == (0, None, (), None)


async def test_who_withdraws_counts_no_more_and_what_counted_stays(everywhere: Arena) -> None:
    await agree(everywhere, *agreeing(True, True))
    first = await won_by_bob(everywhere)
    running = await begin(everywhere, places=(Place("board", 201),))
    before = await rated(everywhere)
    await agree(everywhere, ANN.person_id, to=False)
    await everywhere.matches.forfeit((await conftest_play(everywhere, running, "1/1", "1/1")).id, ANN.person_id)
    assert await numbers(everywhere, first) == [1, 1]
    assert await numbers(everywhere, running) == []
    assert [row for row in await rated(everywhere) if row[0] == 2] == [row for row in before if row[0] == 2]
    await agree(everywhere, ANN.person_id)
    assert await numbers(everywhere, await won_by_bob(everywhere)) == [2, 2]


async def test_who_sat_there_at_last_has_to_have_agreed_too(everywhere: Arena) -> None:
    await agree(everywhere, *agreeing(True, True))
    for agrees in (False, True):
        await agree(everywhere, EVE.person_id, to=agrees)
        match = await begin(everywhere, places=(Place("board", 200),))
        match = await conftest_play(everywhere, match, "1/1", "1/1")
        match = await everywhere.substitutes.replace(match.id, 1, EVE, DAN.person_id)
        await everywhere.matches.forfeit(match.id, BOB.person_id)
        assert await numbers(everywhere, match) == ([1, 1] if agrees else [])


@ONE_DIALECT
async def test_a_match_that_is_not_rated_has_no_number_anywhere(everywhere: Arena) -> None:
    await agree(everywhere, *agreeing(True, True))
    here, shared = await came_of(everywhere, await won_by_bob(everywhere, terms=Terms(rated=False)))
    assert ([each.pool_no for each in here], shared) == ([None, None], [])
    here, shared = await came_of(everywhere, await won_by_bob(everywhere, turns=1))  # there are no two sides
    assert {each.pool_no for each in (*here, *shared)} == {None}


async def test_corrections_and_their_undoing_reach_both_ratings_bit_for_bit(everywhere: Arena) -> None:
    await agree(everywhere, ANN.person_id, BOB.person_id, CLEO.person_id)
    first = await won_by_bob(everywhere)
    await won_by_bob(everywhere, BOB, CLEO)
    alone = await won_by_bob(everywhere, BOB, DAN)  # counts in its server alone
    before, corrections = await rated(everywhere), everywhere.corrections
    assert {row[0] for row in before} == {1, 2}
    voided = await corrections.void(first.id, DAN.person_id, REASON)
    void = await rated(everywhere)
    for pool in (1, 2):
        assert [row for row in void if row[0] == pool] != [row for row in before if row[0] == pool]
    await corrections.rank(first.id, DAN.person_id, (1, 2), REASON)
    here, shared = await came_of(everywhere, first)
    assert [(each.revision, each.rank, each.pool_no) for each in shared] == [(2, 1, 1), (2, 2, 1)]
    assert [(each.rank, each.score) for each in here] == [(each.rank, each.score) for each in shared]
    await corrections.undo(first.id, DAN.person_id, None, REASON)
    assert await rated(everywhere) == void
    await corrections.undo(first.id, DAN.person_id, voided.id, REASON)
    assert await rated(everywhere) == before
    await corrections.void(alone.id, CLEO.person_id, REASON)
    assert [row for row in await rated(everywhere) if row[0] == 2] == [row for row in before if row[0] == 2]
    assert await numbers(everywhere, alone) == []


@ONE_DIALECT
async def test_a_correction_locks_the_pool_of_all_servers_last(
    everywhere: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is written, no match ends in another process that counts there."""
    await agree(everywhere, *agreeing(True, True))
    match = await won_by_bob(everywhere)
    locked: list[int] = []
    hold = stored.hold

    async def held(connection: AsyncConnection, pool_id: int) -> Pool:
        locked.append(pool_id)
        return await hold(connection, pool_id)

    monkeypatch.setattr(stored, "hold", held)
    await everywhere.corrections.void(match.id, DAN.person_id, REASON)
    assert locked == [1, 1, 2, 2], "first of its server, then of all"


@ONE_DIALECT
async def test_who_moved_is_told_once_of_both_ratings(everywhere: Arena, poster: NotingPoster) -> None:
    """Not of other servers, where nobody knows the match, nor who does not see the rating."""
    await agree(everywhere, ANN.person_id, BOB.person_id, CLEO.person_id)
    match = await won_by_bob(everywhere)
    async with everywhere.db.write() as connection:  # in another server Cleo wins against Bob
        rows = [
            each._replace(match_id=900, guild_id=77) for each in (await stored_results.of_match(connection, match.id))
        ]
        rows[0] = rows[0]._replace(starter_id=BOB.person_id, finisher_id=BOB.person_id, player_id=BOB.person_id)
        rows[1] = rows[1]._replace(starter_id=CLEO.person_id, finisher_id=CLEO.person_id, player_id=CLEO.person_id)
        ended = await rating.rate(connection, rows, variant="", wanted=True)
        shared = await rating.rate(connection, of_all_servers(ended), variant="", wanted=True)
        await stored_results.add(connection, [*ended, *shared])
        await stored_results.add_totals(connection, stored_results.tally([ended]))
    await agree(everywhere, BOB.person_id, to=False)
    await everywhere.idle()
    shown = len(poster.posts)
    await everywhere.corrections.rank(match.id, DAN.person_id, (1, 2), REASON)
    await everywhere.idle()
    told = {post.channel_id: str(post.payload["text"]) for post in poster.posts[shown:] if post.kind == "private"}
    assert sorted(told) == [ANN.person_id, BOB.person_id]
    assert len([post for post in poster.posts[shown:] if post.kind == "private"]) == 2
    assert "Your rating across all servers is now" in told[ANN.person_id]
    assert "Your rating in {game} is now" in told[ANN.person_id]
    assert "all servers" not in told[BOB.person_id]


@ONE_DIALECT
async def test_a_silent_match_counts_once_it_is_over(everywhere: Arena) -> None:
    players = (ANN, BOB, CLEO, DAN)
    await agree(everywhere, *(each.person_id for each in players))
    match = await begin(everywhere, *players, mode="teams", places=(Place("board", 200),))
    match = await conftest_play(everywhere, match, *["1/1"] * 4)
    assert await came_of(everywhere, match) == ([], [])
    assert await pools(everywhere) == []
    await everywhere.organiser.adjudicate(match.id, EVE.person_id, (1, 2, 1, 2), REASON)
    assert await numbers(everywhere, match) == [1] * 4


@ONE_DIALECT
async def test_who_was_deleted_has_agreed_to_nothing(everywhere: Arena) -> None:
    """Their row of settings is gone; what counted stays, for a person without an account."""
    await agree(everywhere, *agreeing(True, True))
    first = await won_by_bob(everywhere)
    running = await conftest_play(everywhere, await begin(everywhere, places=(Place("board", 201),)), "1/1", "1/1")
    before = await rated(everywhere)
    async with everywhere.db.write() as connection:
        await connection.execute(player_settings.delete().where(player_settings.c.person_id == ANN.person_id))
        await people.forget(connection, ANN.person_id, everywhere.clock.now())
    assert await rated(everywhere) == before
    assert await numbers(everywhere, first) == [1, 1]
    await everywhere.matches.forfeit(running.id, BOB.person_id)
    assert await numbers(everywhere, running) == []


async def test_whether_a_match_counts_everywhere_is_decided_once(everywhere: Arena) -> None:
    """Neither who agrees nor who withdraws after the end changes what a correction reaches."""
    await agree(everywhere, *agreeing(True, True))
    both = await begin(everywhere, places=(Place("board", 200),))
    both = await everywhere.organiser.void(
        (await conftest_play(everywhere, both, "1/1", "1/1")).id, DAN.person_id, REASON
    )
    await agree(everywhere, BOB.person_id, to=False)
    one = await begin(everywhere, places=(Place("board", 200),))
    one = await everywhere.organiser.void(
        (await conftest_play(everywhere, one, "1/1", "1/1")).id, DAN.person_id, REASON
    )
    await agree(everywhere, ANN.person_id, to=False)
    assert [await numbers(everywhere, each) for each in (both, one)] == [[None, None], []]
    await agree(everywhere, BOB.person_id)
    for match in (both, one):
        await everywhere.corrections.rank(match.id, DAN.person_id, (1, 2), REASON)
    assert [await numbers(everywhere, each) for each in (both, one)] == [[1, 1], []]
    await everywhere.corrections.undo(both.id, DAN.person_id, None, REASON)
    assert await numbers(everywhere, both) == [None, None]
    await everywhere.corrections.undo(both.id, DAN.person_id, None, REASON)
    assert await numbers(everywhere, both) == [1, 1]


@ONE_DIALECT
async def test_a_copy_of_what_is_held_has_both(everywhere: Arena) -> None:
    await agree(everywhere, *agreeing(True, True))
    await won_by_bob(everywhere)
    void = await begin(everywhere, places=(Place("board", 201),))
    await everywhere.organiser.void(void.id, DAN.person_id, REASON)
    async with everywhere.db.read() as connection:
        copy = await held.of_person(connection, ANN.person_id)
    header, *lines = copy.csv["results.csv"]
    told = [[line[header.index(column)] for column in ("match", "pool", "pool_no")] for line in lines]
    assert told == [["1", "2", "1"], ["1", "1", "1"], ["2", "", ""]]
    assert [line[0] for line in copy.csv["ratings.csv"][1:]] == ["1", "2"]
    assert cast("dict[str, object]", copy.settings["settings"])["all_servers"] is True


async def test_when_a_server_goes_its_numbers_stay(everywhere: Arena, clock: ManualClock) -> None:
    await agree(everywhere, *agreeing(True, True))
    match = await won_by_bob(everywhere)
    await everywhere.corrections.rank(match.id, DAN.person_id, (1, 2), REASON)
    void = await begin(everywhere, places=(Place("board", 200),))
    await everywhere.organiser.void(void.id, DAN.person_id, REASON)
    shared, before = (await came_of(everywhere, match))[1], [row for row in await rated(everywhere) if row[0] == 2]
    await everywhere.retention.left(GUILD)
    await clock.advance(everywhere.retention.periods.removed_servers / timedelta(seconds=1))
    await everywhere.retention.remove_expired((), lambda _: True)

    assert await came_of(everywhere, match) == ([], shared)
    assert await rated(everywhere) == before
    assert [each.guild_id for each in await pools(everywhere)] == [ALL_SERVERS]
    async with everywhere.db.read() as connection:
        left = {(row.match_id, row.guild_id) for row in await connection.execute(select(results_table))}
        assert left == {(match.id, ALL_SERVERS)}
        assert set((await connection.execute(select(rating_changes.c.pool_id))).scalars()) == {2}
        assert (await connection.execute(select(member_names))).all() == []
        assert await check.compared_ratings(connection) == check.Checked(1, 1, ())


# How ratings are shown.


def test_a_beginner_stands_in_the_middle() -> None:
    assert (shown_value(BEGINNER), shown_deviation(BEGINNER)) == (1500, 500)
    assert shown_rating(BEGINNER) == "1500\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}500?"


def test_a_rating_is_shown_on_the_scale_of_players() -> None:
    assert (shown_value(Skill(26.15, 3.5, 12)), shown_deviation(Skill(26.15, 3.5, 12))) == (1534, 210)
    assert shown_value(Skill(-30.0, 3.5, 12)) == -150
    assert shown_rating(Skill(26.15, 3.5, 12)) == "1534\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}210"


def test_ten_rated_games_settle_it() -> None:
    assert is_provisional(Skill(26.0, 3.5, 9))
    assert not is_provisional(Skill(26.0, 3.5, 10))


# Ratings are computed again from the results, compared with what is stored, and repaired by appending.


Change = Callable[[str], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


async def play(path: Path) -> None:
    """Fill a store with a pool of five matches, one of them corrected, and a pool of one match."""
    database = await Database.open(path)
    ladder = Ladder(database)
    for match in (won(1, 2), won(2, 3), won(3, 1)):
        await ladder.end(*match)
    await ladder.correct(2, *won(3, 2))
    await ladder.end(*won(1, 2))
    await ladder.end((1, "hold", 1), (2, "full", 3))
    await Ladder(database, guild_id=2, ended=5).end(*won(1, 2))
    await database.close()


@pytest.fixture(scope="module")
def filled(fill: Fill) -> bytes:
    """What such a store is, made once."""
    return fill(play)


@pytest.fixture
def played(path: Path, filled: bytes) -> Path:
    """A copy of it."""
    path.touch(files.PRIVATE)
    path.write_bytes(filled)
    return path


@pytest.fixture
def change(played: Path) -> Change:
    """Run a statement behind the back of the program, whatever guards the tables."""

    def run(statement: str) -> None:
        with closing(sqlite3.connect(played)) as connection:
            for table in ("results", "rating_changes"):
                lift_append_only(connection.execute, "sqlite", table)
            connection.execute(statement)
            connection.commit()

    return run


def ratings(path: Path, action: str = "--check") -> int:
    return main(["--database", str(path), "ratings", action])


async def test_what_is_stored_is_what_is_computed(played: Path) -> None:
    assert await check.check_ratings(played) == check.Checked(2, 6, ())
    assert await check.repair_ratings(played) == check.Rebuilt({}, ())


def test_the_command_says_in_a_line_that_all_is_well(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ratings(played) == 0
    assert capsys.readouterr().out == "2 pools with 6 rated matches: every rating is as computed\n"
    assert ratings(played, "--rebuild") == 0
    assert capsys.readouterr().out == "every rating is as computed\n"


@pytest.mark.parametrize(
    ("statement", "first", "row"),
    [
        (
            "UPDATE ratings SET mu = 30.5 WHERE pool_id = 1 AND person_id = 2",
            "pool 1 (tally 2), match 4, person 2: stored is mu 30.5 ",
            "ratings: row (1, 2) is not what was written",
        ),
        (
            "UPDATE rating_changes SET sigma = 7.5 WHERE pool_no = 4 AND person_id = 1",
            "pool 1 (tally 2), match 4, person 1: stored is mu ",
            "rating_changes: row (10,) is not what was written",
        ),
        (
            "UPDATE rating_changes SET games = 'some' WHERE pool_no = 1 AND person_id = 2 AND pool_id = 1",
            "pool 1 (tally 2), match 1, person 2: stored is mu ",
            "rating_changes: row (2,) is not what was written",
        ),
        (
            "DELETE FROM rating_changes WHERE pool_id = 2 AND person_id = 2",
            "pool 2 (tally 2), match 6, person 2: stored is nothing, computed mu 25.0 ",
            None,
        ),
        (
            "DELETE FROM ratings WHERE pool_id = 2",
            "pool 2 (tally 2), match 6, person 1: stored is mu 25.0 sigma 8.333333333333334 games 0, computed mu ",
            None,
        ),
        (
            "UPDATE results SET rank = 3 - rank WHERE match_id = 4",
            "pool 1 (tally 2), match 4, person 1: stored is mu ",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET rank = 'first' WHERE match_id = 4 AND seat = 1",
            "pool 1: match 4: its results can't be rated: ",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET player_id = 2 WHERE match_id = 4",
            "pool 1: match 4: its results can't be rated: there are no two sides",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET ended_at = 'soon' WHERE match_id = 4 AND seat = 1",
            "what is stored can't be read: ",
            "results: a row after (3, 1, 0, 2) can't be read: ",
        ),
        (
            "UPDATE results SET pool_id = 9 WHERE match_id = 6",
            "match 6: there is no pool 9",
            "results: row (6, 2, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET rated = NULL WHERE match_id = 4 AND seat = 1",
            "match 4: nothing says how seat 1 is rated",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET pool_no = 1 << 62 WHERE match_id = 4",
            f"pool 1 (tally 2): stored is 5 as the last number, computed {1 << 62}",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET pool_no = 9223372036854775807 WHERE match_id = 4",
            "what is stored can't be read: ",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE pools SET last_no = 3 WHERE id = 1",
            "pool 1 (tally 2): stored is 3 as the last number, computed 5",
            None,
        ),
        (
            "UPDATE pools SET model = 'Elo' WHERE id = 2",
            "pool 2 (tally 2): stored is the model Elo, computed with openskill",
            "pools: row (2,) is not what was written",
        ),
    ],
)
def test_the_first_difference_is_shown_and_the_damaged_row_named(
    change: Change, played: Path, statement: str, first: str, row: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    change(statement)
    assert ratings(played) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(first)
    assert row is None or any(each.startswith(row) for each in lines[1:])


async def test_the_check_of_the_whole_database_looks_at_ratings_too(change: Change, played: Path) -> None:
    change("UPDATE pools SET last_no = 3 WHERE id = 1")
    report = await check_database(played, registry.get)
    assert "pool 1 (tally 2): stored is 3 as the last number, computed 5" in report.problems


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ratings SET mu = 30.5 WHERE pool_id = 1 AND person_id = 2",
        "DELETE FROM ratings",
        "INSERT INTO ratings VALUES (1, 77, 30.0, 2.0, 5, 3, '2026-03-01 00:00:00.000000', x'00')",
        "UPDATE rating_changes SET sigma = 7.5 WHERE pool_no = 4",
        "DELETE FROM rating_changes",
        "UPDATE pools SET last_no = 3 WHERE id = 1",
    ],
)
async def test_a_repair_writes_what_follows_from_the_results(change: Change, played: Path, statement: str) -> None:
    change(statement)
    assert (await check.check_ratings(played)).problems
    before = rows(played, "rating_changes")
    assert (await check.repair_ratings(played)).problems == ()
    assert rows(played, "rating_changes")[: len(before)] == before
    assert await check.check_ratings(played) == check.Checked(2, 6, ())

    database = await Database.open(played)
    ladder = Ladder(database, ended=6, corrected=1)
    await ladder.end(*won(2, 1))
    await ladder.correct(3, *won(1, 3))
    assert await ladder.differences() == []
    await database.close()


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("UPDATE results SET rank = 'first' WHERE match_id = 4", "pool 1: match 4: its results can't be rated: "),
        ("UPDATE results SET ended_at = 'soon' WHERE match_id = 4", "pool 1 can't be read: "),
    ],
)
def test_a_repair_of_results_that_cannot_be_rated_writes_nothing_there(
    change: Change, played: Path, damage: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(damage)
    change("UPDATE ratings SET mu = 30.5")
    before = rows(played, "ratings")
    assert ratings(played, "--rebuild") == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(why)
    assert second == "pool 2: 2 ratings written"
    assert [row for row in rows(played, "ratings") if row[0] == 1] == [row for row in before if row[0] == 1]


def test_a_pool_of_another_model_is_not_repaired_by_this_one(
    change: Change, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change("UPDATE pools SET model = 'Elo' WHERE id = 2")
    assert ratings(played, "--rebuild") == 1
    assert capsys.readouterr().out == f"pool 2 is rated by Elo, this version rates by {MODEL}\n"


@pytest.mark.parametrize("action", ["ratings --check", "check"])
def test_a_damaged_schema_is_said_in_a_line(played: Path, action: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What SQLite says of it has the damaged bytes in it, which are no text."""
    played.write_bytes(played.read_bytes().replace(b"CREATE TABLE places", b"CREATE \xdcABLE places"))
    assert main(["--database", str(played), *action.split()]) == 1
    assert capsys.readouterr().err.startswith(f"{played} is damaged: ")


@pytest.mark.parametrize("action", ["--check", "--rebuild"])
async def test_another_schema_is_named_as_such(path: Path, action: str) -> None:
    database = await Database.open(path)
    await database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    found = await (check.check_ratings(path) if action == "--check" else check.repair_ratings(path))
    assert found.problems == (f"the schema is 9999, newer than this version knows ({migrate.head()})",)


async def test_ratings_that_are_in_use_are_not_repaired(played: Path) -> None:
    database = await Database.open(played)
    with pytest.raises(StoreError):
        await check.repair_ratings(played)
    await database.close()


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2"))  # noqa: S608 - a name of its own


# Results and ratings as files, from which a sceptic computes every rating again.


ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "ratings.md"


@pytest_asyncio.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[Path]:
    """A store with pools of two servers, with every way in which a seat can enter, ties, teams and corrections."""
    database = await Database.open(tmp_path / "arena.db")
    async with database.write() as connection:
        for account, known_as in ((900001, "Ann"), (900002, "=Bob, the 2nd"), (900003, 'C "C" Cleo'), (900004, "Dan")):
            person_id = await people.enter(connection, account, START)
            await people.remember(connection, 1, person_id, known_as)
        await people.remember(connection, 2, 1, "Anna")
        await people.forget(connection, 4, START)
    ladder = Ladder(database)
    await ladder.end(*won(1, 2))
    await ladder.end((1, "full", 1), (1, "full", 2), (3, "full", 3), (3, "full", 4))
    await ladder.end((1, "gain", 2), (2, "full", 4), why="undecided")
    await ladder.end((1, "gain", 2), (2, "full", 4))
    await ladder.end((2, "gain", 1), (1, "hold", 2), (3, "out", None), (4, "full", 3))
    await ladder.end((1, "full", 1), (2, "full", 2), (1, "full", 3), (2, "full", 4), teams=(0, 1, 0, 1))
    await ladder.correct(2, (4, "full", 1), (1, "full", 2), (2, "full", 3), (2, "full", 4))
    await ladder.correct(3, *won(1, 2))
    await ladder.end(*won(3, 2))
    await ladder.correct(4, *won(1, 2), why="void")
    await Ladder(database, guild_id=2, ended=100).end(*won(1, 2))
    await database.close()
    yield tmp_path / "arena.db"


def read(path: Path, filename: str) -> list[list[str]]:
    with zipfile.ZipFile(path) as archive:
        return list(csv.reader(io.StringIO(archive.read(filename).decode("utf-8"), newline="")))


def recompute(archive: Path) -> subprocess.CompletedProcess[str]:
    """Run the page of the documentation, which has the ZIP and openskill alone."""
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    script = archive.with_name("recompute.py")
    script.write_text(program, encoding="utf-8")
    command = [sys.executable, "-I", str(script), str(archive)]
    return subprocess.run(command, cwd=archive.parent, capture_output=True, text=True, check=False)


async def test_three_files_hold_what_is_known(ledger: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.zip"
    assert await export(ledger, target) == Exported(4, 22, 19)
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["results.csv", "ratings.csv", "players.csv"]
        assert not any(b"\r" in archive.read(each) for each in archive.namelist())
    assert read(target, "players.csv") == [
        list(PLAYERS),
        ["1", "Ann", "2026-03-01T00:00:00Z", "", ""],
        ["2", "'=Bob, the 2nd", "2026-03-01T00:00:00Z", "", ""],
        ["3", 'C "C" Cleo', "2026-03-01T00:00:00Z", "", ""],
        ["4", "", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z", ""],
    ]
    header, *rows = read(target, "results.csv")
    assert header == list(RESULTS)
    found = {(row["match"], row["seat"]): row for row in (dict(zip(header, each, strict=True)) for each in rows)}
    assert ",".join(found["5", "1"].values()) == (
        "5,0,tally,2,,1,1,,,,1,1,0,5,5,5,2,0,,2026-03-01T00:00:00Z,2026-03-01T00:05:00Z,rules,1,,gain,1,4"
    )
    assert [found["4", seat][name] for seat in "12" for name in ("revision", "why", "rated", "player", "pool_no")] == [
        *("1", "void", "", "", ""),
        *("1", "void", "", "", ""),
    ]
    assert [found["3", "1"][name] for name in ("revision", "rated", "pool_no")] == ["1", "full", "6"]
    header, *rows = read(target, "ratings.csv")
    assert header == list(RATINGS)
    assert [row[:5] for row in rows[:3]] == [
        ["1", "1", "1", "1", "1"],
        ["1", "1", "1", "2", "2"],
        ["1", "2", "2", "1", "1"],
    ]
    assert rows[0][5:] == ["25.0", "8.333333333333334", "27.635389493140497", "8.06590141354368", "1"]
    assert all(b"9000" not in zipfile.ZipFile(target).read(each) for each in ("players.csv", "results.csv"))


async def test_one_server_has_a_file_of_its_own(ledger: Path, tmp_path: Path) -> None:
    target = tmp_path / "one.zip"
    assert await export(ledger, target, 2) == Exported(2, 2, 2)
    assert [row[:2] for row in read(target, "players.csv")[1:]] == [["1", "Anna"], ["2", ""]]
    assert {row[0] for row in read(target, "ratings.csv")[1:]} == {"2"}


async def test_what_counts_for_all_servers_is_there_twice(tmp_path: Path) -> None:
    ledger, target = tmp_path / "arena.db", tmp_path / "all.zip"
    database = await Database.open(ledger)
    async with database.write() as connection:
        for account in (1, 2, 3):
            await people.enter(connection, account, START)
    one, other = Ladder(database, 8, everywhere=True), Ladder(database, 9, everywhere=True, ended=10)
    await one.end(*won(1, 2))
    await other.end(*won(2, 3))
    await Ladder(database, 9, ended=20).end(*won(3, 1))  # not there
    await one.end(*won(3, 1), wanted=False)
    await one.correct(1, *won(2, 1))
    await database.close()

    assert await export(ledger, target) == Exported(3, 12, 10)
    header, *rows = read(target, "results.csv")
    found = [dict(zip(header, each, strict=True)) for each in rows]
    assert [(row["match"], row["pool"], row["pool_no"]) for row in found if row["seat"] == "1"] == [
        *(("1", "2", "1"), ("1", "1", "1")),
        ("2", "", ""),
        *(("11", "2", "2"), ("11", "3", "1")),
        ("21", "3", "2"),
    ]
    assert recompute(target).stdout == "10 ratings, 0 differ\n"
    alone = tmp_path / "one.zip"
    assert await export(ledger, alone, 9) == Exported(3, 4, 4)
    assert {row[0] for row in read(alone, "ratings.csv")[1:]} == {"3"}


async def test_the_same_results_make_the_same_file(ledger: Path, tmp_path: Path) -> None:
    for each in ("first.zip", "second.zip"):
        await export(ledger, tmp_path / each)
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()


def test_a_file_that_is_there_is_not_overwritten(
    ledger: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "here.zip"
    arguments = ["--database", str(ledger), "results", "--export", str(target)]
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"4 players, 22 results, 19 ratings: {target}\n"
    before = target.read_bytes()
    assert main(arguments) == 1
    assert "is there already, and nothing is replaced" in capsys.readouterr().err
    assert target.read_bytes() == before


def test_a_database_of_another_schema_is_not_exported(
    ledger: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert main(["--database", str(ledger), "results", "--export", str(tmp_path / "new.zip")]) == 1
    assert capsys.readouterr().err.startswith("the schema is 9999, newer than this version knows")
    assert not (tmp_path / "new.zip").exists()


def test_nothing_is_left_of_a_file_that_cannot_be_written(
    ledger: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute("DROP TRIGGER results_no_update")
        connection.execute("UPDATE results SET player_id = 2 WHERE match_id = 1")
        connection.commit()
    assert main(["--database", str(ledger), "results", "--export", str(tmp_path / "new.zip")]) == 1
    assert "match 1: its results can't be rated" in capsys.readouterr().err
    assert not (tmp_path / "new.zip").exists()


@pytest.mark.parametrize("damage", ["started_at = 'soon'", "options = 'x'", "starter_id = 'Ann'"])
def test_a_damaged_row_is_no_file_and_no_traceback(
    ledger: Path, tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute("DROP TRIGGER results_no_update")
        connection.execute(f"UPDATE results SET {damage} WHERE match_id = 1")  # noqa: S608 - of its own
        connection.commit()
    assert main(["--database", str(ledger), "results", "--export", str(tmp_path / "new.zip")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("what is stored can't be read: ")
    assert said.endswith("; `python -m store check` names the row\n")
    assert not (tmp_path / "new.zip").exists()


def test_a_sceptic_gets_every_rating_to_the_last_digit(ledger: Path, tmp_path: Path) -> None:
    """By the page of the documentation."""
    target, spoilt = tmp_path / "all.zip", tmp_path / "spoilt.zip"
    assert main(["--database", str(ledger), "results", "--export", str(target)]) == 0
    done = recompute(target)
    assert (done.stdout, done.stderr, done.returncode) == ("19 ratings, 0 differ\n", "", 0)

    with zipfile.ZipFile(target) as source, zipfile.ZipFile(spoilt, "w") as copy:
        for each in source.namelist():
            copy.writestr(each, source.read(each).replace(b"27.635389493140497", b"27.635389493140498"))
    done = recompute(spoilt)
    assert done.stdout.startswith(
        "pool 1, match 1, seat 1: written ('1', '25.0', '8.333333333333334', '27.635389493140498'"
    )
    assert done.returncode == 1


# Two processes that end matches at once in one pool cannot disagree about the order, nor about a rating.


ROUNDS = 12


async def test_two_processes_that_end_matches_at_once_agree(database: Address) -> None:
    """In each round both end one; the first round makes the pool."""
    await race(database, 1, Ladder(await opened(database)))


async def test_two_servers_that_end_matches_at_once_agree_about_all_servers(database: Address) -> None:
    """Each has a pool of its own, and both have the one of all servers."""
    await race(database, 3, Ladder(await opened(database), guild_id=2, everywhere=True), "1")


async def opened(database: Address) -> Database:
    await (await Database.open(database)).close()
    return await Database.connect(database)


async def race(database: Address, pools: int, ladder: Ladder, *servers: str) -> None:
    """End matches at once here and in another process, and look at the pool that they have in common."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.hosting.rated_end", setting(parse(database)), *servers),
        cwd=ROOT,
        stdin=PIPE,
        stdout=PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    for number in range(1, ROUNDS + 1):
        child.stdin.write(f"{1000 + number}\n".encode())
        done, _ = await asyncio.gather(child.stdout.readline(), end_one(ladder, number))
        assert done == b"ended\n"
    child.stdin.close()
    assert await child.wait() == 0

    common = ALL_SERVERS if ladder.everywhere else ladder.guild_id
    async with ladder.database.read() as connection:
        query = select(results.c.match_id).where(results.c.seat == 1, results.c.guild_id == common)
        numbered = list((await connection.execute(query.order_by(results.c.pool_no))).scalars())
    rounds = [set(numbered[first : first + 2]) for first in range(0, 2 * ROUNDS, 2)]
    assert rounds == [{number, 1000 + number} for number in range(1, ROUNDS + 1)]
    counted = 4 * ROUNDS if ladder.everywhere else 2 * ROUNDS
    assert await check.check_ratings(database) == check.Checked(pools, counted, ())
    await ladder.database.close()
