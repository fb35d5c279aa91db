"""What players agree on besides undoing: draws, pauses, more time; and calling a match off, which one alone may do."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.outcome import Termination
from engine.text import say
from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms, Terms
from hosting.consent.agreements import (
    AlreadyPaused,
    NoClock,
    NoDraws,
    NoSuchSeat,
    NotPaused,
    TooLateToAbort,
    check_abort,
)
from hosting.errors import HostingError
from hosting.match.audit import AuditCode
from hosting.match.events import Change
from hosting.match.model import Match, MatchOver, MatchPaused, NotSeated, Paused, StaleBoard
from store.check import check_database
from store.db.addresses import Address
from tests.hosting.conftest import (
    ANN,
    BOB,
    CLEO,
    EVE,
    ManualClock,
    NotingPoster,
    ask,
    begin,
    codes,
    play,
)
from tests.hosting.toygame import TALLY, games


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game knows draws."""
    monkeypatch.setattr(TALLY, "info", replace(TALLY.info, draws=True), raising=False)


async def test_a_draw_is_offered_only_where_the_rules_leave_one(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NoDraws):
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
    with pytest.raises(NotPaused):
        await ask(arena, match, ANN.person_id, "resume")
    await arena.requests.answer(await ask(arena, match, ANN.person_id, "pause", days=3), BOB.person_id, agree=True)
    with pytest.raises(MatchPaused):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    with pytest.raises(AlreadyPaused):
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
    with pytest.raises((NotPaused, MatchPaused)) as caught:
        await ask(arena, match, ANN.person_id, "resume")
    assert words in str(caught.value.text)


async def test_more_time_takes_a_clock(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NoClock):
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
