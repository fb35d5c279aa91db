"""Statistics of a game in a server."""

from __future__ import annotations

from typing import Any

import pytest

from engine import registry
from engine.errors import SetupError
from hosting.arena import Arena
from hosting.profiles import MOST_ROWS, GameStatistics, Statistics, wilson
from store.tables import results
from store.tables.results import Result
from tests.hosting.conftest import GUILD
from tests.hosting.profile.results import duel, write

ANN, BOB = 1, 2


def books(arena: Arena) -> GameStatistics:
    """Return the statistics of the real games: the toys have no options."""
    return GameStatistics(arena.db, registry.get)


def replicants(number: int, *, won: bool = True, opening: str = "E/2C6/D8-") -> list[Result]:
    one, other = duel(number, ANN, BOB, game="replicants", mode="2")
    one = one._replace(opening=opening)
    if won:
        return [one, other]
    return [one._replace(rank=2, score=0), other._replace(rank=1, score=120)]


async def test_a_game_never_played_has_none(arena: Arena) -> None:
    assert await books(arena).of(GUILD, "replicants") == Statistics("replicants", "2", 0)
    assert await books(arena).of(GUILD, "mutants", "3") == Statistics("mutants", "3", 0)
    with pytest.raises(SetupError):
        await books(arena).of(GUILD, "chess")


async def test_seats_and_first_turns_have_counts_and_intervals(arena: Arena) -> None:
    won = [replicants(number) for number in range(1, 16)]
    lost = [replicants(number, won=False, opening="E/3C1/F2-") for number in range(16, 26)]
    await write(arena.db, *won, *lost)
    found = await books(arena).of(GUILD, "replicants")
    assert (found.mode, found.matches) == ("2", 25)
    seats, openings = found.groups
    assert [(str(row.label), row.matches, row.seat) for row in seats.rows] == [("Seat 1", 25, 1), ("Seat 2", 25, 2)]
    first = seats.rows[0].share
    assert first is not None
    assert (first.share, first.low, first.high) == (0.6, *wilson(15, 25))
    assert str(openings.title) == "Score by first turn"
    # Under 20 matches nothing is told but their number.
    assert [(str(row.label), row.matches, row.share) for row in openings.rows] == [
        ("E/2C6/D8-", 15, None),
        ("E/3C1/F2-", 10, None),
    ]
    assert (await books(arena).of(GUILD + 1, "replicants")).matches == 0


async def test_seats_that_changed_hands_are_counted_in_matches_that_count(arena: Arena) -> None:
    def handed(number: int, **changed: Any) -> list[Result]:
        one, other = duel(number, ANN, BOB, game="replicants", **changed)
        return [one, other._replace(finisher_id=9)]

    others = [handed(3, why="void"), handed(4, mode="3"), duel(5, ANN, BOB, game="replicants")]
    await write(arena.db, handed(1), handed(2), *others)
    found = await books(arena).of(GUILD, "replicants", "2")
    assert (found.matches, found.handed_over) == (3, 2)
    revised = [each._replace(revision=1, finisher_id=each.starter_id) for each in handed(1)]
    async with arena.db.write() as connection:
        await results.add(connection, revised)
    assert (await books(arena).of(GUILD, "replicants", "2")).handed_over == 1


async def test_the_mode_played_most_comes_by_itself(arena: Arena) -> None:
    await write(
        arena.db,
        duel(1, ANN, BOB, game="replicants", mode="2"),
        duel(2, ANN, BOB, game="replicants", mode="3"),
        duel(3, ANN, BOB, game="replicants", mode="3"),
    )
    assert (await books(arena).of(GUILD, "replicants")).mode == "3"
    assert (await books(arena).of(GUILD, "replicants", "2")).matches == 1


async def test_options_are_told_once_two_values_were_played(arena: Arena) -> None:
    def match(number: int, sight: str) -> list[Result]:
        return duel(number, ANN, BOB, game="replica", mode="2", options=(("king_power", "none"), ("sight", sight)))

    await write(arena.db, *(match(number, "all") for number in range(1, 21)))
    assert [str(group.title) for group in (await books(arena).of(GUILD, "replica")).groups] == ["Score by seat"]
    await write(arena.db, match(21, "forward"))
    _, option = (await books(arena).of(GUILD, "replica")).groups
    assert str(option.title) == "Score of seat 1 by option: Which way kings see"
    assert [(str(row.label), row.matches) for row in option.rows] == [
        ("in all eight directions", 20),
        ("only forward", 1),
    ]


async def test_what_a_game_declares_is_told_and_all_of_it_stays_within_bounds(arena: Arena) -> None:
    names = ("HUM", "DRA", "MIN", "SHE", "NAG", "CIR")

    def match(number: int) -> list[Result]:
        return [
            duel(number, seat, seat, game="apex", mode="6")[0]._replace(
                seat=seat,
                rank=seat,
                score=24 * (6 - seat),
                options=(("mode", ("standard", "exploration")[number % 2]),),
                features=(("civilisation", names[(seat + number) % 6]),),
                opening=f"{names[(seat + number) % 6]}@{number}",
            )
            for seat in range(1, 7)
        ]

    await write(arena.db, *(match(number) for number in range(1, 31)))
    found = await books(arena).of(GUILD, "apex")
    assert [len(group.rows) for group in found.groups] == [6, 6, 2, 1]
    assert sum(len(group.rows) for group in found.groups) == MOST_ROWS
    assert {str(row.label) for row in found.groups[1].rows} >= {"Humans", "Cireades"}
    assert [row.share is not None for row in found.groups[1].rows] == [True] * 6
