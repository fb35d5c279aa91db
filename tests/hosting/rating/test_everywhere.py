"""Ratings of all servers: which matches count there, and that what was counted stays, whatever becomes of the match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
import pytest_asyncio
from sqlalchemy import select

from engine.text import say
from hosting import rating
from hosting.arena import Arena
from hosting.clock.time_control import Terms
from hosting.match.model import Match, Place
from hosting.rating import of_all_servers
from store import check
from store.db.addresses import Address
from store.privacy import held
from store.ratings import stored
from store.ratings.stored import Pool
from store.schema import member_names, player_settings, rating_changes
from store.schema import ratings as ratings_table
from store.schema import results as results_table
from store.tables import people, results
from store.tables.results import ALL_SERVERS, Result
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, EVE, GUILD, ManualClock, NotingPoster, begin, open_arena, play

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
    match = await play(arena, match, *["1/1"] * turns)
    return await arena.matches.forfeit(match.id, match.person_of(1))


async def came_of(arena: Arena, match: Match) -> tuple[list[Result], list[Result]]:
    """Return the results of a match as its server counts it, and as all servers do."""
    async with arena.db.read() as connection:
        here = await results.of_match(connection, match.id)
        return here, await results.of_match(connection, match.id, everywhere=True)


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
    await everywhere.matches.forfeit((await play(everywhere, there, "1/1", "1/1")).id, ANN.person_id)
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
    await everywhere.matches.forfeit((await play(everywhere, running, "1/1", "1/1")).id, ANN.person_id)
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
        match = await play(everywhere, match, "1/1", "1/1")
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
async def test_who_moved_is_told_once_of_both_ratings(everywhere: Arena, poster: NotingPoster) -> None:
    """Not of other servers, where nobody knows the match, nor who does not see the rating."""
    await agree(everywhere, ANN.person_id, BOB.person_id, CLEO.person_id)
    match = await won_by_bob(everywhere)
    async with everywhere.db.write() as connection:  # in another server Cleo wins against Bob
        rows = [each._replace(match_id=900, guild_id=77) for each in (await results.of_match(connection, match.id))]
        rows[0] = rows[0]._replace(starter_id=BOB.person_id, finisher_id=BOB.person_id, player_id=BOB.person_id)
        rows[1] = rows[1]._replace(starter_id=CLEO.person_id, finisher_id=CLEO.person_id, player_id=CLEO.person_id)
        ended = await rating.rate(connection, rows, variant="", wanted=True)
        shared = await rating.rate(connection, of_all_servers(ended), variant="", wanted=True)
        await results.add(connection, [*ended, *shared])
        await results.add_totals(connection, results.tally([ended]))
    await agree(everywhere, BOB.person_id, to=False)
    await everywhere.idle()
    shown = len(poster.posts)
    await everywhere.corrections.rank(match.id, DAN.person_id, (1, 2), REASON)
    await everywhere.idle()
    told = {post.channel_id: str(post.payload["text"]) for post in poster.posts[shown:] if post.kind == "private"}
    assert sorted(told) == [ANN.person_id, BOB.person_id]
    assert len([post for post in poster.posts[shown:] if post.kind == "private"]) == 2
    assert "Your rating of all servers is now" in told[ANN.person_id]
    assert "Your rating in {game} is now" in told[ANN.person_id]
    assert "all servers" not in told[BOB.person_id]


@ONE_DIALECT
async def test_a_silent_match_counts_once_it_is_over(everywhere: Arena) -> None:
    players = (ANN, BOB, CLEO, DAN)
    await agree(everywhere, *(each.person_id for each in players))
    match = await begin(everywhere, *players, mode="teams", places=(Place("board", 200),))
    match = await play(everywhere, match, *["1/1"] * 4)
    assert await came_of(everywhere, match) == ([], [])
    assert await pools(everywhere) == []
    await everywhere.organiser.adjudicate(match.id, EVE.person_id, (1, 2, 1, 2), REASON)
    assert await numbers(everywhere, match) == [1] * 4


@ONE_DIALECT
async def test_who_was_deleted_has_agreed_to_nothing(everywhere: Arena) -> None:
    """Their row of settings is gone; what counted stays, for a person without an account."""
    await agree(everywhere, *agreeing(True, True))
    first = await won_by_bob(everywhere)
    running = await play(everywhere, await begin(everywhere, places=(Place("board", 201),)), "1/1", "1/1")
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
    both = await everywhere.organiser.void((await play(everywhere, both, "1/1", "1/1")).id, DAN.person_id, REASON)
    await agree(everywhere, BOB.person_id, to=False)
    one = await begin(everywhere, places=(Place("board", 200),))
    one = await everywhere.organiser.void((await play(everywhere, one, "1/1", "1/1")).id, DAN.person_id, REASON)
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
    await everywhere.retention.keep((), lambda _: True)

    assert await came_of(everywhere, match) == ([], shared)
    assert await rated(everywhere) == before
    assert [each.guild_id for each in await pools(everywhere)] == [ALL_SERVERS]
    async with everywhere.db.read() as connection:
        left = {(row.match_id, row.guild_id) for row in await connection.execute(select(results_table))}
        assert left == {(match.id, ALL_SERVERS)}
        assert set((await connection.execute(select(rating_changes.c.pool_id))).scalars()) == {2}
        assert (await connection.execute(select(member_names))).all() == []
        assert await check.compared_ratings(connection) == check.Checked(1, 1, ())
