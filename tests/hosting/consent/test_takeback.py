"""Taking turns back: alone or by consent, how far, and what cannot be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hosting.arena import Arena
from hosting.clock.time_control import Terms
from hosting.consent.agreements import ChooseAgain, TakeBack, UndoNever, waiting, way_back
from hosting.consent.requests import EVERY
from hosting.match.audit import AuditCode
from hosting.match.events import Undone
from hosting.match.model import NothingToTakeBack, Place, load_text
from store.check import check_database
from store.db.addresses import Address
from tests.hosting.conftest import (
    ANN,
    BOB,
    CLEO,
    DAN,
    TEAMS,
    ManualClock,
    NotingPoster,
    ask,
    begin,
    codes,
    play,
)
from tests.hosting.toygame import games


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
    with pytest.raises(UndoNever):
        await ask(arena, match, ANN.person_id, "undo")


async def test_what_cannot_be_taken_back_is_not_asked_for(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NothingToTakeBack) as nothing:
        await ask(arena, match, ANN.person_id, "undo")
    assert nothing.value.code == "nothing-to-take-back"
    match = await begin(arena, CLEO, DAN, game="duel", places=(Place("board", 400),))
    match = await arena.matches.play(match.id, CLEO.person_id, "roll")
    with pytest.raises(NothingToTakeBack) as barrier:
        await ask(arena, match, CLEO.person_id, "undo")
    assert barrier.value.code == "undo-barrier"
    match = await arena.matches.play(match.id, CLEO.person_id, "end")
    for chosen in (None, "2"):
        if chosen is not None:
            match = await arena.matches.play(match.id, CLEO.person_id, chosen)
        with pytest.raises(ChooseAgain):
            await ask(arena, match, CLEO.person_id, "undo")


async def test_nothing_is_taken_back_past_a_surrender(arena: Arena) -> None:
    match = await play(arena, await begin(arena, ANN, BOB, CLEO, mode="3"), "1/1", "1/1")
    match = await arena.matches.forfeit(match.id, CLEO.person_id)
    with pytest.raises(NothingToTakeBack):
        await ask(arena, match, BOB.person_id, "undo")
