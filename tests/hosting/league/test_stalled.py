"""A match in which nobody's clock runs has a day on which it is decided: no season hangs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from engine.text import load_text, say
from hosting.clock.time_control import ClockTerms
from hosting.consent.agreements import LONGEST_PAUSE, Pause
from hosting.housing import DELETED, GONE
from hosting.league.stalled import AGREED_LIMIT, LIMIT, NOTICE
from hosting.match import service
from hosting.match import unreadable as unread_matches
from hosting.timekeeping import time_up_at
from store.league.values import Fixture
from store.tables import replay
from store.tables.replay import ReplayError
from store.tables.values import StoredMatch
from tests.hosting.conftest import NotingPoster
from tests.hosting.league.playing import ORGANISER, TERMS, Played, terms, told
from tests.volume import THOROUGH

sqlite = pytest.mark.parametrize("database", ["sqlite"] if not THOROUGH else ["sqlite", "postgresql"], indirect=True)
DAY = timedelta(days=1)
CUP = terms(kind="knockout", most=16)
SUBSTITUTE = replace(
    CUP, match=replace(TERMS.match, clock=ClockTerms("turn", per_turn=3 * DAY), timeout="substitute", vacation=False)
)
Stop = Callable[[Played, Fixture], Awaitable[None]]


async def days(league: Played, count: int) -> None:
    """Let days pass, at most a week at once."""
    await league.arena.idle()
    for first in range(0, count, 7):
        await league.pass_time(min(7, count - first) * DAY)


async def of(league: Played, fixture: Fixture) -> Fixture:
    return next(each for each in (await league.view()).fixtures if each.id == fixture.id)


def warned(poster: NotingPoster) -> list[str]:
    """Return what organisers are called for."""
    return [str(load_text(post.payload["text"])) for post in told(poster) if post.payload.get("organiser")]


async def parked(league: Played, fixture: Fixture) -> None:
    await league.arena.matches.park((await league.match(fixture)).id, DELETED, GONE)


async def paused(league: Played, fixture: Fixture) -> None:
    await league.arena.organiser.pause((await league.match(fixture)).id, ORGANISER, say("A protest."))


def unread(monkeypatch: pytest.MonkeyPatch, league: Played, match_id: int, *, unbegun: bool = False) -> None:
    """Have a match be one that this version cannot play through, or of which not even the start can be read."""

    def refuses(read: Callable[..., Any]) -> Callable[..., Any]:
        def reading(game: object, stored: StoredMatch) -> object:
            if stored.id == match_id:
                raise ReplayError(match_id, 1, ValueError("an unknown turn"))
            return read(game, stored)

        return reading

    monkeypatch.setattr(service, "play_through", refuses(replay.play_through))
    if unbegun:
        monkeypatch.setattr(unread_matches, "play_as_far", refuses(replay.play_as_far))
    league.arena.matches.forget([match_id])


async def agreed(league: Played, fixture: Fixture, wanted: Pause) -> None:
    match = await league.match(fixture)
    answer = await league.arena.requests.ask(match.id, match.person_of(1), wanted)
    assert answer.request is not None
    await league.arena.requests.answer(answer.request.id, match.person_of(2), agree=True)


async def test_who_nobody_replaces_loses_once_organisers_were_told(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, SUBSTITUTE)
    first, second = await league.running()
    await league.play(first, "1/1")  # the other one has come, too, and then plays no more
    await league.play(first, "1/1")
    await league.lose(second, 2)
    await days(league, 4)
    match = await league.match(first)
    assert match.paused is not None
    assert warned(poster) == []
    await days(league, (LIMIT - NOTICE).days)
    (text,) = warned(poster)
    assert "nobody has taken over the seat" in text
    await days(league, NOTICE.days - 2)
    assert (await of(league, first)).open
    await days(league, 2)
    over = await of(league, first)
    assert (over.why, [side.advances for side in over.sides]) == ("played", [False, True])
    assert len(warned(poster)) == 1
    await league.play_on()
    assert (await league.view()).season.status == "ended"


@sqlite
@pytest.mark.parametrize("stop", [parked, paused])
async def test_what_is_nobodys_fault_is_called_off_and_not_finished(
    league: Played, poster: NotingPoster, stop: Stop
) -> None:
    view = await league.begun(4, CUP)
    first, second = await league.running()
    await stop(league, first)
    await league.lose(second, 2)
    await days(league, LIMIT.days + 1)
    over, match = await of(league, first), await league.match(first)
    assert (over.why, match.over, match.session.outcome is not None) == ("unfinished", True, True)
    seeds = {each.id: each.seed for each in view.entries}
    assert [side.advances for side in over.sides] == [
        seeds[side.entry] == min(map(seeds.__getitem__, over.entries)) for side in over.sides
    ]
    assert len(warned(poster)) == 1
    await league.play_on()
    await days(league, 2)
    assert (await league.view()).season.status == "closed"


@sqlite
@pytest.mark.parametrize("unbegun", [False, True])
async def test_one_that_cannot_be_read_is_called_off(
    league: Played, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch, *, unbegun: bool
) -> None:
    await league.begun(4, CUP)
    first, second = await league.running()
    match = await league.play(first, "1/1")
    await league.lose(second, 2)
    unread(monkeypatch, league, match.id, unbegun=unbegun)
    with pytest.raises(ReplayError):
        await league.match(first)
    await league.pass_time(DAY)
    await days(league, LIMIT.days)
    assert (await of(league, first)).why == "unfinished"
    assert "can't read it" in warned(poster)[0]


@sqlite
async def test_pauses_that_are_agreed_on_end_by_themselves_and_come_to_no_more_than_that(
    league: Played, poster: NotingPoster
) -> None:
    await league.begun(4, CUP)
    first, second = await league.running()
    await league.lose(second, 2)
    await agreed(league, first, Pause(LONGEST_PAUSE.days))
    await days(league, LONGEST_PAUSE.days - 1)
    assert warned(poster) == []
    await days(league, 1)
    assert (await league.match(first)).paused is None
    await agreed(league, first, Pause(LONGEST_PAUSE.days))
    await days(league, AGREED_LIMIT.days - LONGEST_PAUSE.days + 1)
    assert len(warned(poster)) == 1
    assert (await of(league, first)).why == "unfinished"


@sqlite
async def test_a_turn_begins_the_days_anew_and_going_on_alone_does_not(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, CUP)
    first = (await league.running())[0]
    await paused(league, first)
    await days(league, LIMIT.days - 1)
    assert len(warned(poster)) == 1
    await league.arena.organiser.resume((await league.match(first)).id, ORGANISER)
    await league.play(first, "1/1")
    await paused(league, first)
    await days(league, 2)
    assert (await of(league, first)).open
    await days(league, LIMIT.days - 3)
    assert len(warned(poster)) == 2
    await league.arena.organiser.resume((await league.match(first)).id, ORGANISER)
    await days(league, 1)
    await paused(league, first)
    await days(league, 3)
    assert (await of(league, first)).why == "unfinished"


@sqlite
async def test_time_in_which_the_bot_was_away_does_not_count(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, CUP)
    first = (await league.running())[0]
    await paused(league, first)
    await days(league, 2)
    await league.away(3 * LIMIT)
    await days(league, 1)
    assert warned(poster) == []
    assert (await of(league, first)).open


@sqlite
async def test_one_that_was_ended_unread_and_can_be_read_again_is_left_alone(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    await league.begun(4, CUP)
    first = (await league.running())[0]
    match = await league.match(first)
    unread(monkeypatch, league, match.id, unbegun=True)
    with pytest.raises(ReplayError):
        await league.match(first)
    await league.pass_time(DAY)
    await days(league, LIMIT.days)
    assert (await of(league, first)).why == "unfinished"
    monkeypatch.undo()
    league.arena.matches.forget([match.id])
    assert (await league.match(first)).over
    assert time_up_at(await league.match(first)) is None
