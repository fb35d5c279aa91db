"""What players ask each other: consent of all, once, in one transaction with what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count, product
from typing import Any

import pytest
from sqlalchemy import select

from engine.outcome import Termination
from engine.text import say
from hosting.arena import Arena
from hosting.clock import ClockTerms, MatchClock, SeatClock
from hosting.consent.agreements import (
    SUBSTITUTE_CALL,
    Agreement,
    AlreadyAsked,
    Answer,
    Call,
    Draw,
    End,
    Extension,
    FormerPlayer,
    NoSuchSeat,
    Pause,
    PlaysThere,
    RequestClosed,
    Resume,
    TakeBack,
    TooLateToAbort,
    agreement_of,
    check_abort,
    load_wanted,
    waiting,
    way_back,
)
from hosting.consent.requests import EVERY, ONCE_IN
from hosting.errors import HostingError
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Undone, Vacancy
from hosting.match.model import (
    Match,
    MatchOver,
    MatchPaused,
    NotSeated,
    Paused,
    Person,
    Place,
    Request,
    StaleBoard,
    load_text,
)
from hosting.match.service import playing
from hosting.match_terms import Terms
from store import schema
from store.check import check_database
from store.db.addresses import Address
from store.tables import choices as stored_plans
from store.tables import people as stored_settings
from store.tables import requests as stored_requests
from tests.hosting.conftest import (
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    TEAMS,
    ManualClock,
    NotingPoster,
    ask,
    begin,
    codes,
    open_arena,
    play,
)
from tests.hosting.toygame import TALLY, games
from tests.refusals import refusal


async def test_all_who_are_still_in_the_game_must_agree(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    match = await play(arena, match, "1/1")
    request = await ask(arena, match, ANN.person_id, "undo")
    answer = await arena.requests.answer(request, BOB.person_id, agree=True)
    assert not answer.done
    with refusal("not-asked"):
        await arena.requests.answer(request, BOB.person_id, agree=True)
    with refusal("not-asked"):
        await arena.requests.answer(request, ANN.person_id, agree=True)
    with pytest.raises(NotSeated):
        await arena.requests.answer(request, EVE.person_id, agree=True)
    assert (await arena.requests.answer(request, CLEO.person_id, agree=True)).done
    assert await codes(arena, match) == [AuditCode.ASKED, AuditCode.AGREED, AuditCode.ACCEPTED]


async def test_who_is_out_has_no_say(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    match = await arena.matches.forfeit(match.id, CLEO.person_id)
    with refusal("out-of-game"):
        await ask(arena, match, CLEO.person_id, "end")
    request = await ask(arena, match, ANN.person_id, "end")
    with refusal("out-of-game"):
        await arena.requests.answer(request, CLEO.person_id, agree=True)
    answer = await arena.requests.answer(request, BOB.person_id, agree=True)
    assert answer.match.session.outcome is not None
    assert answer.match.session.outcome.ranks == (1, 1, 1)
    assert answer.match.session.outcome.termination is Termination.AGREED


async def test_one_refusal_ends_it_and_it_is_not_asked_again_at_once(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    request = await ask(arena, match, ANN.person_id, "end")
    answer = await arena.requests.answer(request, BOB.person_id, agree=False)
    assert answer.request is not None
    assert answer.request.status == "refused"
    with pytest.raises(RequestClosed):
        await arena.requests.answer(request, CLEO.person_id, agree=True)
    with refusal("asked-lately"):
        await ask(arena, match, ANN.person_id, "end")
    await ask(arena, match, CLEO.person_id, "end")
    match = await play(arena, match, "1/1")
    again = await ask(arena, match, ANN.person_id, "end")
    await arena.requests.withdraw(again, ANN.person_id)
    with refusal("asked-lately"):
        await ask(arena, match, ANN.person_id, "end")
    await clock.advance(timedelta(days=1).total_seconds())
    await ask(arena, match, ANN.person_id, "end")


async def test_asking_for_the_same_is_agreeing(arena: Arena) -> None:
    match = await begin(arena)
    await ask(arena, match, ANN.person_id, "end")
    with pytest.raises(AlreadyAsked):
        await ask(arena, match, ANN.person_id, "end")
    answer = await arena.requests.ask(match.id, BOB.person_id, End())
    assert answer.done
    assert answer.match.over


async def test_asking_for_something_else_of_the_kind_has_to_wait(arena: Arena) -> None:
    match = await begin(arena)
    await ask(arena, match, ANN.person_id, "pause", days=3)
    with pytest.raises(AlreadyAsked):
        await ask(arena, match, BOB.person_id, "pause", days=4)


async def test_the_next_event_overtakes_what_was_about_the_position(arena: Arena, poster: NotingPoster) -> None:
    match = await play(arena, await begin(arena), "1/1")
    ids = [
        await ask(arena, match, ANN.person_id, "undo"),
        await ask(arena, match, ANN.person_id, "end"),
        await ask(arena, match, ANN.person_id, "pause", days=2),
    ]
    match = await play(arena, match, "1/1")
    assert [(await arena.requests.get(each)).status for each in ids] == ["outdated", "outdated", "open"]
    with pytest.raises(RequestClosed) as closed:
        await arena.requests.answer(ids[0], BOB.person_id, agree=True)
    assert closed.value.code == "request-outdated"
    assert await arena.matches.get(match.id) == match
    await arena.idle()
    edits = [post.payload["request"] for post in poster.posts if "edit" in post.payload]
    assert edits == ids[:2]


async def test_a_surrender_overtakes_what_the_player_was_asked(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    request = await ask(arena, match, ANN.person_id, "pause", days=2)
    await arena.requests.answer(request, BOB.person_id, agree=True)
    await arena.matches.forfeit(match.id, CLEO.person_id)
    assert (await arena.requests.get(request)).status == "outdated"


async def test_the_end_overtakes_everything(arena: Arena) -> None:
    match = await begin(arena)
    request = await ask(arena, match, ANN.person_id, "pause", days=2)
    await arena.matches.forfeit(match.id, BOB.person_id)
    assert (await arena.requests.get(request)).status == "outdated"
    with pytest.raises(MatchOver):
        await ask(arena, match, ANN.person_id, "end")


async def test_only_the_player_who_asked_takes_it_back(arena: Arena) -> None:
    match = await begin(arena)
    request = await ask(arena, match, ANN.person_id, "end")
    with refusal("not-the-asker"):
        await arena.requests.withdraw(request, BOB.person_id)
    assert (await arena.requests.withdraw(request, ANN.person_id)).status == "withdrawn"
    with pytest.raises(RequestClosed):
        await arena.requests.withdraw(request, ANN.person_id)
    with refusal("no-such-request"):
        await arena.requests.withdraw(99, ANN.person_id)
    assert await arena.requests.open_of(match.id) == []


@pytest.mark.parametrize("agree", [True, False])
async def test_two_presses_at_once_apply_once(arena: Arena, agree: bool) -> None:
    match = await play(arena, await begin(arena), "1/1")
    request = await ask(arena, match, ANN.person_id, "undo")
    results = await asyncio.gather(
        *(arena.requests.answer(request, BOB.person_id, agree=agree) for _ in range(3)), return_exceptions=True
    )
    assert [isinstance(each, Answer) for each in results].count(True) == 1
    assert [isinstance(each, RequestClosed) for each in results].count(True) == 2
    assert (await arena.matches.get(match.id)).seq == (2 if agree else 1)


async def test_an_agreement_and_a_turn_at_once_are_one_after_the_other(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1")
    request = await ask(arena, match, ANN.person_id, "undo")
    played, answered = await asyncio.gather(
        arena.matches.play(match.id, BOB.person_id, "1/1"),
        arena.requests.answer(request, BOB.person_id, agree=True),
        return_exceptions=True,
    )
    assert isinstance(played, Match)
    assert isinstance(answered, RequestClosed)


async def test_a_request_survives_a_restart(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await play(arena, await begin(arena), "1/1")
    request = await ask(arena, match, ANN.person_id, "undo")
    await arena.close()
    again = await open_arena(database, clock, None)
    assert [each.id for each in await again.requests.open_of(match.id)] == [request]
    assert (await again.requests.answer(request, BOB.person_id, agree=True)).done
    await again.close()


async def test_a_failed_agreement_changes_nothing(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await play(arena, await begin(arena), "1/1")
    request = await ask(arena, match, ANN.person_id, "undo")

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr("store.tables.requests.close", fail)
        with pytest.raises(RuntimeError, match="full"):
            await arena.requests.answer(request, BOB.person_id, agree=True)
    assert await arena.matches.get(match.id) == match
    assert (await arena.requests.get(request)).status == "open"
    assert (await arena.requests.answer(request, BOB.person_id, agree=True)).done


async def test_a_request_is_shown_where_those_asked_can_read_it(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    # R29
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS)
    await arena.requests.ask(match.id, ANN.person_id, End())
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    (asked,) = await arena.requests.open_of(match.id)
    request = asked.id
    await arena.requests.answer(request, BOB.person_id, agree=True)
    await arena.idle()
    shown = [(post.channel_id, dict(post.payload)) for post in poster.posts if post.kind == "request"]
    # Who of the partners agreed first is nobody's business: no edit before all have.
    assert sorted(shown, key=str) == [(channel, {"request": request}) for channel in (300, 302, 303)]


async def test_what_is_asked_while_nothing_can_be_posted_is_shown_later(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    await arena.idle()
    await arena.matches.park(match.id, say("Closed."), "forbidden")
    poster.posts.clear()
    asked = await arena.requests.ask(match.id, ANN.person_id, End())
    assert asked.request is not None
    await arena.organiser.pause(match.id, EVE.person_id, say("Because."))
    await arena.organiser.resume(match.id, EVE.person_id)
    await arena.idle()
    assert poster.posts == []
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert [(each.kind, each.payload) for each in poster.posts] == [("request", {"request": asked.request.id})]


async def test_turns_without_requests_and_plans_look_for_neither(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await play(arena, await begin(arena), "1/1")
    looked: list[str] = []
    for module, name in (
        (stored_requests, "open_of"),
        (stored_plans, "plans_of"),
        (stored_settings, "settings_of_player"),
    ):
        original = getattr(module, name)

        def look(*arguments: Any, name: str = name, original: Any = original) -> Any:
            looked.append(name)
            return original(*arguments)

        monkeypatch.setattr(module, name, look)
    match = await play(arena, await play(arena, match, "1/1"), "1/1")
    assert looked == []
    await ask(arena, match, ANN.person_id, "pause", days=2)
    looked.clear()
    await play(arena, match, "1/1")
    assert looked == ["open_of"]


# With silent partners players ask for one thing a turn, and choose neither its moment nor its order (R29).


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
        assert not (await arena.request_drafts.seek(match.id, ANN.person_id)).done
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
            await arena.request_drafts.forget(match.id, ANN.person_id)
        else:
            await wish(arena, match, deed)
    except HostingError:
        pass  # in private


async def seen(arena: Arena, match: Match) -> tuple[tuple[str, bool, int, datetime], ...]:
    """Return all that is posted of what a player asks for, in order, with when."""
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
        with refusal("one-a-turn"):
            await wish(arena, match, kind)
    await clock.advance(ONCE_IN.total_seconds())
    await wish(arena, match, "end")
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    assert [each.kind for each in await arena.requests.open_of(match.id)] == ["pause", "end"]


async def test_more_time_is_asked_for_by_the_usual_amount_only(arena: Arena) -> None:
    match = await start(arena)
    with refusal("only-the-usual"):
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
    assert not await arena.request_drafts.forget(match.id, EVE.person_id)


async def test_what_was_announced_stands(arena: Arena) -> None:
    match = await start(arena)
    await wish(arena, match, SUBSTITUTE_CALL)
    match = await play(arena, match, "1/1")
    (call,) = await arena.requests.open_of(match.id)
    with refusal("announced"):
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


# What players agree on besides undoing: draws, pauses, more time; and calling a match off, which one alone may do.


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game knows draws."""
    monkeypatch.setattr(TALLY, "info", replace(TALLY.info, draws=True), raising=False)


async def test_a_draw_is_offered_only_where_the_rules_leave_one(arena: Arena) -> None:
    match = await begin(arena)
    with refusal("no-draws"):
        await ask(arena, match, ANN.person_id, "draw")


@pytest.mark.usefixtures("draws")
async def test_a_draw_that_is_agreed_on_ends_the_match(arena: Arena, database: Address) -> None:
    match = await begin(arena)
    request = await ask(arena, match, ANN.person_id, "draw")
    answer = await arena.requests.answer(request, BOB.person_id, agree=True)
    assert answer.match.session.outcome is not None
    assert str(answer.match.session.outcome.reason) == "The players agreed on a draw."
    assert (await check_database(database, games)).problems == ()


async def test_a_pause_is_agreed_on_and_ends_by_agreement(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    with refusal("not-paused"):
        await ask(arena, match, ANN.person_id, "resume")
    await arena.requests.answer(await ask(arena, match, ANN.person_id, "pause", days=3), BOB.person_id, agree=True)
    with pytest.raises(MatchPaused):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    with refusal("already-paused"):
        await ask(arena, match, ANN.person_id, "pause", days=3)
    answer = await arena.requests.answer(await ask(arena, match, BOB.person_id, "resume"), ANN.person_id, agree=True)
    assert answer.match.paused is None
    await play(arena, answer.match, "1/1")
    await arena.idle()
    assert len([post for post in poster.posts if post.kind == "notice"]) == 2


@pytest.mark.parametrize("earlier", [False, True])
async def test_no_agreed_pause_lasts_for_ever(arena: Arena, clock: ManualClock, earlier: bool) -> None:
    match = await begin(arena)
    await arena.requests.answer(await ask(arena, match, ANN.person_id, "pause", days=3), BOB.person_id, agree=True)
    if earlier:  # a pause that ended before and was agreed on anew is another one
        await arena.requests.answer(await ask(arena, match, BOB.person_id, "resume"), ANN.person_id, agree=True)
        await clock.advance(timedelta(days=1).total_seconds())
        await arena.requests.answer(await ask(arena, match, ANN.person_id, "pause", days=3), BOB.person_id, agree=True)
    await clock.advance(timedelta(days=2, hours=23).total_seconds())
    await arena.idle()
    assert (await arena.matches.get(match.id)).paused is not None
    await clock.advance(timedelta(hours=1).total_seconds())
    await arena.idle()
    assert (await arena.matches.get(match.id)).paused is None
    assert (await codes(arena, match))[-1] == AuditCode.RESUMED


@pytest.mark.parametrize(("code", "words"), [("organiser", "only an organiser"), ("other", "paused: Because.")])
async def test_players_do_not_end_other_pauses(arena: Arena, clock: ManualClock, code: str, words: str) -> None:
    match = await begin(arena)

    async def stop(now: Match) -> Change:
        return Change(replace(now, paused=Paused(EVE.person_id, code, say("Because."), clock.now())), clock.now())

    await arena.matches.change(match.id, stop)
    with refusal("paused-by-organiser", MatchPaused) as caught:
        await ask(arena, match, ANN.person_id, "resume")
    assert words in str(caught.value.text)


async def test_more_time_takes_a_clock(arena: Arena) -> None:
    match = await begin(arena)
    with refusal("no-clock"):
        await ask(arena, match, ANN.person_id, "extend", seat=1, seconds=3600)


@pytest.mark.parametrize(("kind", "detail"), [("pause", {"days": 0}), ("extend", {"seat": 1, "seconds": 0})])
async def test_nothing_is_no_pause_and_no_time(arena: Arena, kind: str, detail: dict[str, int]) -> None:
    match = await begin(arena, terms=Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1))))
    with pytest.raises(ValueError, match=" 0 "):
        await ask(arena, match, ANN.person_id, kind, **detail)


async def test_who_is_out_of_the_game_is_given_no_time(arena: Arena) -> None:
    terms = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))
    match = await begin(arena, ANN, BOB, CLEO, mode="3", terms=terms)
    await arena.matches.forfeit(match.id, BOB.person_id)
    with pytest.raises(NoSuchSeat):
        await ask(arena, match, ANN.person_id, "extend", seat=2, seconds=3600)


async def test_more_time_is_given_by_agreement(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, terms=Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1))))
    before = match.clock
    assert before is not None
    request = await ask(arena, match, ANN.person_id, "extend", seat=1, seconds=7200)
    await clock.advance(60)
    answer = await arena.requests.answer(request, BOB.person_id, agree=True)
    assert answer.match.clock is not None
    was, due = before.due(1), answer.match.clock.due(1)
    assert was is not None
    assert due == was + timedelta(hours=2)
    assert answer.match.clock.seat(2) == before.seat(2)


@pytest.mark.parametrize("person", [ANN, BOB, CLEO])
async def test_a_match_is_called_off_before_everybody_has_moved(
    arena: Arena, database: Address, person: object
) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    match = await play(arena, match, "1/1", "1/1")
    person_id = {id(each): each.person_id for each in (ANN, BOB, CLEO)}[id(person)]
    match = await arena.requests.abort(match.id, person_id, match.seq)
    assert match.session.outcome is not None
    assert match.session.outcome.termination is Termination.VOID
    assert await codes(arena, match) == [AuditCode.ABORTED]
    assert (await check_database(database, games)).problems == ()


async def test_a_match_in_which_everybody_moved_is_not_called_off(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1", "1/1")
    with pytest.raises(TooLateToAbort):
        await arena.requests.abort(match.id, ANN.person_id)
    with pytest.raises(MatchOver):
        check_abort(await arena.matches.forfeit(match.id, ANN.person_id))


async def test_calling_off_wants_the_latest_board_and_a_player(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1")
    for person_id, seen, error in ((ANN.person_id, 0, StaleBoard), (EVE.person_id, 1, NotSeated)):
        expected: type[HostingError] = error
        with pytest.raises(expected):
            await arena.requests.abort(match.id, person_id, seen)


# Taking turns back: alone or by consent, how far, and what cannot be taken back.


async def test_an_undo_by_consent_takes_back_ones_own_turn_and_what_came_after(
    arena: Arena, database: Address, poster: NotingPoster
) -> None:
    match = await play(arena, await begin(arena), "1/1", "2/2", "3/3", "1/1")
    request = await ask(arena, match, ANN.person_id, "undo")
    kept = await arena.requests.get(request)
    assert (kept.detail["to"], kept.detail["turns"], waiting(kept)) == (2, 2, (2,))
    answer = await arena.requests.answer(request, BOB.person_id, agree=True)
    assert answer.done
    assert answer.match.session.view(None) == (2, 4)
    assert answer.match.to_act == (ANN.person_id,)
    assert await codes(arena, match) == [AuditCode.ASKED, AuditCode.ACCEPTED]
    await arena.idle()
    posts = [post.payload for post in poster.posts if post.kind == "request"]
    assert posts == [{"request": request}, {"request": request, "edit": True}]
    assert (await check_database(database, games)).problems == ()


@pytest.mark.parametrize(("turns", "free"), [(("1/1",), True), (("1/1", "2/2"), False)])
async def test_a_free_undo_ends_when_the_next_player_has_acted(
    arena: Arena, turns: tuple[str, ...], free: bool
) -> None:
    match = await play(arena, await begin(arena, terms=Terms(undo="free")), *turns)
    answer = await arena.requests.ask(match.id, ANN.person_id, TakeBack())
    assert (answer.request is None) is answer.done is free
    assert (answer.match.session.view(None) == (0, 0)) is free
    assert await codes(arena, match) == [AuditCode.TAKEN_BACK if free else AuditCode.ASKED]


@pytest.mark.parametrize(
    ("count", "said"), [(1, "**Player 1** took back a turn;"), (2, "**Player 1** took back their last turn and")]
)
async def test_how_many_turns_are_taken_back_is_said_and_noted(
    arena: Arena, poster: NotingPoster, count: int, said: str
) -> None:
    match = await play(arena, await begin(arena), *(("1/1", "2/2", "3/3")[:count]))
    request = await ask(arena, match, ANN.person_id, "undo")
    await arena.requests.answer(request, BOB.person_id, agree=True)
    await arena.idle()
    told = [post.payload["note"] for post in poster.posts if post.kind == "board" and "note" in post.payload]
    assert [str(load_text(note)).startswith(said) for note in told] == [True]
    entries = await arena.audit.of_match(match.id)
    assert [entry.detail["turns"] for entry in entries] == [count, count]


async def test_a_turn_played_by_itself_does_not_end_a_free_undo(arena: Arena) -> None:
    match = await play(arena, await begin(arena, terms=Terms(undo="free")), "1/1", "2/2")
    assert not way_back(match, 1).free
    mine, forced = match.history
    way = way_back(replace(match, history=(mine, replace(forced, automatic=True))), 1)
    assert (way.to, way.undone, way.free) == (0, Undone(2), True)


async def test_silent_partners_always_ask(arena: Arena, clock: ManualClock) -> None:
    # R29
    terms = Terms(undo="free")
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS, terms=terms)
    await play(arena, match, "1/1")
    assert (await arena.requests.ask(match.id, ANN.person_id, TakeBack())).due is not None
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    (request,) = await arena.requests.open_of(match.id)
    assert (request.kind, waiting(request)) == ("undo", (2, 3, 4))


async def test_where_the_table_says_never_nothing_is_taken_back(arena: Arena) -> None:
    match = await play(arena, await begin(arena, terms=Terms(undo="never")), "1/1")
    with refusal("undo-never"):
        await ask(arena, match, ANN.person_id, "undo")


async def test_what_cannot_be_taken_back_is_not_asked_for(arena: Arena) -> None:
    match = await begin(arena)
    with refusal("nothing-to-take-back") as nothing:
        await ask(arena, match, ANN.person_id, "undo")
    assert nothing.value.code == "nothing-to-take-back"
    match = await begin(arena, CLEO, DAN, game="duel", places=(Place("board", 400),))
    match = await arena.matches.play(match.id, CLEO.person_id, "roll")
    with refusal("undo-barrier") as barrier:
        await ask(arena, match, CLEO.person_id, "undo")
    assert barrier.value.code == "undo-barrier"
    match = await arena.matches.play(match.id, CLEO.person_id, "end")
    for chosen in (None, "2"):
        if chosen is not None:
            match = await arena.matches.play(match.id, CLEO.person_id, chosen)
        with refusal("choose-again"):
            await ask(arena, match, CLEO.person_id, "undo")


async def test_nothing_is_taken_back_past_a_surrender(arena: Arena) -> None:
    match = await play(arena, await begin(arena, ANN, BOB, CLEO, mode="3"), "1/1", "1/1")
    match = await arena.matches.forfeit(match.id, CLEO.person_id)
    with refusal("undo-barrier"):
        await ask(arena, match, BOB.person_id, "undo")


# Substitutes: calls, taking over, being put there; who gets the result, and what the record says.


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
    with refusal("not-the-asker"):
        await arena.requests.withdraw(call.id, BOB.person_id)
    await arena.requests.withdraw(call.id, ANN.person_id)
    with pytest.raises(RequestClosed):
        await arena.substitutes.take(call.id, CLEO)
    with refusal("asked-lately"):
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
    with refusal("out-of-game"):
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


async def test_a_match_that_stopped_for_a_substitute_goes_on(
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
        with refusal("not-the-asker"):
            await arena.requests.withdraw(call.id, person_id, organiser=organiser)
    assert (await arena.requests.withdraw(call.id, DAN.person_id, organiser=True)).status == "withdrawn"
    asked = await arena.requests.ask(match.id, ANN.person_id, End())
    assert asked.request is not None
    with refusal("not-the-asker"):
        await arena.requests.withdraw(asked.request.id, DAN.person_id, organiser=True)


async def test_a_handing_over_does_not_end_another_pause(arena: Arena) -> None:
    match = await begin(arena)
    await arena.organiser.pause(match.id, EVE.person_id, say("Wait."))
    match = await arena.substitutes.replace(match.id, 1, CLEO, EVE.person_id)
    assert match.paused is not None


@pytest.mark.parametrize(("mode", "channel"), [("2", 200), ("teams", 303)])
async def test_a_player_who_is_put_on_a_seat_is_told_in_their_channel(
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
    await arena.request_drafts.seek(match.id, ANN.person_id)
    await clock.advance(EVERY.total_seconds())
    await arena.idle()
    assert [post.channel_id for post in poster.posts if post.kind == "request"] == [300]


# What requests hold.


def test_details_are_read_as_their_values() -> None:
    assert load_wanted("undo", {}) == TakeBack(), "a wish does not know yet how far back"
    assert load_wanted("undo", {"to": 3, "turns": 2, "asked": [2]}) == TakeBack(3, 2)
    assert load_wanted("extend", {"seat": 1, "seconds": 60}) == Extension(1, 60)
    assert load_wanted("call", {"cause": "time"}) == Call("time")


@pytest.mark.parametrize(
    ("kind", "detail", "why"),
    [
        ("pause", {}, r"Pause\.days: Field required"),
        ("pause", {"days": "7"}, r"Pause\.days: Input should be a valid integer"),
        ("extend", {"seat": 1}, r"Extension\.seconds: Field required"),
        ("rematch", {}, "no request of kind rematch"),
    ],
)
def test_what_is_no_request_of_its_kind_is_refused(kind: str, detail: Mapping[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        load_wanted(kind, detail)


def test_a_call_is_nothing_to_agree_on() -> None:
    with pytest.raises(ValueError, match="none to the players"):
        agreement_of(Request(1, 1, 3, "call", 1, 5, {}, (), "open", datetime(2026, 1, 1, tzinfo=UTC)))


# What a league keeps its players from asking each other for.


@pytest.mark.parametrize("wanted", [Draw(), End(), Pause(7), Extension(1, 3600)], ids=lambda each: each.kind)
async def test_players_do_not_ask_for_what_the_table_ruled_out(arena: Arena, wanted: Agreement) -> None:
    refused = "no-agreed-ends" if isinstance(wanted, (Draw, End)) else "no-pauses"
    strict = Terms(clock=ClockTerms(), pauses=False, agreed_ends=False)
    match = await begin(arena, terms=strict)
    with refusal(refused):
        await arena.requests.ask(match.id, ANN.person_id, wanted)
    assert await arena.requests.open_of(match.id) == []


async def test_nobody_calls_a_match_of_a_league_off(arena: Arena) -> None:
    match = await begin(arena, terms=Terms(clock=ClockTerms(), league=1))
    with refusal("league-match"):
        await arena.requests.abort(match.id, ANN.person_id)
    assert not (await arena.matches.get(match.id)).over


def test_terms_of_old_tables_read_as_before() -> None:
    stored = Terms(clock=ClockTerms()).dump()
    for name in ("pauses", "agreed_ends", "league"):
        del stored[name]
    assert Terms.load(stored) == Terms(clock=ClockTerms())
    with pytest.raises(ValueError, match=r"Terms\.league"):
        Terms.load({**stored, "league": "1"})
    strict = Terms(pauses=False, agreed_ends=False, league=4)
    assert Terms.load(strict.dump()) == strict
