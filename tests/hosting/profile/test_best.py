"""The best results of players alone: by options, a line a player, and only of those who appear."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import registry
from engine.errors import SetupError
from hosting import profiles
from hosting.arena import Arena
from hosting.profiles import Best, BestList, BestLists
from store.tables import people, results
from store.tables.settings import Appear
from tests.hosting.conftest import GUILD
from tests.hosting.profile.results import result

ANN, BOB, CLEO = 1, 2, 3
WIZARD, JACK = (("boss", "wizard"), ("ultra", "no")), (("boss", "jack"), ("ultra", "no"))


def lists(arena: Arena) -> BestLists:
    """Return the lists of the real games."""
    return BestLists(arena.db, registry.get)


async def revolts(arena: Arena, *played: tuple[int, tuple[tuple[str, str], ...], int, int]) -> None:
    """Write matches alone: who played, with which options, with which rank, and in which round it ended."""
    async with arena.db.write() as connection:
        for account in (ANN, BOB, CLEO):
            await people.enter(connection, 1_000 + account, arena.clock.now())
        for number, (person, options, rank, ended) in enumerate(played, 1):
            alone = result(
                person,
                match_id=number,
                game="mutants",
                mode="solo",
                guild_id=GUILD,
                options=options,
                rank=rank,
                score=None,
                why="solo",
                points=[ended, 0],
                category=";".join(f"{key}={value}" for key, value in options),
                merit=100 * (2 - rank) - ended,
            )
            await results.add(connection, [alone])


async def appear(arena: Arena, person_id: int, to: Appear) -> None:
    await arena.settings.change_player(person_id, lambda settings: replace(settings, appear=to))


async def told(arena: Arena, asker: int, *, public: bool = False) -> tuple[BestList, ...]:
    return await lists(arena).of(GUILD, "mutants", "solo", asker, public=public)


async def test_each_player_stands_once_with_their_best_result(arena: Arena) -> None:
    await revolts(arena, (ANN, WIZARD, 1, 5), (BOB, WIZARD, 1, 4), (ANN, WIZARD, 1, 3), (BOB, JACK, 2, 2))
    assert await told(arena, CLEO) == (
        BestList(JACK, (Best(BOB, False, (2, 0)),)),
        BestList(WIZARD, (Best(ANN, True, (3, 0)), Best(BOB, True, (4, 0)))),
    )
    assert await lists(arena).of(GUILD + 1, "mutants", "solo", CLEO) == ()


async def test_players_appear_there_to_whom_they_like(arena: Arena) -> None:
    await revolts(arena, (ANN, WIZARD, 1, 3), (BOB, WIZARD, 1, 4), (CLEO, JACK, 1, 4))
    await appear(arena, ANN, "nobody")
    async with arena.db.write() as connection:
        await people.forget(connection, CLEO, arena.clock.now())
    hers, everybodys = await told(arena, ANN), await told(arena, ANN, public=True)
    assert [[place.person_id for place in each.places] for each in hers] == [[ANN, BOB]]
    assert [[place.person_id for place in each.places] for each in everybodys] == [[BOB]]


async def test_only_so_many_are_told(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "MOST_PLACES", 1)
    monkeypatch.setattr(profiles, "MOST_LISTS", 1)
    await revolts(arena, (ANN, WIZARD, 1, 3), (BOB, WIZARD, 1, 4), (BOB, JACK, 1, 4), (ANN, JACK, 1, 9))
    assert [[place.person_id for place in each.places] for each in await told(arena, CLEO)] == [[BOB]]


async def test_only_games_that_are_graded_have_lists(arena: Arena) -> None:
    assert lists(arena).modes_of("mutants") == ("solo",)
    assert lists(arena).modes_of("replicants") == ()
    with pytest.raises(SetupError):
        lists(arena).modes_of("chess")
