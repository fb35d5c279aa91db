"""Substitutes: calls, taking over, being put there; who gets the result, and what the record says."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.clock.match_clock import MatchClock, SeatClock
from hosting.consent.agreements import (
    AlreadyAsked,
    AskedLately,
    End,
    FormerPlayer,
    NoSuchSeat,
    NotTheAsker,
    OutOfGame,
    Pause,
    PlaysThere,
    RequestClosed,
    Resume,
)
from hosting.consent.requests import EVERY
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Vacancy
from hosting.match.model import Match, MatchOver, NotSeated, Paused, Person, Place
from hosting.match.turns import playing
from store.check import check_database
from store.db.addresses import Address
from tests.hosting.conftest import (
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    TEAMS,
    ManualClock,
    NotingPoster,
    begin,
    codes,
    open_arena,
    play,
)
from tests.hosting.toygame import games


async def test_who_answers_a_call_has_the_seat(arena: Arena, database: Address, poster: NotingPoster) -> None:
    match = await play(arena, await begin(arena), "1/1", "1/1")
    call = await arena.substitutes.leave(match.id, ANN.person_id)
    match = await play(arena, match, "1/1")
    match = await arena.substitutes.take(call.id, CLEO)
    assert match.names == ("Cleo", "Bob")
    assert [(each.seat, each.person_id, each.name) for each in match.former] == [(1, ANN.person_id, "Ann")]
    assert await codes(arena, match) == [AuditCode.CALLED, AuditCode.REPLACED, AuditCode.ACCEPTED]
    with pytest.raises(NotSeated):
        await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    assert [dict(post.payload) for post in poster.posts if post.kind == "request"] == [
        {"request": call.id},
        {"request": call.id, "edit": True},
    ]
    assert (await check_database(database, games)).problems == ()


async def test_who_sits_there_at_the_end_plays_the_seat_and_the_record_names_who_did_before(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "3/3", "1/1")
    match = await arena.substitutes.replace(match.id, 1, CLEO, DAN.person_id)
    match = await play(arena, match, "3/3")
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (1,)
    assert [passed.person_id for passed in match.history] == [ANN.person_id, BOB.person_id, CLEO.person_id]
    record = await arena.matches.record(match.id, None)
    assert '[Substitutes "seat 1: Ann up to turn 2"]' in record
    assert "Cleo,Bob:" in record


async def test_two_who_take_it_at_once_do_not_both_get_it(arena: Arena) -> None:
    match = await begin(arena)
    call = await arena.substitutes.leave(match.id, ANN.person_id)
    results = await asyncio.gather(
        *(arena.substitutes.take(call.id, person) for person in (CLEO, DAN, CLEO)), return_exceptions=True
    )
    (taken,) = [each for each in results if isinstance(each, Match)]
    assert [type(each) for each in results].count(RequestClosed) == 2
    assert await arena.matches.get(match.id) == taken
    assert taken.names in (("Cleo", "Bob"), ("Dan", "Bob"))


async def test_players_and_who_knows_another_seat_do_not_take_one(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    call = await arena.substitutes.leave(match.id, ANN.person_id)
    with pytest.raises(PlaysThere):
        await arena.substitutes.take(call.id, BOB)
    with pytest.raises(PlaysThere):
        await arena.substitutes.take(call.id, ANN)
    await arena.substitutes.replace(match.id, 2, DAN, EVE.person_id)
    with pytest.raises(FormerPlayer):
        await arena.substitutes.take(call.id, BOB)
    match = await arena.substitutes.replace(match.id, 2, BOB, EVE.person_id)  # to the seat that was theirs
    assert match.names == ("Ann", "Bob", "Cleo")
    assert [each.name for each in match.former] == ["Bob", "Dan"]


async def test_with_silent_partners_nobody_comes_back(arena: Arena) -> None:
    # R29
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS)
    match = await arena.substitutes.replace(match.id, 2, EVE, 99)
    with pytest.raises(FormerPlayer):
        await arena.substitutes.check(match, 2, BOB)


async def test_a_call_is_made_once_and_can_be_taken_back(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    call = await arena.substitutes.leave(match.id, ANN.person_id)
    for again in (arena.substitutes.leave(match.id, ANN.person_id), arena.substitutes.seek(match.id, 1, EVE.person_id)):
        with pytest.raises(AlreadyAsked):
            await again
    with pytest.raises(NotTheAsker):
        await arena.requests.withdraw(call.id, BOB.person_id)
    await arena.requests.withdraw(call.id, ANN.person_id)
    with pytest.raises(RequestClosed):
        await arena.substitutes.take(call.id, CLEO)
    with pytest.raises(AskedLately):
        await arena.substitutes.leave(match.id, ANN.person_id)
    await clock.advance(timedelta(days=1).total_seconds())
    await arena.substitutes.leave(match.id, ANN.person_id)


async def test_each_seat_has_its_own_call(arena: Arena) -> None:
    match = await begin(arena)
    calls = [await arena.substitutes.leave(match.id, person.person_id) for person in (ANN, BOB)]
    match = await arena.substitutes.take(calls[1].id, CLEO)
    assert [each.id for each in await arena.requests.open_of(match.id)] == [calls[0].id]
    match = await arena.substitutes.take(calls[0].id, DAN)
    assert match.names == ("Dan", "Cleo")


async def test_only_seats_that_are_played_are_handed_over(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    call = await arena.substitutes.leave(match.id, BOB.person_id)
    match = await arena.matches.forfeit(match.id, BOB.person_id)
    assert playing(match) == {1, 3}
    assert (await arena.requests.get(call.id)).status == "outdated"
    with pytest.raises(OutOfGame):
        await arena.substitutes.leave(match.id, BOB.person_id)
    with pytest.raises(NoSuchSeat):
        await arena.substitutes.seek(match.id, 2, EVE.person_id)
    with pytest.raises(NoSuchSeat):
        await arena.substitutes.replace(match.id, 7, DAN, EVE.person_id)
    with pytest.raises(NotSeated):
        await arena.substitutes.leave(match.id, EVE.person_id)
    match = await arena.matches.forfeit(match.id, CLEO.person_id)
    assert playing(match) == frozenset()
    with pytest.raises(MatchOver):
        await arena.substitutes.leave(match.id, ANN.person_id)


async def test_a_handing_over_overtakes_what_others_were_asked(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    asked = await arena.requests.ask(match.id, ANN.person_id, Pause(2))
    assert asked.request is not None
    await arena.requests.answer(asked.request.id, BOB.person_id, agree=True)
    await arena.substitutes.replace(match.id, 2, DAN, EVE.person_id)
    assert (await arena.requests.get(asked.request.id)).status == "outdated"


async def test_a_match_that_stood_still_for_a_substitute_goes_on(
    arena: Arena, database: Address, clock: ManualClock
) -> None:
    match = await begin(arena)

    async def stop(now: Match) -> Change:
        paused = Paused(BOT, "substitute", say("Time is up."), clock.now())
        return Change(replace(now, paused=paused), clock.now(), vacancies=(Vacancy(1, BOT, "time"),))

    await arena.matches.change(match.id, stop)
    (made,) = await arena.requests.open_of(match.id)
    match = await arena.substitutes.take(made.id, CLEO)
    assert match.paused is None
    assert match.to_act == (CLEO.person_id,)
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await again.matches.get(match.id) == match
    await play(again, match, "1/1")
    await again.close()


@pytest.mark.parametrize("ending", ["resume", "turn"])
async def test_the_bot_seeks_nobody_for_a_player_who_is_back(arena: Arena, clock: ManualClock, ending: str) -> None:
    match = await begin(arena)
    day = timedelta(days=1)

    async def stop(now: Match) -> Change:
        paused = Paused(BOT, "substitute", say("Time is up."), clock.now()) if ending == "resume" else None
        after = replace(now, paused=paused, clock=MatchClock((SeatClock(day, day, day),) * 2))
        return Change(after, clock.now(), vacancies=(Vacancy(1, BOT, "time"),))

    await arena.matches.change(match.id, stop)
    (made,) = await arena.requests.open_of(match.id)
    if ending == "resume":
        asked = await arena.requests.ask(match.id, ANN.person_id, Resume())
        assert asked.request is not None
        await arena.requests.answer(asked.request.id, BOB.person_id, agree=True)
    else:
        await play(arena, match, "1/1")
    assert (await arena.requests.get(made.id)).status == "outdated"


async def test_a_call_of_an_organiser_is_taken_back_by_organisers(arena: Arena) -> None:
    match = await begin(arena)
    call = await arena.organiser.call(match.id, EVE.person_id, 1)
    for person_id, organiser in ((ANN.person_id, False), (ANN.person_id, True), (DAN.person_id, False)):
        with pytest.raises(NotTheAsker):
            await arena.requests.withdraw(call.id, person_id, organiser=organiser)
    assert (await arena.requests.withdraw(call.id, DAN.person_id, organiser=True)).status == "withdrawn"
    asked = await arena.requests.ask(match.id, ANN.person_id, End())
    assert asked.request is not None
    with pytest.raises(NotTheAsker):
        await arena.requests.withdraw(asked.request.id, DAN.person_id, organiser=True)


async def test_a_handing_over_does_not_end_another_pause(arena: Arena) -> None:
    match = await begin(arena)
    await arena.organiser.pause(match.id, EVE.person_id, say("Wait."))
    match = await arena.substitutes.replace(match.id, 1, CLEO, EVE.person_id)
    assert match.paused is not None


@pytest.mark.parametrize(("mode", "channel"), [("2", 200), ("teams", 303)])
async def test_whoever_is_put_on_a_seat_is_told_in_their_channel(
    arena: Arena, poster: NotingPoster, mode: str, channel: int
) -> None:
    people = (ANN, BOB) if mode == "2" else (ANN, BOB, CLEO, DAN)
    match = await begin(arena, *people, mode=mode, places=TEAMS if mode == "teams" else (Place("board", 200),))
    await arena.substitutes.replace(match.id, 2, Person(77, "Finn"), EVE.person_id)
    await arena.idle()
    told = [(post.channel_id, dict(post.payload)) for post in poster.posts if post.kind == "request"]
    assert told == [(channel, {"welcome": 77, "seat": 2})]


async def test_calls_are_shown_to_people_outside_and_not_to_teams(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS)
    with pytest.raises(ValueError, match="announced"):
        await arena.substitutes.leave(match.id, ANN.person_id)
    await arena.announcing.seek(match.id, ANN.person_id)
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    assert [post.channel_id for post in poster.posts if post.kind == "request"] == [300]
