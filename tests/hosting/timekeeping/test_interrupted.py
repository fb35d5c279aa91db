"""What happens to clocks, calls and pauses while another player than the owner of a turn is asked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms
from hosting.match.model import Match
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, ManualClock
from tests.hosting.timed import A_DAY, DAY, FISCHER, HOUR, HOUR_S, advance, begin, due, now

PEOPLE = {1: ANN, 2: BOB, 3: CLEO}


async def attacked(arena: Arena, **terms: Any) -> tuple[int, int, int]:
    """Begin a match of three, in which the first player attacks the second; return the order of play."""
    await begin(arena, *PEOPLE.values(), game="parlour", mode="3", **terms)
    for _ in (1, 2):
        for seat, person in PEOPLE.items():
            await arena.matches.play(1, person.person_id, str((await now(arena)).session.state.packs[seat - 1][0]))
    await arena.idle()
    first, second, third = (await now(arena)).session.state.order
    await play(arena, first, f"A {second}")
    return first, second, third


async def play(arena: Arena, seat: int, text: str) -> Match:
    return await arena.matches.play(1, PEOPLE[seat].person_id, text)


def left(match: Match, seat: int) -> timedelta:
    assert match.clock is not None
    return match.clock.seat(seat).left


@pytest.mark.parametrize("terms", [A_DAY, FISCHER])
async def test_an_owner_who_resigns_leaves_the_asked_a_turn_of_their_own(
    arena: Arena, clock: ManualClock, terms: ClockTerms
) -> None:
    first, second, _ = await attacked(arena, clock=terms)
    had = left(await now(arena), second)
    await advance(arena, clock, 20 * HOUR_S)
    match = await arena.matches.forfeit(1, PEOPLE[first].person_id)
    assert match.session.to_act == {second}
    whole = DAY if terms is A_DAY else had - 20 * HOUR
    assert due(match, second) == clock.now() + whole
    assert match.clock is not None
    assert match.clock.seat(second).began == clock.now()


async def test_the_asked_who_resigns_leaves_the_turn_to_its_owner(arena: Arena, clock: ManualClock) -> None:
    first, second, third = await attacked(arena, clock=FISCHER)
    await advance(arena, clock, HOUR_S)
    start = left(await now(arena), first)
    match = await arena.matches.forfeit(1, PEOPLE[second].person_id)
    assert match.session.to_act == {first}
    assert due(match, second) is None
    assert due(match, first) == clock.now() + start
    await advance(arena, clock, HOUR_S)
    match = await play(arena, first, "N")
    assert left(match, first) == min(start - HOUR + FISCHER.gain, FISCHER.cap)
    assert due(match, third) is not None


async def test_a_third_player_who_resigns_changes_no_clock(arena: Arena, clock: ManualClock) -> None:
    _, second, third = await attacked(arena, clock=A_DAY)
    before = due(await now(arena), second)
    await advance(arena, clock, HOUR_S)
    match = await arena.matches.forfeit(1, PEOPLE[third].person_id)
    assert due(match, second) == before


async def test_whoever_takes_over_an_asked_seat_answers_with_a_full_clock(arena: Arena, clock: ManualClock) -> None:
    first, second, _ = await attacked(arena, clock=A_DAY)
    await advance(arena, clock, 20 * HOUR_S)
    match = await arena.substitutes.replace(1, second, DAN, 99)
    assert due(match, second) == clock.now() + DAY
    match = await arena.matches.play(1, DAN.person_id, "-")
    assert match.session.to_act == {first}


async def test_a_vacation_of_the_asked_counts_and_one_of_the_owner_does_not(arena: Arena, clock: ManualClock) -> None:
    first, second, _ = await attacked(arena, clock=FISCHER)
    before = due(await now(arena), second)
    assert before is not None
    days = clock.now().date() + DAY, clock.now().date() + 2 * DAY
    await arena.vacations.announce(PEOPLE[first].person_id, *days)
    await arena.idle()
    assert due(await now(arena), second) == before
    await arena.vacations.announce(PEOPLE[second].person_id, *days)
    await arena.idle()
    assert due(await now(arena), second) == before + 2 * DAY


async def test_an_owner_whose_time_is_up_is_not_asked_against_the_clock_again_in_that_turn(
    arena: Arena, clock: ManualClock
) -> None:
    first, second, third = await attacked(arena, clock=A_DAY, timeout="notice")
    for seat, text in ((second, "-"), (first, "N")):
        await play(arena, seat, text)
    await advance(arena, clock, 24 * HOUR_S)
    await play(arena, second, f"A {third}")  # late, as the organisers were told
    await play(arena, third, "-")
    await advance(arena, clock, HOUR_S)
    match = await now(arena)
    assert match.session.to_act == {second}
    assert [line.detail["did"] for line in await arena.audit.of_match(1)] == ["notice"]
    match = await play(arena, second, "N")
    assert due(match, third) == clock.now() + DAY
    for seat in (third, first):
        await play(arena, seat, "P")
    assert due(await now(arena), second) == clock.now() + DAY, "the next turn has its time"
