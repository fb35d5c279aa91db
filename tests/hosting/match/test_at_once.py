"""Two people, or a person and a clock, at the same moment: one thing happens, and the other is told that it is late."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine
from typing import Any

import pytest

from engine.errors import ArenaError
from hosting.arena import Arena
from hosting.lobby.loadouts import opened_line
from hosting.lobby.model import TableClosed
from hosting.match.model import Match, MatchOver, NotSeated, NotYourTurn, Place, StaleBoard
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, GUILD, ManualClock, NotingPoster
from tests.hosting.timed import DAY_S, begin, now

PEOPLE = {1: ANN, 2: BOB, 3: CLEO}
FIRST_OR_SECOND = pytest.mark.parametrize("order", [1, -1], ids=["in this order", "the other way round"])


async def attacked(arena: Arena, seats: int = 2, **terms: Any) -> tuple[int, int]:
    """Begin a match in which the first player attacks the second; return both."""
    people = list(PEOPLE.values())[:seats]
    await begin(arena, *people, game="parlour", mode=str(seats), **terms)
    for _ in (1, 2):
        for seat in range(1, seats + 1):
            await play(arena, seat, str((await now(arena)).session.state.packs[seat - 1][0]))
    first, second = (await now(arena)).session.state.order[:2]
    await play(arena, first, f"A {second}")
    await arena.idle()
    return first, second


def play(arena: Arena, seat: int, text: str, seen: int | None = None) -> Coroutine[Any, Any, Match]:
    return arena.matches.play(1, PEOPLE[seat].person_id, text, seen=seen)


async def at_once(arena: Arena, *deeds: Coroutine[Any, Any, Any], order: int = 1) -> list[BaseException]:
    """Have all of them wait for the lock of the match, and then go; return what was refused."""
    async with arena.matches.hold(1):
        tasks = []
        for deed in deeds[::order]:
            tasks.append(asyncio.create_task(deed))
            await asyncio.sleep(0)
    found = await asyncio.gather(*tasks, return_exceptions=True)
    await arena.idle()
    return [each for each in found if isinstance(each, BaseException)]


async def test_an_answer_that_waited_before_its_deadline_counts(arena: Arena, clock: ManualClock) -> None:
    first, second = await attacked(arena)
    card = (await now(arena)).session.state.hands[second - 1][0]
    async with arena.matches.hold(1):
        answer = asyncio.create_task(play(arena, second, str(card)))
        await asyncio.sleep(0)
        await clock.advance(DAY_S)
    match = await answer
    await arena.idle()
    assert (await now(arena)).seq == match.seq
    assert [(entry.seat, entry.text) for entry in match.session.entries[-1:]] == [(second, str(card))]
    assert match.session.to_act == {first}
    assert await arena.audit.of_match(1) == []


async def test_an_answer_after_its_deadline_changes_nothing(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    first, second = await attacked(arena)
    card, seen = (await now(arena)).session.state.hands[second - 1][0], (await now(arena)).seq
    async with arena.matches.hold(1):
        await clock.advance(DAY_S)
        late = asyncio.create_task(arena.timeouts.due("1", None))
        await asyncio.sleep(0)
        answers = [asyncio.create_task(play(arena, second, str(card), seen=each)) for each in (None, seen)]
        await asyncio.sleep(0)
    await late
    typed, pressed = await asyncio.gather(*answers, return_exceptions=True)
    await arena.idle()
    assert (type(typed), type(pressed)) == (NotYourTurn, StaleBoard)
    match = await now(arena)
    assert (match.session.entries[-1].text, set(match.session.to_act), match.seq) == ("-", {first}, seen + 1)
    told = [post for post in poster.posts if "didn't decide in time" in str(post.payload)]
    assert [post.kind for post in told] == ["nudge"]


async def test_of_two_answers_the_first_counts(arena: Arena) -> None:
    first, second = await attacked(arena)
    hand, seen = (await now(arena)).session.state.hands[second - 1], (await now(arena)).seq
    deeds = [play(arena, second, str(card), seen=seen) for card in hand]
    refused = await at_once(arena, *deeds, play(arena, second, "-"))
    assert [type(each) for each in refused] == [StaleBoard, NotYourTurn]
    match = await now(arena)
    assert (match.session.entries[-1].text, set(match.session.to_act)) == (str(hand[0]), {first})


@FIRST_OR_SECOND
async def test_an_answer_and_a_substitute(arena: Arena, order: int) -> None:
    first, second = await attacked(arena)
    refused = await at_once(arena, play(arena, second, "-"), arena.substitutes.replace(1, second, DAN, 99), order=order)
    match = await now(arena)
    assert match.person_of(second) == DAN.person_id
    assert [type(each) for each in refused] == ([] if order == 1 else [NotSeated])
    assert match.session.to_act == ({first} if order == 1 else {second})
    if order == -1:
        assert (await arena.matches.play(1, DAN.person_id, "-")).session.to_act == {first}


@FIRST_OR_SECOND
@pytest.mark.parametrize("seats", [2, 3])
async def test_an_answer_and_a_resignation_of_the_same_player(arena: Arena, seats: int, order: int) -> None:
    first, second = await attacked(arena, seats)
    refused = await at_once(
        arena, play(arena, second, "-"), arena.matches.forfeit(1, PEOPLE[second].person_id), order=order
    )
    match = await now(arena)
    assert match.over is (seats == 2)
    late = [MatchOver if match.over else NotYourTurn]
    assert [type(each) for each in refused] == (late if order == -1 else [])
    if not match.over:
        assert match.session.to_act == {first}


@FIRST_OR_SECOND
async def test_an_attack_and_an_answer_in_advance(arena: Arena, order: int) -> None:
    first, second = await attacked(arena)
    await play(arena, second, "-")
    await play(arena, first, "N")
    await play(arena, second, "P")
    refused = await at_once(
        arena,
        play(arena, first, f"A {second}"),
        arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-"),
        order=order,
    )
    assert refused == []
    match = await now(arena)
    assert (match.session.entries[-1].text, set(match.session.to_act)) == ("-", {first})


@FIRST_OR_SECOND
async def test_a_choice_before_the_start_and_the_start(arena: Arena, order: int) -> None:
    """What all see the hash of is what the match begins with, or the choice came too late."""
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "grove", "2", where="here")
    table = await arena.tables.join(table.id, BOB)
    before = await arena.loadouts.choose(table.id, ANN.person_id, "uvw")
    deeds: list[Coroutine[Any, Any, Any]] = [
        arena.loadouts.choose(table.id, ANN.person_id, "xxy"),
        arena.tables.start(table.id, BOB.person_id, (Place("board", CHANNEL),)),
    ]
    found = await asyncio.gather(*deeds[::order], return_exceptions=True)
    chosen, match = found[::order]
    assert isinstance(match, Match), match
    in_time = not isinstance(chosen, ArenaError)
    assert in_time or isinstance(chosen, TableClosed)
    shown = chosen.chosen if in_time else before.chosen  # type: ignore[union-attr]
    assert match.setup.loadouts[0] == ("xxy" if in_time else "uvw")
    await arena.matches.forfeit(match.id, BOB.person_id)
    (anns, _) = await arena.loadouts.opened(await arena.matches.get(match.id))
    assert [(1, hashlib.sha256(opened_line(anns).encode()).hexdigest())] == list(shown)
    assert anns.text == match.setup.loadouts[0]
