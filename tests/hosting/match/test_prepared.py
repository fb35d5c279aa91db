"""Answers stored in advance: they come at once where they fit, are their player's alone, and outlast a restart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.match.model import Match, NothingToPrepare, NotPrepared, NotSeated, Place
from store.db.addresses import Address
from store.tables import answers
from store.tables.matches import load
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, ManualClock, NotingPoster, ask, begin, open_arena

PEOPLE = {1: ANN, 2: BOB}


async def drafted(arena: Arena) -> tuple[int, int]:
    """Begin a match and have both pick at once; return who begins, and the other one."""
    await begin(arena, game="parlour")
    for _ in (1, 2):
        for seat, person in PEOPLE.items():
            match = await arena.matches.get(1)
            await arena.matches.play(1, person.person_id, str(match.session.state.packs[seat - 1][0]))
    first, second = (await arena.matches.get(1)).session.state.order
    return first, second


async def attack(arena: Arena, first: int, second: int) -> Match:
    await arena.matches.play(1, PEOPLE[first].person_id, f"A {second}")
    await arena.idle()
    return await arena.matches.get(1)


async def test_an_answer_that_fits_comes_at_once(arena: Arena) -> None:
    first, second = await drafted(arena)
    card = (await arena.matches.get(1)).session.state.hands[second - 1][1]
    stored = await arena.prepared.put(1, PEOPLE[second].person_id, "discard", f"26 {card}  {card} -")
    assert stored == {"discard": f"26 {card} -"}
    match = await attack(arena, first, second)
    assert (match.session.entries[-1].seat, match.session.entries[-1].text) == (second, str(card))
    assert match.session.to_act == {first}
    async with arena.db.read() as connection:
        found = await load(connection, 1)
    assert found is not None
    assert [event.data.get("cause") for event in found.events[-2:]] == [None, "prepared"]


async def test_where_none_fits_the_seat_is_asked(arena: Arena) -> None:
    first, second = await drafted(arena)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "26 25")
    assert (await attack(arena, first, second)).session.to_act == {second}


async def test_what_is_stored_while_one_is_asked_answers_that(arena: Arena) -> None:
    first, second = await drafted(arena)
    await attack(arena, first, second)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {first}


@pytest.mark.parametrize("between", ["a substitute", "an undo"])
async def test_it_does_so_whatever_happened_since_the_question(arena: Arena, between: str) -> None:
    first, second = await drafted(arena)
    match = await attack(arena, first, second)
    if between == "a substitute":
        await arena.substitutes.replace(1, first, CLEO, DAN.person_id)
    else:
        match = await arena.matches.play(1, PEOPLE[second].person_id, "-")
        request = await ask(arena, match, PEOPLE[second].person_id, "undo")
        await arena.requests.answer(request, PEOPLE[first].person_id, agree=True)
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {second}
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {first}


async def test_an_answer_is_forgotten_when_its_player_wants_it_and_when_the_match_is_over(arena: Arena) -> None:
    first, second = await drafted(arena)
    user = PEOPLE[second].person_id
    await arena.prepared.put(1, user, "discard", "-")
    assert await arena.prepared.put(1, user, "discard", " ") == {}
    assert (await attack(arena, first, second)).session.to_act == {second}
    await arena.prepared.put(1, PEOPLE[first].person_id, "discard", "-")
    await arena.matches.forfeit(1, user)
    async with arena.db.read() as connection:
        assert [await answers.prepared_of(connection, 1, seat) for seat in (1, 2)] == [None, None]


async def test_it_is_answered_after_a_restart(
    arena: Arena, database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await drafted(arena)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")

    async def died(_match: Match) -> None:
        return None

    followers = arena.matches.pipeline.followers._replace(prepared=died)
    monkeypatch.setattr(arena.matches, "pipeline", replace(arena.matches.pipeline, followers=followers))
    assert (await attack(arena, first, second)).session.to_act == {second}
    await arena.close()
    again = await open_arena(database, clock, poster)
    await again.idle()
    assert (await again.matches.get(1)).session.to_act == {first}
    await again.close()


async def test_a_substitute_has_to_answer_anew(arena: Arena) -> None:
    first, second = await drafted(arena)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    await arena.substitutes.replace(1, second, CLEO, DAN.person_id)
    assert await arena.prepared.of(1, CLEO.person_id) == {}
    assert (await attack(arena, first, second)).session.to_act == {second}


async def test_what_is_taken_back_is_asked_again(arena: Arena) -> None:
    first, second = await drafted(arena)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    match = await attack(arena, first, second)
    request = await ask(arena, match, PEOPLE[second].person_id, "undo")
    await arena.requests.answer(request, PEOPLE[first].person_id, agree=True)
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {second}


async def test_what_is_no_answer_is_refused(arena: Arena) -> None:
    await drafted(arena)
    with pytest.raises(NotPrepared) as caught:
        await arena.prepared.put(1, ANN.person_id, "discard", "everything")
    assert caught.value.suggestions == ("3 5 -",)
    with pytest.raises(NothingToPrepare):
        await arena.prepared.put(1, ANN.person_id, "parry", "A")
    with pytest.raises(NotSeated):
        await arena.prepared.put(1, CLEO.person_id, "discard", "-")
    await begin(arena, CLEO, DAN, places=(Place("board", 201),))
    with pytest.raises(NothingToPrepare):
        await arena.prepared.put(2, CLEO.person_id, "discard", "-")


@pytest.mark.parametrize("how", ["paused", "parked"])
async def test_what_is_stored_while_nothing_goes_on_is_played_when_it_does(arena: Arena, how: str) -> None:
    first, second = await drafted(arena)
    await attack(arena, first, second)
    if how == "paused":
        await arena.organiser.pause(1, DAN.person_id, say("A test."))
    else:
        await arena.matches.park(1, say("A test."), "test")
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {second}
    if how == "paused":
        await arena.organiser.resume(1, DAN.person_id)
    else:
        await arena.matches.unpark(1)
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {first}
