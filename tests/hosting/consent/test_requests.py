"""What players ask each other: consent of all, once, in one transaction with what comes of it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from engine.outcome import Termination
from engine.text import say
from hosting.arena import Arena
from hosting.consent.agreements import (
    AlreadyAsked,
    Answer,
    AskedLately,
    End,
    NoSuchRequest,
    NotAsked,
    NotTheAsker,
    OutOfGame,
    RequestClosed,
)
from hosting.consent.requests import EVERY
from hosting.match.audit import AuditCode
from hosting.match.model import Match, MatchOver, NotSeated
from store.db.addresses import Address
from store.tables import answers as stored_plans
from store.tables import requests as stored_requests
from store.tables import settings as stored_settings
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


async def test_all_who_are_still_in_the_game_must_agree(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    match = await play(arena, match, "1/1")
    request = await ask(arena, match, ANN.person_id, "undo")
    answer = await arena.requests.answer(request, BOB.person_id, agree=True)
    assert not answer.done
    with pytest.raises(NotAsked):
        await arena.requests.answer(request, BOB.person_id, agree=True)
    with pytest.raises(NotAsked):
        await arena.requests.answer(request, ANN.person_id, agree=True)
    with pytest.raises(NotSeated):
        await arena.requests.answer(request, EVE.person_id, agree=True)
    assert (await arena.requests.answer(request, CLEO.person_id, agree=True)).done
    assert await codes(arena, match) == [AuditCode.ASKED, AuditCode.AGREED, AuditCode.ACCEPTED]


async def test_who_is_out_has_no_say(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    match = await arena.matches.forfeit(match.id, CLEO.person_id)
    with pytest.raises(OutOfGame):
        await ask(arena, match, CLEO.person_id, "end")
    request = await ask(arena, match, ANN.person_id, "end")
    with pytest.raises(OutOfGame):
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
    with pytest.raises(AskedLately):
        await ask(arena, match, ANN.person_id, "end")
    await ask(arena, match, CLEO.person_id, "end")
    match = await play(arena, match, "1/1")
    again = await ask(arena, match, ANN.person_id, "end")
    await arena.requests.withdraw(again, ANN.person_id)
    with pytest.raises(AskedLately):
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


async def test_a_surrender_overtakes_what_asked_whoever_gave_up(arena: Arena) -> None:
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


async def test_only_whoever_asked_takes_it_back(arena: Arena) -> None:
    match = await begin(arena)
    request = await ask(arena, match, ANN.person_id, "end")
    with pytest.raises(NotTheAsker):
        await arena.requests.withdraw(request, BOB.person_id)
    assert (await arena.requests.withdraw(request, ANN.person_id)).status == "withdrawn"
    with pytest.raises(RequestClosed):
        await arena.requests.withdraw(request, ANN.person_id)
    with pytest.raises(NoSuchRequest):
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
    for module, name in ((stored_requests, "open_of"), (stored_plans, "plans_of"), (stored_settings, "player")):
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
