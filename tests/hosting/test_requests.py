"""What players ask each other to agree to: consent of all, once, in one transaction with what comes of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.game import Termination
from engine.text import say
from hosting.agreements import Kind
from hosting.arena import Arena
from hosting.asking import Answer, waiting
from hosting.audit import Code
from hosting.clocks import begin as begin_clock
from hosting.errors import HostingError, MatchOver, MatchPaused, NothingToTakeBack, NotSeated, StaleBoard
from hosting.model import Match, Paused, Place
from hosting.refusals import (
    AlreadyAsked,
    AlreadyPaused,
    AskedLately,
    ChooseAgain,
    NoClock,
    NoDraws,
    NoSuchRequest,
    NotAsked,
    NotPaused,
    NotTheAsker,
    OutOfGame,
    RequestClosed,
    TooLateToAbort,
    UndoNever,
)
from hosting.terms import ClockTerms, Terms
from hosting.undo import way_back
from store.check import check
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
)
from tests.hosting.toygame import TALLY, games

TEAMS = (Place("board", 300), Place("spectators", 301), Place("team:0", 302), Place("team:1", 303))


async def start(arena: Arena, terms: Terms) -> Match:
    """Ann against Bob under terms."""
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", where="here", terms=terms)
    await arena.tables.join(table.id, BOB)
    return await arena.tables.start(table.id, ANN.user_id, (Place("board", CHANNEL),))


async def play(arena: Arena, match: Match, *turns: str) -> Match:
    for turn in turns:
        match = await arena.matches.play(match.id, match.to_act[0], turn)
    return match


async def ask(arena: Arena, match: Match, user_id: int, kind: Kind, **detail: int) -> int:
    answer = await arena.requests.ask(match.id, user_id, kind, detail)
    assert answer.request is not None
    assert not answer.done
    return answer.request.id


async def codes(arena: Arena, match: Match) -> list[str]:
    return [entry.code for entry in await arena.audit.of_match(match.id)]


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game knows draws."""
    monkeypatch.setattr(TALLY, "info", replace(TALLY.info, draws=True), raising=False)


async def test_an_undo_by_consent_takes_back_ones_own_turn_and_what_came_after(
    arena: Arena, database: str | Path, poster: NotingPoster
) -> None:
    match = await play(arena, await begin(arena), "1/1", "2/2", "3/3", "1/1")
    request = await ask(arena, match, ANN.user_id, "undo")
    kept = await arena.requests.get(request)
    assert (kept.detail["to"], kept.detail["turns"], waiting(kept)) == (2, 2, (2,))
    answer = await arena.requests.answer(request, BOB.user_id, agree=True)
    assert answer.done
    assert answer.match.session.view(None) == (2, 4)
    assert answer.match.to_act == (ANN.user_id,)
    assert await codes(arena, match) == [Code.ASKED, Code.ACCEPTED]
    await arena.idle()
    posts = [post.payload for post in poster.posts if post.kind == "request"]
    assert posts == [{"request": request}, {"request": request, "edit": True}]
    assert (await check(database, games)).problems == ()


@pytest.mark.parametrize(("turns", "free"), [(("1/1",), True), (("1/1", "2/2"), False)])
async def test_a_free_undo_ends_when_the_next_player_has_acted(
    arena: Arena, turns: tuple[str, ...], free: bool
) -> None:
    match = await play(arena, await start(arena, Terms(undo="free")), *turns)
    answer = await arena.requests.ask(match.id, ANN.user_id, "undo")
    assert (answer.request is None) is answer.done is free
    assert (answer.match.session.view(None) == (0, 0)) is free
    assert await codes(arena, match) == [Code.TAKEN_BACK if free else Code.ASKED]


async def test_a_turn_played_by_itself_does_not_end_a_free_undo(arena: Arena) -> None:
    match = await play(arena, await start(arena, Terms(undo="free")), "1/1", "2/2")
    assert not way_back(match, 1).free
    mine, forced = match.history
    way = way_back(replace(match, history=(mine, replace(forced, automatic=True))), 1)
    assert (way.to, way.turns, way.free) == (0, 2, True)


async def test_silent_partners_always_ask(arena: Arena) -> None:
    # R29
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "teams", where="channels", terms=Terms(undo="free"))
    for person in (BOB, CLEO, DAN):
        await arena.tables.join(table.id, person)
    match = await play(arena, await arena.tables.start(table.id, ANN.user_id, TEAMS), "1/1")
    request = await arena.requests.get(await ask(arena, match, ANN.user_id, "undo"))
    assert waiting(request) == (2, 3, 4)


async def test_where_the_table_says_never_nothing_is_taken_back(arena: Arena) -> None:
    match = await play(arena, await start(arena, Terms(undo="never")), "1/1")
    with pytest.raises(UndoNever):
        await ask(arena, match, ANN.user_id, "undo")


async def test_what_cannot_be_taken_back_is_not_asked_for(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NothingToTakeBack) as nothing:
        await ask(arena, match, ANN.user_id, "undo")
    assert nothing.value.code == "nothing-to-take-back"
    match = await begin(arena, CLEO, DAN, game="duel", places=(Place("board", 400),))
    match = await arena.matches.play(match.id, CLEO.user_id, "roll")
    with pytest.raises(NothingToTakeBack) as barrier:
        await ask(arena, match, CLEO.user_id, "undo")
    assert barrier.value.code == "undo-barrier"
    match = await arena.matches.play(match.id, CLEO.user_id, "end")
    for chosen in (None, "2"):
        if chosen is not None:
            match = await arena.matches.play(match.id, CLEO.user_id, chosen)
        with pytest.raises(ChooseAgain):
            await ask(arena, match, CLEO.user_id, "undo")


async def test_nothing_is_taken_back_past_a_surrender(arena: Arena) -> None:
    match = await play(arena, await begin(arena, ANN, BOB, CLEO, mode="3"), "1/1", "1/1")
    match = await arena.matches.forfeit(match.id, CLEO.user_id)
    with pytest.raises(NothingToTakeBack):
        await ask(arena, match, BOB.user_id, "undo")


async def test_all_who_are_still_in_the_game_must_agree(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    match = await play(arena, match, "1/1")
    request = await ask(arena, match, ANN.user_id, "undo")
    answer = await arena.requests.answer(request, BOB.user_id, agree=True)
    assert not answer.done
    with pytest.raises(NotAsked):
        await arena.requests.answer(request, BOB.user_id, agree=True)
    with pytest.raises(NotAsked):
        await arena.requests.answer(request, ANN.user_id, agree=True)
    with pytest.raises(NotSeated):
        await arena.requests.answer(request, EVE.user_id, agree=True)
    assert (await arena.requests.answer(request, CLEO.user_id, agree=True)).done
    assert await codes(arena, match) == [Code.ASKED, Code.AGREED, Code.ACCEPTED]


async def test_who_is_out_has_no_say(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    match = await arena.matches.forfeit(match.id, CLEO.user_id)
    with pytest.raises(OutOfGame):
        await ask(arena, match, CLEO.user_id, "end")
    request = await ask(arena, match, ANN.user_id, "end")
    with pytest.raises(OutOfGame):
        await arena.requests.answer(request, CLEO.user_id, agree=True)
    answer = await arena.requests.answer(request, BOB.user_id, agree=True)
    assert answer.match.session.outcome is not None
    assert answer.match.session.outcome.ranks == (1, 1, 1)
    assert answer.match.session.outcome.termination is Termination.AGREED


async def test_one_refusal_ends_it_and_it_is_not_asked_again_at_once(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    request = await ask(arena, match, ANN.user_id, "end")
    answer = await arena.requests.answer(request, BOB.user_id, agree=False)
    assert answer.request is not None
    assert answer.request.status == "refused"
    with pytest.raises(RequestClosed):
        await arena.requests.answer(request, CLEO.user_id, agree=True)
    with pytest.raises(AskedLately):
        await ask(arena, match, ANN.user_id, "end")
    await ask(arena, match, CLEO.user_id, "end")
    match = await play(arena, match, "1/1")
    again = await ask(arena, match, ANN.user_id, "end")
    await arena.requests.withdraw(again, ANN.user_id)
    with pytest.raises(AskedLately):
        await ask(arena, match, ANN.user_id, "end")
    await clock.advance(timedelta(days=1).total_seconds())
    await ask(arena, match, ANN.user_id, "end")


async def test_asking_for_the_same_is_agreeing(arena: Arena) -> None:
    match = await begin(arena)
    await ask(arena, match, ANN.user_id, "end")
    with pytest.raises(AlreadyAsked):
        await ask(arena, match, ANN.user_id, "end")
    answer = await arena.requests.ask(match.id, BOB.user_id, "end")
    assert answer.done
    assert answer.match.over


async def test_asking_for_something_else_of_the_kind_has_to_wait(arena: Arena) -> None:
    match = await begin(arena)
    await ask(arena, match, ANN.user_id, "pause", days=3)
    with pytest.raises(AlreadyAsked):
        await ask(arena, match, BOB.user_id, "pause", days=4)


async def test_the_next_event_overtakes_what_was_about_the_position(arena: Arena, poster: NotingPoster) -> None:
    match = await play(arena, await begin(arena), "1/1")
    ids = [
        await ask(arena, match, ANN.user_id, "undo"),
        await ask(arena, match, ANN.user_id, "end"),
        await ask(arena, match, ANN.user_id, "pause", days=2),
    ]
    match = await play(arena, match, "1/1")
    assert [(await arena.requests.get(each)).status for each in ids] == ["outdated", "outdated", "open"]
    with pytest.raises(RequestClosed) as closed:
        await arena.requests.answer(ids[0], BOB.user_id, agree=True)
    assert closed.value.code == "request-outdated"
    assert await arena.matches.get(match.id) == match
    await arena.idle()
    edits = [post.payload["request"] for post in poster.posts if "edit" in post.payload]
    assert edits == ids[:2]


async def test_a_surrender_overtakes_what_asked_whoever_gave_up(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    request = await ask(arena, match, ANN.user_id, "pause", days=2)
    await arena.requests.answer(request, BOB.user_id, agree=True)
    await arena.matches.forfeit(match.id, CLEO.user_id)
    assert (await arena.requests.get(request)).status == "outdated"


async def test_the_end_overtakes_everything(arena: Arena) -> None:
    match = await begin(arena)
    request = await ask(arena, match, ANN.user_id, "pause", days=2)
    await arena.matches.forfeit(match.id, BOB.user_id)
    assert (await arena.requests.get(request)).status == "outdated"
    with pytest.raises(MatchOver):
        await ask(arena, match, ANN.user_id, "end")


async def test_only_whoever_asked_takes_it_back(arena: Arena) -> None:
    match = await begin(arena)
    request = await ask(arena, match, ANN.user_id, "end")
    with pytest.raises(NotTheAsker):
        await arena.requests.withdraw(request, BOB.user_id)
    assert (await arena.requests.withdraw(request, ANN.user_id)).status == "withdrawn"
    with pytest.raises(RequestClosed):
        await arena.requests.withdraw(request, ANN.user_id)
    with pytest.raises(NoSuchRequest):
        await arena.requests.withdraw(99, ANN.user_id)
    assert await arena.requests.open_of(match.id) == []


@pytest.mark.parametrize("agree", [True, False])
async def test_two_presses_at_once_apply_once(arena: Arena, agree: bool) -> None:
    match = await play(arena, await begin(arena), "1/1")
    request = await ask(arena, match, ANN.user_id, "undo")
    results = await asyncio.gather(
        *(arena.requests.answer(request, BOB.user_id, agree=agree) for _ in range(3)), return_exceptions=True
    )
    assert [isinstance(each, Answer) for each in results].count(True) == 1
    assert [isinstance(each, RequestClosed) for each in results].count(True) == 2
    assert (await arena.matches.get(match.id)).seq == (2 if agree else 1)


async def test_an_agreement_and_a_turn_at_once_are_one_after_the_other(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1")
    request = await ask(arena, match, ANN.user_id, "undo")
    played, answered = await asyncio.gather(
        arena.matches.play(match.id, BOB.user_id, "1/1"),
        arena.requests.answer(request, BOB.user_id, agree=True),
        return_exceptions=True,
    )
    assert isinstance(played, Match)
    assert isinstance(answered, RequestClosed)


async def test_a_request_survives_a_restart(arena: Arena, database: str | Path, clock: ManualClock) -> None:
    match = await play(arena, await begin(arena), "1/1")
    request = await ask(arena, match, ANN.user_id, "undo")
    await arena.close()
    again = await open_arena(database, clock, None)
    assert [each.id for each in await again.requests.open_of(match.id)] == [request]
    assert (await again.requests.answer(request, BOB.user_id, agree=True)).done
    await again.close()


async def test_a_failed_agreement_changes_nothing(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await play(arena, await begin(arena), "1/1")
    request = await ask(arena, match, ANN.user_id, "undo")

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr("store.requests.close", fail)
        with pytest.raises(RuntimeError, match="full"):
            await arena.requests.answer(request, BOB.user_id, agree=True)
    assert await arena.matches.get(match.id) == match
    assert (await arena.requests.get(request)).status == "open"
    assert (await arena.requests.answer(request, BOB.user_id, agree=True)).done


async def test_a_draw_is_offered_only_where_the_rules_leave_one(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NoDraws):
        await ask(arena, match, ANN.user_id, "draw")


@pytest.mark.usefixtures("draws")
async def test_a_draw_that_is_agreed_on_ends_the_match(arena: Arena, database: str | Path) -> None:
    match = await begin(arena)
    request = await ask(arena, match, ANN.user_id, "draw")
    answer = await arena.requests.answer(request, BOB.user_id, agree=True)
    assert answer.match.session.outcome is not None
    assert str(answer.match.session.outcome.reason) == "The players agreed on a draw."
    assert (await check(database, games)).problems == ()


# pauses


async def test_a_pause_is_agreed_on_and_ends_by_agreement(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    with pytest.raises(NotPaused):
        await ask(arena, match, ANN.user_id, "resume")
    await arena.requests.answer(await ask(arena, match, ANN.user_id, "pause", days=3), BOB.user_id, agree=True)
    with pytest.raises(MatchPaused):
        await arena.matches.play(match.id, ANN.user_id, "1/1")
    with pytest.raises(AlreadyPaused):
        await ask(arena, match, ANN.user_id, "pause", days=3)
    answer = await arena.requests.answer(await ask(arena, match, BOB.user_id, "resume"), ANN.user_id, agree=True)
    assert answer.match.paused is None
    await play(arena, answer.match, "1/1")
    await arena.idle()
    assert len([post for post in poster.posts if post.kind == "notice"]) == 2


@pytest.mark.parametrize("earlier", [False, True])
async def test_no_agreed_pause_lasts_for_ever(arena: Arena, clock: ManualClock, earlier: bool) -> None:
    match = await begin(arena)
    await arena.requests.answer(await ask(arena, match, ANN.user_id, "pause", days=3), BOB.user_id, agree=True)
    if earlier:  # a pause that ended before and was agreed on anew is another one
        await arena.requests.answer(await ask(arena, match, BOB.user_id, "resume"), ANN.user_id, agree=True)
        await clock.advance(timedelta(days=1).total_seconds())
        await arena.requests.answer(await ask(arena, match, ANN.user_id, "pause", days=3), BOB.user_id, agree=True)
    await clock.advance(timedelta(days=2, hours=23).total_seconds())
    await arena.idle()
    assert (await arena.matches.get(match.id)).paused is not None
    await clock.advance(timedelta(hours=1).total_seconds())
    await arena.idle()
    assert (await arena.matches.get(match.id)).paused is None
    assert (await codes(arena, match))[-1] == Code.RESUMED


@pytest.mark.parametrize(("code", "words"), [("organiser", "only an organiser"), ("other", "paused: Because.")])
async def test_players_do_not_end_other_pauses(arena: Arena, clock: ManualClock, code: str, words: str) -> None:
    match = await begin(arena)

    async def stop(now: Match) -> Match:
        return replace(now, paused=Paused(EVE.user_id, code, say("Because."), clock.now()))

    await arena.matches.change(match.id, stop)
    with pytest.raises((NotPaused, MatchPaused)) as caught:
        await ask(arena, match, ANN.user_id, "resume")
    assert words in str(caught.value.text)


# time


async def test_more_time_takes_a_clock(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NoClock):
        await ask(arena, match, ANN.user_id, "extend", seat=1, seconds=3600)


async def test_more_time_is_given_by_agreement(arena: Arena, clock: ManualClock) -> None:
    match = await start(arena, Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1))))
    if match.clock is None:
        match = await with_clock(arena, match)
    before = match.clock
    assert before is not None
    request = await ask(arena, match, ANN.user_id, "extend", seat=1, seconds=7200)
    await clock.advance(60)
    answer = await arena.requests.answer(request, BOB.user_id, agree=True)
    assert answer.match.clock is not None
    was, due = before.due(1), answer.match.clock.due(1)
    assert was is not None
    assert due == was + timedelta(hours=2)
    assert answer.match.clock.seat(2) == before.seat(2)


async def with_clock(arena: Arena, match: Match) -> Match:
    assert match.terms.clock is not None
    clock = begin_clock(match.terms.clock, len(match.seats), match.session.to_act, arena.clock.now(), {})

    async def wind(now: Match) -> Match:
        return replace(now, clock=clock)

    return await arena.matches.change(match.id, wind)


# calling off


@pytest.mark.parametrize("person", [ANN, BOB, CLEO])
async def test_a_match_is_called_off_before_everybody_has_moved(
    arena: Arena, database: str | Path, person: object
) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    match = await play(arena, match, "1/1", "1/1")
    user_id = {id(each): each.user_id for each in (ANN, BOB, CLEO)}[id(person)]
    match = await arena.requests.abort(match.id, user_id, match.seq)
    assert match.session.outcome is not None
    assert match.session.outcome.termination is Termination.VOID
    assert await codes(arena, match) == [Code.ABORTED]
    assert (await check(database, games)).problems == ()


async def test_a_match_in_which_everybody_moved_is_not_called_off(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1", "1/1")
    with pytest.raises(TooLateToAbort):
        await arena.requests.abort(match.id, ANN.user_id)


async def test_calling_off_wants_the_latest_board_and_a_player(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1")
    for user_id, seen, error in ((ANN.user_id, 0, StaleBoard), (EVE.user_id, 1, NotSeated)):
        expected: type[HostingError] = error
        with pytest.raises(expected):
            await arena.requests.abort(match.id, user_id, seen)


# where it is shown (R29)


async def test_a_request_is_shown_where_those_asked_can_read_it(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS)
    request = await ask(arena, match, ANN.user_id, "end")
    await arena.requests.answer(request, BOB.user_id, agree=True)
    await arena.idle()
    shown = [(post.channel_id, dict(post.payload)) for post in poster.posts if post.kind == "request"]
    # Who of the partners agreed first is nobody's business: no edit before all have.
    assert sorted(shown, key=str) == [(channel, {"request": request}) for channel in (300, 302, 303)]


async def test_what_is_asked_while_nothing_can_be_posted_is_shown_later(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    await arena.idle()
    await arena.matches.park(match.id, say("Closed."), "forbidden")
    poster.posts.clear()
    asked = await arena.requests.ask(match.id, ANN.user_id, "end")
    assert asked.request is not None
    await arena.organiser.pause(match.id, EVE.user_id, say("Because."))
    await arena.organiser.resume(match.id, EVE.user_id)
    await arena.idle()
    assert poster.posts == []
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert [(each.kind, each.payload) for each in poster.posts] == [("request", {"request": asked.request.id})]
