"""Leaderboards: who is on one, in which order, and for whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import registry
from hosting.arena import Arena
from hosting.profiles import PAGE, Board, Leaderboard, Leaderboards, boards_of
from hosting.rating import SETTLED, NoRatingsOfAllServers
from store.tables import people
from store.tables.results import ALL_SERVERS
from store.tables.settings import Appear
from tests.hosting.conftest import GUILD
from tests.hosting.profile.results import duel, rank, write

ANN, BOB, CLEO, DAN = 1, 2, 3, 4
TWO = Board("2", "")


def books(arena: Arena) -> Leaderboards:
    """Return the leaderboards of the real games."""
    return Leaderboards(arena.db, arena.clock, registry.get)


async def rated(arena: Arena, first: int, *pairs: tuple[int, int], days: int = 1) -> None:
    """Write as many matches of each pair as it takes to have a place, the first of each winning."""
    numbers = iter(range(first, first + SETTLED * len(pairs)))
    played = [
        duel(next(numbers), winner, loser, days=days, game="replicants")
        for _ in range(SETTLED)
        for winner, loser in pairs
    ]
    await write(arena.db, *played, rated=True)


async def entered(arena: Arena, count: int) -> None:
    """Have people whose accounts are known; who was deleted has none."""
    async with arena.db.write() as connection:
        for account in range(1, count + 1):
            await people.enter(connection, 1_000 + account, arena.clock.now())


async def page(arena: Arena, asker: int, first: int = 0, *, public: bool = False) -> Leaderboard:
    return await books(arena).page(GUILD, "replicants", None, asker, first, public=public)


async def appear(arena: Arena, person_id: int, to: Appear) -> None:
    await arena.settings.change_player(person_id, lambda settings: replace(settings, appear=to))


def test_what_is_rated_together_is_known_of_every_game() -> None:
    assert boards_of(registry.get("replica").info) == (TWO,)
    apex = boards_of(registry.get("apex").info)
    assert apex[:2] == (TWO, Board("2", "mode=exploration"))
    assert len(apex) == len(set(apex)) == 10
    # Nobody is rated who plays alone.
    assert {each.mode for each in boards_of(registry.get("mutants").info)} == {"2", "3", "4"}


async def test_the_best_stand_first_and_those_without_a_place_are_counted(arena: Arena) -> None:
    await entered(arena, 6)
    await rated(arena, 1, (ANN, BOB), (BOB, CLEO))
    await rated(arena, 101, (DAN, 5), days=181)
    await write(arena.db, duel(301, ANN, 6, game="replicants"), rated=True)
    found = await page(arena, CLEO)
    assert [(row.place, row.person_id) for row in found.rows] == [(1, ANN), (2, BOB), (3, CLEO)]
    assert [row.skill.mu for row in found.rows] == sorted((row.skill.mu for row in found.rows), reverse=True)
    assert (found.placed, found.provisional, found.silent) == (3, 1, 2)
    assert found.own == found.rows[2]
    assert found.board == TWO
    provisional, silent = (await page(arena, 6)).own, (await page(arena, DAN)).own
    assert provisional is not None
    assert silent is not None
    assert provisional.place is silent.place is None
    assert (await page(arena, -1)).own is None


async def test_who_plays_again_has_their_place_back(arena: Arena) -> None:
    await entered(arena, 4)
    await rated(arena, 1, (DAN, CLEO), days=181)
    assert (await page(arena, DAN)).rows == ()
    await write(arena.db, duel(301, DAN, ANN, game="replicants"), rated=True)
    assert [row.person_id for row in (await page(arena, DAN)).rows] == [DAN]


async def test_who_does_not_appear_leaves_no_gap(arena: Arena) -> None:
    await entered(arena, 4)
    await rated(arena, 1, (ANN, BOB), (BOB, CLEO), (CLEO, DAN))

    async def seen(asker: int, *, public: bool = False) -> list[tuple[int | None, int]]:
        found = await page(arena, asker, public=public)
        assert found.placed == len(found.rows)
        return [(row.place, row.person_id) for row in found.rows]

    assert await seen(DAN) == [(1, ANN), (2, BOB), (3, CLEO), (4, DAN)]
    await appear(arena, ANN, "nobody")
    await appear(arena, BOB, "opponents")
    assert await seen(DAN) == [(1, CLEO), (2, DAN)]
    assert await seen(CLEO) == [(1, BOB), (2, CLEO), (3, DAN)]
    assert await seen(ANN) == [(1, ANN), (2, BOB), (3, CLEO), (4, DAN)]
    # What everybody reads names only those who appear to everybody, whoever asks.
    assert await seen(ANN, public=True) == [(1, CLEO), (2, DAN)]
    assert (await page(arena, ANN, public=True)).own is None


async def test_on_that_of_all_servers_stand_those_who_agree_and_appear(arena: Arena) -> None:
    await entered(arena, 5)
    await rank(arena.db, (ANN, BOB, CLEO, DAN, 5), guild_id=ALL_SERVERS)
    await write(arena.db, duel(1, BOB, DAN, game="replicants"))  # who meet in the server where they ask
    shared = Leaderboards(arena.db, arena.clock, registry.get, everywhere=True)

    async def agree(*person_ids: int, to: bool = True) -> None:
        for each in person_ids:
            await arena.settings.change_player(each, lambda settings: replace(settings, all_servers=to))

    async def seen(asker: int, *, public: bool = False) -> list[tuple[int | None, int]]:
        found = await shared.page(GUILD, "replicants", None, asker, public=public, everywhere=True)
        assert found.placed == len(found.rows)
        assert found.own == next((row for row in found.rows if row.person_id == asker), None)
        return [(row.place, row.person_id) for row in found.rows]

    assert await seen(ANN) == []
    await agree(ANN, BOB, CLEO, DAN)
    await appear(arena, ANN, "nobody")
    await appear(arena, BOB, "opponents")
    assert await seen(CLEO) == await seen(5) == [(1, CLEO), (2, DAN)]
    assert await seen(DAN) == [(1, BOB), (2, CLEO), (3, DAN)]
    assert await seen(ANN) == [(1, ANN), (2, CLEO), (3, DAN)]
    assert await seen(ANN, public=True) == [(1, CLEO), (2, DAN)]
    await agree(CLEO, DAN, to=False)
    assert await seen(5) == await seen(CLEO) == []
    assert (await shared.page(GUILD, "replicants", None, DAN)).rows == ()  # in the server no match was rated
    with pytest.raises(NoRatingsOfAllServers):
        await books(arena).page(GUILD, "replicants", None, ANN, everywhere=True)


async def test_who_was_deleted_is_on_no_leaderboard(arena: Arena) -> None:
    await entered(arena, 2)
    await rated(arena, 1, (ANN, BOB))
    async with arena.db.write() as connection:
        await people.forget(connection, ANN, arena.clock.now())
    assert [(row.place, row.person_id) for row in (await page(arena, BOB)).rows] == [(1, BOB)]


async def test_pages_follow_each_other_and_the_own_place_is_known_on_each(arena: Arena) -> None:
    await entered(arena, 50)
    await rank(arena.db, range(1, 51))
    first, second, third = [await page(arena, 50, start) for start in (0, PAGE, 2 * PAGE)]
    places = [row.place for found in (first, second, third) for row in found.rows]
    assert places == list(range(1, 51))
    assert len({row.person_id for found in (first, second, third) for row in found.rows}) == 50
    assert first.own == second.own == third.own == third.rows[-1]
    # A page from before, when there were more of them.
    assert (await page(arena, 50, 400)).first == 2 * PAGE


async def test_a_game_never_rated_has_an_empty_leaderboard(arena: Arena) -> None:
    assert await books(arena).page(GUILD, "apex", None, ANN) == Leaderboard("apex", TWO)
    other = Board("3", "mode=exploration")
    assert await books(arena).page(GUILD, "apex", other, ANN) == Leaderboard("apex", other)
    await entered(arena, 2)
    await rated(arena, 1, (ANN, BOB))
    assert (await books(arena).page(GUILD + 1, "replicants", None, ANN)).rows == ()
    assert (await books(arena).page(GUILD, "replicants", Board("3", ""), ANN)).rows == ()
