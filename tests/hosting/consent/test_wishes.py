"""With silent partners players ask for one thing a turn, and choose neither its moment nor its order (R29)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count, product

import pytest
from sqlalchemy import select

from engine.text import say
from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms, Terms
from hosting.consent.agreements import (
    SUBSTITUTE_CALL,
    Agreement,
    Announced,
    End,
    Extension,
    OneATurn,
    OnlyTheUsual,
    load_wanted,
)
from hosting.consent.requests import EVERY, ONCE_IN
from hosting.errors import HostingError
from hosting.match.model import Match, Place
from store import schema
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, EVE, TEAMS, ManualClock, NotingPoster, begin, play

TERMS = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=3)))
KINDS = ("undo", "end", "pause", "extend", SUBSTITUTE_CALL)
DETAILS = {"pause": {"days": 7}, "extend": {"seat": 1, "seconds": 24 * 3600}}
DEEDS = (*KINDS, "withdraw", "change one's mind")
ONE_DATABASE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""What is counted here is counted before anything is stored."""
channels = count(1000, 10)


async def start(arena: Arena, places: Sequence[Place] = TEAMS) -> Match:
    """Begin a silent match in which ann has played her first turn."""
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=tuple(places), terms=TERMS)
    return await play(arena, match, "1/1")


async def elsewhere(arena: Arena) -> Match:
    base = next(channels)
    return await start(arena, [Place(each.role, base + number) for number, each in enumerate(TEAMS)])


async def wish(arena: Arena, match: Match, kind: str) -> None:
    if kind == SUBSTITUTE_CALL:
        assert not (await arena.announcing.seek(match.id, ANN.person_id)).done
    else:
        wanted = load_wanted(kind, DETAILS.get(kind, {}))
        assert isinstance(wanted, Agreement)
        await arena.requests.ask(match.id, ANN.person_id, wanted)


async def do(arena: Arena, match: Match, deed: str) -> None:
    """Do something as ann, or be refused."""
    try:
        if deed == "withdraw":
            for request in await arena.requests.open_of(match.id):
                await arena.requests.withdraw(request.id, ANN.person_id)
        elif deed == "change one's mind":
            await arena.announcing.forget(match.id, ANN.person_id)
        else:
            await wish(arena, match, deed)
    except HostingError:
        pass  # in private


async def seen(arena: Arena, match: Match) -> tuple[tuple[str, bool, int, datetime], ...]:
    """Return all that is posted of what somebody asks for, in order, with when."""
    posts = schema.outbox
    query = select(posts).where(posts.c.match_id == match.id, posts.c.kind.in_(("request", "notice", "private")))
    async with arena.db.read() as connection:
        rows = (await connection.execute(query.order_by(posts.c.id))).all()
    kinds = {row.payload["request"]: (await arena.requests.get(row.payload["request"])).kind for row in rows}
    return tuple((kinds[row.payload["request"]], "edit" in row.payload, row.seq, row.created_at) for row in rows)


@ONE_DATABASE
async def test_during_a_turn_of_another_player_there_are_six_patterns(arena: Arena) -> None:
    """Nothing, or one of five things: 2.6 bits, whatever is asked for and withdrawn in whatever order."""
    patterns = set()
    for length in range(3):
        for deeds in product(DEEDS, repeat=length):
            match = await elsewhere(arena)
            for deed in deeds:
                await do(arena, match, deed)
            match = await play(arena, match, "1/1")
            patterns.add(await seen(arena, match))
    assert len(patterns) == 1 + len(KINDS)


@ONE_DATABASE
async def test_each_full_hour_of_the_turn_adds_one_moment(arena: Arena, clock: ManualClock) -> None:
    """1 + kinds × (full hours + 1)."""
    hours = 2
    wishes = [(await elsewhere(arena), kind, 20 * third) for kind in KINDS for third in range(3 * hours + 2)]
    began = clock.now()
    for now in range(0, 60 * hours + 60, 20):
        for match, kind, minute in wishes:
            if now == minute:
                await wish(arena, match, kind)
        await clock.advance(20 * 60)
        await arena.idle()
        if now == 60 * hours + 20:
            for match, _, _ in wishes:
                await play(arena, match, "1/1")
    patterns = {tuple((what, edit, at - began) for what, edit, _, at in await seen(arena, each)) for each, *_ in wishes}
    assert len(patterns) == len(KINDS) * (hours + 1)


@pytest.mark.parametrize("kind", KINDS)
async def test_it_is_announced_with_the_next_event(arena: Arena, kind: str) -> None:
    match = await start(arena)
    await wish(arena, match, kind)
    assert await seen(arena, match) == ()
    assert await arena.requests.open_of(match.id) == []
    match = await play(arena, match, "1/1")
    (request,) = await arena.requests.open_of(match.id)
    assert (request.kind, request.seat, request.seq) == (kind, 1, match.seq)
    assert len(await seen(arena, match)) == (1 if kind == SUBSTITUTE_CALL else 3)


async def test_a_wish_to_take_back_takes_back_what_was_played_since(arena: Arena) -> None:
    match = await start(arena)
    await wish(arena, match, "undo")
    match = await play(arena, match, "1/1")
    (request,) = await arena.requests.open_of(match.id)
    assert (request.detail["to"], request.detail["turns"], request.detail["asked"]) == (0, 2, [2, 3, 4])


async def test_it_is_announced_at_the_full_hour_if_the_turn_lasts(arena: Arena, clock: ManualClock) -> None:
    match = await start(arena)
    await clock.advance(600)
    await wish(arena, match, "end")
    await clock.advance(3599 - 600)
    assert await arena.requests.open_of(match.id) == []
    await clock.advance(1)
    await arena.idle()
    (request,) = await arena.requests.open_of(match.id)
    assert request.created_at.minute == request.created_at.second == 0


async def test_two_players_ask_in_the_order_of_their_seats(arena: Arena) -> None:
    match = await start(arena)
    await arena.requests.ask(match.id, CLEO.person_id, End())
    await wish(arena, match, "pause")
    match = await play(arena, match, "1/1")
    assert [each.seat for each in await arena.requests.open_of(match.id)] == [1, 3]


async def test_one_thing_a_turn_and_another_after_a_week(arena: Arena, clock: ManualClock) -> None:
    match = await play(arena, await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS), "1/1")
    await wish(arena, match, "pause")
    match = await play(arena, match, "1/1")
    for kind in ("end", SUBSTITUTE_CALL):
        with pytest.raises(OneATurn):
            await wish(arena, match, kind)
    await clock.advance(ONCE_IN.total_seconds())
    await wish(arena, match, "end")
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    assert [each.kind for each in await arena.requests.open_of(match.id)] == ["pause", "end"]


async def test_more_time_is_asked_for_by_the_usual_amount_only(arena: Arena) -> None:
    match = await start(arena)
    with pytest.raises(OnlyTheUsual):
        await arena.requests.ask(match.id, ANN.person_id, Extension(1, 3600))


async def test_it_waits_while_nothing_can_be_posted(arena: Arena, clock: ManualClock) -> None:
    match = await start(arena)
    await wish(arena, match, "end")
    await arena.matches.park(match.id, say("The channel is gone."), "no-channel")
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    assert await arena.requests.open_of(match.id) == []
    await arena.matches.unpark(match.id)
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    assert [each.kind for each in await arena.requests.open_of(match.id)] == ["end"]


@pytest.mark.parametrize("kind", ["pause", SUBSTITUTE_CALL])
async def test_what_has_come_about_meanwhile_is_asked_of_nobody(
    arena: Arena, clock: ManualClock, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    match = await start(arena)
    await wish(arena, match, kind)
    if kind == "pause":
        await arena.organiser.pause(match.id, 99, say("The room is closed."))
    else:
        await arena.organiser.call(match.id, 99, 1)
    there = await arena.requests.open_of(match.id)
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    assert await arena.requests.open_of(match.id) == there
    assert "failed" not in caplog.text


async def test_who_does_not_play_has_no_wish_to_drop(arena: Arena) -> None:
    match = await start(arena)
    assert not await arena.announcing.forget(match.id, EVE.person_id)


async def test_what_was_announced_stands(arena: Arena) -> None:
    match = await start(arena)
    await wish(arena, match, SUBSTITUTE_CALL)
    match = await play(arena, match, "1/1")
    (call,) = await arena.requests.open_of(match.id)
    with pytest.raises(Announced):
        await arena.requests.withdraw(call.id, ANN.person_id)
    assert (await arena.requests.withdraw(call.id, EVE.person_id, organiser=True)).status == "withdrawn"


async def test_a_wish_outlives_a_restart_and_ends_with_its_seat(arena: Arena, poster: NotingPoster) -> None:
    match = await start(arena)
    await wish(arena, match, "end")
    await arena.organiser.replace(match.id, 99, 1, EVE)
    assert await arena.requests.open_of(match.id) == []
    await play(arena, match, "1/1")
    assert await arena.requests.open_of(match.id) == []
    await arena.idle()
    assert [post for post in poster.posts if post.kind == "request" and "request" in post.payload] == []
