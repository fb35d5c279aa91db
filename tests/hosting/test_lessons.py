"""How far people are in lessons: kept once for each step, whatever is pressed twice, and gone with the person."""

from __future__ import annotations

import asyncio

from hosting.arena import Arena
from tests.hosting.conftest import ANN, BOB


async def test_a_step_is_done_once(arena: Arena) -> None:
    ann, lessons = ANN.person_id, arena.lessons
    assert await lessons.of(ann) == {}
    assert await lessons.advance(ann, "replicants", 0)
    assert await lessons.advance(ann, "replicants", 1)
    for stale in (0, 1, 3, 7):
        assert not await lessons.advance(ann, "replicants", stale)
    assert await lessons.of(ann) == {"replicants": 2}
    assert not await lessons.advance(ann, "apex", 4)
    assert await lessons.of(BOB.person_id) == {}


async def test_two_presses_at_once_are_one_step(arena: Arena) -> None:
    ann = ANN.person_id
    for step in range(2):
        done = await asyncio.gather(*(arena.lessons.advance(ann, "replica", step) for _ in range(4)))
        assert sorted(done) == [False, False, False, True]
    assert await arena.lessons.of(ann) == {"replica": 2}


async def test_one_goes_where_one_asks_to_be(arena: Arena) -> None:
    ann, lessons = ANN.person_id, arena.lessons
    await lessons.go(ann, "apex", 5)
    assert await lessons.advance(ann, "apex", 5)
    await lessons.go(ann, "apex", 0)
    await lessons.go(ann, "mutants", 0)
    assert await lessons.advance(ann, "mutants", 0)
    assert await lessons.of(ann) == {"apex": 0, "mutants": 1}


async def test_the_hint_at_a_first_turn_is_given_once_for_each_person_and_game(arena: Arena) -> None:
    ann, bob, lessons = ANN.person_id, BOB.person_id, arena.lessons
    given = await asyncio.gather(*(lessons.greet(ann, "apex") for _ in range(4)))
    assert sorted(given) == [False, False, False, True]
    assert not await lessons.greet(ann, "apex")
    assert await lessons.greet(ann, "mutants")
    assert await lessons.greet(bob, "apex")
    assert await lessons.of(ann) == {}
