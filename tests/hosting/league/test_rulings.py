"""Decisions of organisers: each is a row, announced, and taken back to exactly what was."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import registry
from engine.game import Json
from engine.text import load_text, say
from hosting.clock import ClockTerms
from hosting.consent.agreements import LONGEST_PAUSE, Pause
from hosting.corrections import NewCorrection, NothingCorrected
from hosting.errors import HostingError
from hosting.housing import DELETED, GONE
from hosting.league import fixtures
from hosting.league.errors import (
    NoSuchDecision,
)
from hosting.league.fixtures import NewRuling as Decided
from hosting.league.matches import AGREED_LIMIT, LIMIT, NOTICE
from hosting.league.model import SeasonView, entry_text
from hosting.league.promotion import finals
from hosting.league.terms import LeagueTerms
from hosting.lobby.starter import PAUSES
from hosting.match import service
from hosting.match import unreadable as unread_matches
from hosting.moderation import adjudicated, voided
from hosting.outbox import TextPost, load
from hosting.timekeeping import time_up_at
from store.league import fixtures as stored_fixtures
from store.league.seasons import POINT, Fixture, Side, Totals
from store.tables import matches, results
from store.tables.matches import ReplayError
from store.tables.results import Result
from store.tables.values import StoredMatch
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.league.playing import FIRST, ORGANISER, TERMS, Played, terms, told, with_builder
from tests.hosting.lobby.offering import refuses
from tests.hosting.toygame import TallyGame
from tests.refusals import refusal
from tests.volume import THOROUGH, drawn, many

WHY = say("Both agreed.")
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def said(poster: NotingPoster) -> list[str]:
    """Return what was said of leagues, as it is stored: people are numbers."""
    return [str(load_text(post.payload["text"])) for post in told(poster)]


def plain(fixture: Fixture) -> Fixture:
    """Return a fixture but for what counts its changes."""
    return replace(fixture, rev=0)


async def one(league: Played, number: int) -> Fixture:
    view = await league.view()
    check(view)
    return next(each for each in view.fixtures if each.id == number)


def check(view: SeasonView) -> None:
    """Check that the table is what the fixtures add up to."""
    there = {entry: each for entry, each in view.totals.items() if each != Totals()}
    assert there == stored_fixtures.added_up(view.fixtures)


async def played(league: Played) -> Fixture:
    """Begin a season and have the first fixture be won by its first seat."""
    view = await league.begun(4)
    await league.lose(view.fixtures[0], 2)
    await league.arena.idle()
    return await one(league, view.fixtures[0].id)


async def test_every_decision_is_a_row_and_taken_back_to_exactly_what_was(league: Played, poster: NotingPoster) -> None:
    was = await played(league)
    decisions, season, (a, b) = league.arena.rulings, league.season, was.entries
    await decisions.points(season, ORGANISER, was.id, {a: 30, b: 60}, WHY)
    points = await one(league, was.id)
    assert (points.why, [side.points for side in points.sides]) == ("decision", [30, 60])
    await decisions.forfeit(season, ORGANISER, was.id, [a], WHY)
    forfeited = await one(league, was.id)
    assert (forfeited.why, [side.points for side in forfeited.sides]) == ("forfeit", [0, POINT])
    await decisions.strike(season, ORGANISER, was.id, WHY)
    struck = await one(league, was.id)
    assert (struck.status, struck.why, [side.points for side in struck.sides]) == ("struck", "void", [None, None])
    for before in (forfeited, points, was):
        await decisions.undo(season, ORGANISER, None, WHY)
        assert plain(await one(league, was.id)) == plain(before)
    await league.arena.idle()
    view = await league.view()
    assert [each.kind for each in view.decisions] == ["points", "forfeit", "strike", "undo", "undo", "undo"]
    assert [each.undoes for each in view.decisions] == [None, None, None, 3, 2, 1]
    assert await decisions.in_force(season) == []
    assert [(post.kind, post.channel_id) for post in told(poster)] == [("notice", CHANNEL)] * 6
    first, second = (f"Person {next(each for each in view.entries if each.id == entry).players[0]}" for entry in (a, b))
    about = f"{first} – {second} (Round {was.round})"
    assert said(poster) == [
        f"**League**, decision 1: an organiser gave points for {about}: {first} ¼, {second} ½. Both agreed.",
        f"**League**, decision 2: an organiser ruled that {first} forfeit {about}. Both agreed.",
        f"**League**, decision 3: {about} counts for nothing. Both agreed.",
        f"**League**, decision 4: decision 3 about {about} was undone. Both agreed.",
        f"**League**, decision 5: decision 2 about {about} was undone. Both agreed.",
        f"**League**, decision 6: decision 1 about {about} was undone. Both agreed.",
    ]


async def test_a_match_that_is_played_again_counts_in_place_of_the_first(league: Played) -> None:
    was = await played(league)
    await league.arena.rulings.replay(league.season, ORGANISER, was.id, WHY)
    await league.arena.idle()
    again = await one(league, was.id)
    assert (again.status, again.attempt) == ("running", 2)
    assert again.match_id != was.match_id
    with refusal("bad-decision"):  # while it is being played
        await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)
    assert was.match_id is not None
    await league.arena.corrections.rank(was.match_id, 77, [2, 1], WHY)  # it is nothing to the league any more
    await league.lose(again, 1)
    await league.arena.idle()
    over = await one(league, was.id)
    assert (over.why, [side.points for side in over.sides]) == ("played", [0, POINT])
    await league.arena.corrections.undo(was.match_id, 77, None, WHY)
    await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)
    back = await one(league, was.id)
    assert plain(back) == replace(plain(was), attempt=2)


@sqlite
async def test_corrections_do_not_touch_what_was_decided_and_flow_in_once_it_is_taken_back(league: Played) -> None:
    was = await played(league)
    assert was.match_id is not None
    await league.arena.rulings.strike(league.season, ORGANISER, was.id, WHY)
    await league.arena.corrections.rank(was.match_id, 77, [2, 1], WHY)
    assert (await one(league, was.id)).status == "struck"
    await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)
    assert [side.points for side in (await one(league, was.id)).sides] == [0, POINT]


@sqlite
async def test_a_postponed_fixture_waits(league: Played) -> None:
    view = await league.begun(4, terms(cap=1))
    waiting = next(each for each in view.fixtures if each.status == "planned")
    until = league.clock.now() + timedelta(days=3)
    await league.arena.rulings.postpone(league.season, ORGANISER, waiting.id, until, WHY)
    await league.play_on()
    assert (await one(league, waiting.id)).status == "planned"
    await league.pass_time(timedelta(days=3))
    assert (await one(league, waiting.id)).status == "running"
    with refusal("bad-decision"):
        await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)
    with refusal("bad-decision"):
        await league.arena.rulings.postpone(
            league.season, ORGANISER, waiting.id, league.clock.now() + timedelta(days=1), WHY
        )


@sqlite
async def test_a_postponement_is_taken_back(league: Played) -> None:
    view = await league.begun(4, terms(cap=1))
    waiting = next(each for each in view.fixtures if each.status == "planned")
    with refusal("bad-decision"):
        await league.arena.rulings.postpone(league.season, ORGANISER, waiting.id, league.clock.now(), WHY)
    until = league.clock.now() + timedelta(days=300)
    await league.arena.rulings.postpone(league.season, ORGANISER, waiting.id, until, WHY)
    await league.play_on()
    await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)
    await league.arena.idle()
    assert (await one(league, waiting.id)).status == "running"


@sqlite
async def test_who_plays_or_played_in_a_division_does_not_decide_there(league: Played) -> None:
    view = await league.begun(8, terms(division_size=4))
    high, low = (next(each for each in view.entries if each.division == number) for number in (1, 2))
    theirs = next(each for each in view.fixtures if each.division == 1 and high.id not in each.entries)
    await league.lose(theirs, 2)
    await league.arena.idle()
    strike = league.arena.rulings.strike
    with refusal("plays-in-division"):
        await strike(league.season, high.players[0], theirs.id, WHY)
    await league.arena.leagues.withdraw(league.season, high.players[0])
    with refusal("plays-in-division"):
        await strike(league.season, high.players[0], theirs.id, WHY)
    assert (await one(league, theirs.id)).why == "played"
    await strike(league.season, low.players[0], theirs.id, WHY)
    with refusal("plays-in-division"):
        await league.arena.rulings.undo(league.season, high.players[0], None, WHY)
    assert (await one(league, theirs.id)).status == "struck"


async def test_where_there_are_no_ties_nothing_is_tried_before_a_decision_is_taken(league: Played) -> None:
    """On PostgreSQL a decision that is tried uses up its number, so that the first would be the second."""
    was = await played(league)
    decisions, deed = league.arena.rulings, Decided("strike", was.id)
    assert await decisions.foresee(league.season, ORGANISER, deed) is None
    assert (await decisions.strike(league.season, ORGANISER, was.id, WHY)).id == 1


@sqlite
async def test_what_cannot_be_decided_is_refused_and_changes_nothing(league: Played) -> None:
    was = await played(league)
    decisions, season, (a, b) = league.arena.rulings, league.season, was.entries
    before = await league.view()
    running = next(each for each in before.fixtures if each.status == "running")
    with refusal("no-such-fixture"):
        await decisions.strike(season, ORGANISER, 999, WHY)
    with refusal("bad-decision"):
        await decisions.strike(season, ORGANISER, running.id, WHY)
    for wrong in ({a: 10}, {a: -1, b: 0}, {a: POINT + 1, b: 0}, {a: 0, b: 0, 999: 0}):
        with refusal("bad-decision"):
            await decisions.points(season, ORGANISER, was.id, wrong, WHY)
    for absent in ([], [999]):
        with refusal("bad-decision"):
            await decisions.forfeit(season, ORGANISER, was.id, absent, WHY)
    with refusal("league-changed"):
        await decisions.strike(season, ORGANISER, was.id, WHY, seen=was.rev - 1)
    with pytest.raises(NoSuchDecision):
        await decisions.undo(season, ORGANISER, None, WHY)
    assert await league.view() == before


@sqlite
async def test_the_latest_decision_about_a_fixture_is_taken_back_first(league: Played) -> None:
    was = await played(league)
    first = await league.arena.rulings.points(league.season, ORGANISER, was.id, dict.fromkeys(was.entries, 0), WHY)
    second = await league.arena.rulings.forfeit(league.season, ORGANISER, was.id, was.entries, WHY)
    with pytest.raises(NoSuchDecision, match=f"Decision {second.id} was made later about the same thing"):
        await league.arena.rulings.undo(league.season, ORGANISER, first.id, WHY)
    for number in (second.id, first.id):
        await league.arena.rulings.undo(league.season, ORGANISER, number, WHY)
        with pytest.raises(NoSuchDecision):
            await league.arena.rulings.undo(league.season, ORGANISER, number, WHY)
    assert plain(await one(league, was.id)) == plain(was)


async def test_organisers_adjudicate_what_was_not_finished_until_the_season_is_closed(league: Played) -> None:
    end = league.clock.now() + timedelta(days=10)
    view = await league.begun(4, terms(ends_at=end, unfinished="adjudicate", grace_days=5))
    await league.pass_time(timedelta(days=10))
    left = (await league.view()).fixtures[0]
    assert ((await league.view()).season.status, left.why) == ("ended", "unfinished")
    a, b = left.entries
    await league.arena.rulings.points(league.season, ORGANISER, left.id, {a: POINT, b: 0}, WHY)
    assert [side.points for side in (await one(league, left.id)).sides] == [POINT, 0]
    with refusal("bad-decision"):
        await league.arena.rulings.replay(league.season, ORGANISER, left.id, WHY)
    await league.lose(view.fixtures[0], 1)  # played on, for ratings alone
    assert [side.points for side in (await one(league, left.id)).sides] == [POINT, 0]
    await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)
    assert (await one(league, left.id)).why == "unfinished"
    await league.pass_time(timedelta(days=5))
    before = await league.view()
    assert before.season.status == "closed"
    with refusal("season-closed"):
        await league.arena.rulings.points(league.season, ORGANISER, left.id, {a: 0, b: 0}, WHY)
    assert await league.view() == before


@sqlite
async def test_an_undo_after_the_end_brings_no_fixture_to_life(league: Played) -> None:
    end = league.clock.now() + timedelta(days=10)
    view = await league.begun(4, terms(most=4, cap=1, ends_at=end, unfinished="half"))
    waiting = next(each for each in view.fixtures if each.status == "planned")
    await league.arena.rulings.strike(league.season, ORGANISER, waiting.id, WHY)
    await league.pass_time(timedelta(days=10))
    await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)
    after = await one(league, waiting.id)
    assert (after.status, after.why, [side.points for side in after.sides]) == ("over", "unfinished", [60, 60])


@sqlite
async def test_a_knock_out_is_not_played_again_once_the_next_round_is_made(league: Played) -> None:
    view = await league.begun(4, terms(kind="knockout", tiebreaks=()))
    first, second = view.fixtures
    await league.lose(first, 2)
    await league.arena.idle()
    await league.arena.rulings.replay(league.season, ORGANISER, first.id, WHY)
    await league.arena.idle()
    for each in (await one(league, first.id), second):
        await league.lose(each, 2)
    await league.arena.idle()
    assert len((await league.view()).fixtures) == 3
    for decide in (league.arena.rulings.replay, league.arena.rulings.strike):
        with refusal("bad-decision"):
            await decide(league.season, ORGANISER, first.id, WHY)


@sqlite
async def test_who_went_on_by_a_decision_still_does_once_it_is_taken_back(league: Played) -> None:
    view = await league.begun(4, terms(kind="knockout", tiebreaks=()))
    first, second = view.fixtures
    won, lost = first.entries
    await league.lose(first, 2)
    await league.arena.idle()
    await league.arena.rulings.points(league.season, ORGANISER, first.id, {won: 0, lost: POINT}, WHY)
    await league.lose(second, 2)
    await league.arena.idle()
    assert {*(await league.view()).fixtures[-1].entries} == {lost, second.entries[0]}
    await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)
    await league.arena.idle()
    after = await one(league, first.id)
    assert [(side.points, side.advances) for side in after.sides] == [(POINT, False), (0, True)]


@sqlite
async def test_a_decision_that_made_the_next_round_cannot_open_its_match_again(league: Played) -> None:
    league.shelf.step = refuses("check")
    view = await league.begun(4, terms(kind="knockout", tiebreaks=()))
    for each in view.fixtures:
        one_side, other = each.entries
        await league.pass_time(sum(PAUSES, timedelta()))
        await league.arena.rulings.points(league.season, ORGANISER, each.id, {one_side: POINT, other: 0}, WHY)
    await league.arena.idle()
    assert [each.round for each in (await league.view()).fixtures] == [1, 1, 2]
    with refusal("bad-decision"):
        await league.arena.rulings.undo(league.season, ORGANISER, None, WHY)


@sqlite
async def test_entries_are_moved_before_the_start_only(league: Played, poster: NotingPoster) -> None:
    view = await league.found(8, terms(division_size=4, seeding="lot"))
    mine = [each.id for each in view.entries]
    decisions = league.arena.rulings
    with refusal("no-such-entry"):
        await decisions.move(league.season, ORGANISER, 999, 1, WHY)
    with refusal("bad-decision"):
        await decisions.move(league.season, ORGANISER, mine[0], 3, WHY)
    with refusal("plays-in-division"):
        await decisions.move(league.season, FIRST, mine[0], 1, WHY)
    for each in mine[:5]:
        await decisions.move(league.season, ORGANISER, each, 2, WHY)
    with refusal("division-too-full"):
        await league.arena.leagues.start(league.season)
    fifth = await decisions.undo(league.season, ORGANISER, None, WHY)
    await decisions.move(league.season, ORGANISER, mine[3], 1, WHY)
    gone = view.entries[7].players[0]
    await decisions.move(league.season, ORGANISER, mine[7], 1, WHY)
    await league.arena.leagues.leave(league.season, gone)
    await league.arena.leagues.join(league.season, gone)
    view = await league.arena.leagues.start(league.season)
    homes = {each.id: each.division for each in view.entries}
    assert [homes[each] for each in mine[:4]] == [2, 2, 2, 1]
    assert sorted(homes.values()) == [1] * 4 + [2] * 4
    with refusal("league-started"):
        await decisions.move(league.season, ORGANISER, mine[0], 1, WHY)
    with refusal("league-started"):
        await decisions.undo(league.season, ORGANISER, None, WHY)
    assert fifth.kind == "undo"
    await league.arena.idle()
    captain = f"Person {view.entries[4].players[0]}"
    assert said(poster)[4:6] == [
        f"**League**, decision 5: {captain} was moved to division 2. Both agreed.",
        f"**League**, decision 6: decision 5 about {captain} was undone. Both agreed.",
    ]


@sqlite
async def test_a_match_that_is_decided_anew_is_not_rated_and_an_undo_has_it_count_again(league: Played) -> None:
    view = await league.begun(4)
    first = view.fixtures[0]
    match = await league.play(first, "1/1", "1/1")
    await league.lose(first, 2)
    await league.arena.idle()
    people = [match.person_of(1), match.person_of(2)]

    async def games() -> list[int]:
        profiles = [await league.arena.profiles.of(GUILD, each, each) for each in people]
        return [len(each.steps) for profile in profiles if profile is not None for each in profile.ratings]

    assert await games() == [1, 1]
    await league.arena.leagues.pause(league.season)  # so that it does not begin at once
    made = await league.arena.rulings.replay(league.season, ORGANISER, first.id, say("Mistaken."))
    await league.arena.idle()
    assert await games() in ([], [0, 0])
    await league.arena.rulings.undo(league.season, ORGANISER, made.id, say("No."))
    await league.arena.idle()
    again = next(each for each in (await league.view()).fixtures if each.id == first.id)
    assert (again.why, again.match_id, [side.points for side in again.sides]) == ("played", match.id, [120, 0])
    assert await games() == [1, 1]
    await league.arena.rulings.replay(league.season, ORGANISER, first.id, say("Mistaken."))
    await league.arena.leagues.resume(league.season)
    await league.arena.idle()
    anew = next(each for each in (await league.view()).fixtures if each.id == first.id)
    await league.play(anew, "1/1", "1/1")
    await league.lose(anew, 2)
    await league.arena.idle()
    assert await games() == [1, 1]


# Corrections and decisions about ties: whatever is changed and when, what is said before comes of it, and one wins.


DAY = timedelta(days=1)
CORRECTED_TIES_WHY = say("Mistaken.")
sqlite_unless_thorough = pytest.mark.parametrize(
    "database", ["sqlite"] if not THOROUGH else ["sqlite", "postgresql"], indirect=True
)


async def champion(league: Played) -> int | None:
    return finals(await league.view()).champion


async def corrected(league: Played, fixture: Fixture, ranks: list[int] | None) -> str:
    """Have a match ranked otherwise, or not count; return what was said before that follows."""
    assert fixture.match_id is not None
    deed = NewCorrection("void") if ranks is None else NewCorrection("ranks", {"ranks": ranks})
    corrections = league.arena.corrections
    text = await corrections.foresee(fixture.match_id, ORGANISER, deed)
    if ranks is None:
        await corrections.void(fixture.match_id, ORGANISER, CORRECTED_TIES_WHY)
    else:
        await corrections.rank(fixture.match_id, ORGANISER, ranks, CORRECTED_TIES_WHY)
    await league.arena.idle()
    return "" if text is None else str(text)


async def won(league: Played, entry: int) -> None:
    """Have an entry win all that goes on, and the first side of whatever it does not play."""
    while found := await league.running():
        for each in found:
            at = each.entries.index(entry) if entry in each.entries else 0
            await league.lose(each, *(seat for seat in range(1, len(each.sides) + 1) if seat != at + 1))
        await league.arena.idle()


@sqlite_unless_thorough
@pytest.mark.parametrize("ranks", [[1, 1], "lost", None])
async def test_in_the_last_day_a_tie_that_a_correction_opens_is_played_on_and_the_close_moves(
    league: Played, poster: NotingPoster, ranks: list[int] | str | None
) -> None:
    view = await league.begun(2, terms(kind="knockout", most=16, legs=3))
    best = view.entries[1].id
    await won(league, best)
    view = await league.view()
    second = view.fixtures[1]
    assert (len(view.fixtures), view.season.status) == (2, "ended")
    given = [1 if each != best else 2 for each in second.entries] if isinstance(ranks, str) else ranks
    await league.pass_time(DAY / 2)
    assert "open again" in await corrected(league, second, given)
    view = await league.view()
    assert (view.season.status, len(view.fixtures), view.fixtures[2].status) == ("running", 3, "running")
    assert any("reopened a tie" in str(post.payload["text"]) for post in told(poster))
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "running"
    await won(league, best)
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "closed"
    assert await champion(league) == best


@sqlite_unless_thorough
async def test_after_the_last_day_who_had_won_stays_champion_unless_the_other_has(league: Played) -> None:
    dates = {"ends_at": league.clock.now() + 9 * DAY, "unfinished": "adjudicate", "grace_days": 14}
    view = await league.begun(2, terms(kind="knockout", most=4, legs=3, **dates))
    best, other = view.entries[1].id, view.entries[0].id
    await won(league, best)
    await league.pass_time(10 * DAY)
    first, second = (await league.view()).fixtures
    assert "The title stays with" in await corrected(league, second, [1, 1])
    assert "The title stays with" in await corrected(league, first, None)
    for each in (first, second):
        await corrected(league, each, [1 if one == other else 2 for one in each.entries])
    await league.pass_time(10 * DAY)
    assert (await league.view()).season.status == "closed"
    assert await champion(league) == other


async def test_a_match_that_is_played_again_is_played_also_while_the_next_of_its_tie_goes_on(league: Played) -> None:
    view = await league.begun(2, terms(kind="knockout", most=4, legs=3))
    best, other = (each.id for each in view.entries)
    for winner in (best, other):
        (fixture,) = await league.running()
        await league.lose(fixture, 2 - fixture.entries.index(winner))
        await league.arena.idle()
    second, third = (await league.view()).fixtures[1:]
    assert third.status == "running"
    deed = Decided("replay", second.id)
    assert "doesn't decide the tie" in str(await league.arena.rulings.foresee(league.season, ORGANISER, deed))
    await league.arena.rulings.replay(league.season, ORGANISER, second.id, CORRECTED_TIES_WHY)
    await league.pass_time(DAY)
    assert [each.status for each in (await league.view()).fixtures] == ["over", "running", "running"]
    await league.lose(third, 2 - third.entries.index(best))
    await league.arena.idle()
    assert [each.leg for each in await league.running()] == [2], "it goes on all the same"
    await won(league, other)
    view = await league.view()
    assert [each.leg for each in view.fixtures if each.status == "over"] == [1, 2, 3]
    await league.pass_time(DAY)
    assert await champion(league) == best


KINDS = {
    "single": terms(kind="knockout", most=16),
    "third": terms(kind="knockout", most=16, third=True),
    "of-two": terms(kind="knockout", most=16, legs=2),
    "of-three": terms(kind="knockout", most=16, legs=3),
    "of-four": terms(kind="knockout", most=16, legs=4),
    "of-five": terms(kind="knockout", most=16, legs=5),
    "double": terms(kind="double-knockout", most=16),
    "without-reset": terms(kind="double-knockout", most=16, reset=False),
    "double-of-three": terms(kind="double-knockout", most=16, legs=3),
    "tables": terms(kind="knockout", mode="3", sides=3, most=16),
}


USUAL = drawn(KINDS, 5, "whatever is corrected")
"""Kinds of which ties are corrected at will each time; all when thorough."""


@pytest.mark.parametrize(
    ("kind", "dated"),
    [(kind, dated) for at, kind in enumerate(USUAL) for dated in (False, True)[at % many(2, 1) :: many(2, 1)]],
)
@settings(max_examples=many(1, 12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_corrected_or_decided_at_any_moment_one_wins_and_what_was_said_is_true(
    tmp_path_factory: pytest.TempPathFactory, kind: str, dated: bool, data: st.DataObject
) -> None:
    async def run() -> None:
        clock = ManualClock()
        arena = await open_arena(tmp_path_factory.mktemp("ties") / "arena.db", clock, NotingPoster())
        try:
            league = with_builder(arena, clock)
            ends_at = clock.now() + 20 * DAY if dated else None
            await league.begun(data.draw(st.integers(3, 5)), replace(KINDS[kind], most=8, ends_at=ends_at))
            await _changed_at_will(league, data)
        finally:
            await arena.tasks.close()
            await arena.close()

    with pytest.MonkeyPatch.context() as patch:  # what rounds at tables are called depends on the sizes of tables
        patch.setattr(registry, "_GAMES", (*registry.games(), TallyGame()))
        asyncio.run(run())


async def _decided(league: Played, fixture: Fixture, data: st.DataObject) -> str | None:
    """Have an organiser decide about a fixture, or take the latest decision back; return what was said before.

    None where it is refused, as it is said by what foresees it.
    """
    decisions, season, worth = league.arena.rulings, league.season, sorted({0, POINT // 2, POINT})
    match data.draw(st.sampled_from(("points", "forfeit", "replay", "strike", "undo"))):
        case "points":
            points: dict[str, Json] = {str(each): data.draw(st.sampled_from(worth)) for each in fixture.entries}
            deed = Decided("points", fixture.id, detail={"points": points})
        case "forfeit":
            absent = data.draw(st.sampled_from(fixture.entries))
            deed = Decided("forfeit", fixture.id, absent, {"absent": [absent]})
        case "undo":
            deed = Decided("undo", undoes=next((each.id for each in await decisions.in_force(season)), None))
        case kind:
            deed = Decided("replay" if kind == "replay" else "strike", fixture.id)

    async def take() -> None:
        if deed.kind == "undo":
            await decisions.undo(season, ORGANISER, deed.undoes, CORRECTED_TIES_WHY)
        else:
            await decisions.take(season, ORGANISER, deed, CORRECTED_TIES_WHY)

    before = await league.view()
    try:
        text = await decisions.foresee(season, ORGANISER, deed)
    except HostingError as error:
        with pytest.raises(type(error)):
            await take()
        return None
    assert await league.view() == before
    await take()
    await league.arena.idle()
    return "" if text is None else str(text)


async def _adjudicated(league: Played, fixture: Fixture, data: st.DataObject) -> str:
    """Have an organiser end a match that is being played, with ranks or without a result; return what was said."""
    match = await league.match(fixture)
    ranks = data.draw(st.none() | st.permutations(range(1, len(fixture.sides) + 1)))
    organiser, now = league.arena.organiser, league.clock.now()
    ended = (
        voided(match, ORGANISER, CORRECTED_TIES_WHY, now)
        if ranks is None
        else adjudicated(match, ORGANISER, ranks, CORRECTED_TIES_WHY, now)
    )
    text = await league.arena.fixtures.foresee_end(match, ended)
    if ranks is None:
        await organiser.void(match.id, ORGANISER, CORRECTED_TIES_WHY)
    else:
        await organiser.adjudicate(match.id, ORGANISER, ranks, CORRECTED_TIES_WHY)
    await league.arena.idle()
    return "" if text is None else str(text)


async def _changed_at_will(league: Played, data: st.DataObject) -> None:
    """Play a season to its close, which organisers change all the time; hold each sentence that was said."""
    champions: str | None = None
    for step in range(150):
        view = await league.view()
        if view.season.status == "closed":
            break
        over = [each for each in view.fixtures if each.match_id is not None and each.status in ("over", "struck")]
        running = await league.running()
        what = "play" if running else "pass"
        if step < 60:
            drawn = ["correct"] * 2 * bool(over) + (["play"] * 3 + ["adjudicate"]) * bool(running) + ["decide", "pass"]
            what = data.draw(st.sampled_from(drawn))
        if what == "pass":
            await league.pass_time(DAY / 2)
        elif what == "play":
            fixture = data.draw(st.sampled_from(running))
            winner = data.draw(st.sampled_from(range(1, len(fixture.sides) + 1)))
            await league.lose(fixture, *(seat for seat in range(1, len(fixture.sides) + 1) if seat != winner))
            await league.arena.idle()
        elif what == "adjudicate":
            fixture = data.draw(st.sampled_from(running))
            champions = await _came_true(league, fixture, await _adjudicated(league, fixture, data), champions)
        elif what == "decide":
            fixture = data.draw(st.sampled_from([each for each in view.fixtures if not each.is_bye]))
            holding = await league.arena.rulings.in_force(league.season)
            if (text := await _decided(league, fixture, data)) is not None:
                gone = {each.id for each in holding} - {
                    each.id for each in await league.arena.rulings.in_force(league.season)
                }
                about = next((each.fixture for each in holding if each.id in gone), fixture.id)
                fixture = next(each for each in (await league.view()).fixtures if each.id == about)
                champions = await _came_true(league, fixture, text, champions)
        else:
            fixture = data.draw(st.sampled_from(over))
            seats = len(fixture.sides)
            ranks = data.draw(st.none() | st.permutations(range(1, seats + 1)) | st.just([1] * seats))
            with suppress(NothingCorrected):
                text = await corrected(league, fixture, ranks)
                champions = await _came_true(league, fixture, text, champions)
    view = await league.view()
    assert view.season.status == "closed"
    first = await champion(league)
    if champions is not None:
        assert [str(entry_text(each)) for each in view.entries if each.id == first] == [champions]
    if view.season.ends_at is None:
        assert first is not None


async def _came_true(league: Played, fixture: Fixture, text: str, champions: str | None) -> str | None:
    """Hold what was said of a correction against the season; return who is champion by all that was said so far."""
    view = await league.view()
    tie = [each for each in view.fixtures if (each.round, {*each.entries}) == (fixture.round, {*fixture.entries})]
    if "open again" in text or "decide the tie" in text:
        assert view.season.status == "running"
        assert any(each.open for each in tie)
        return None
    if "second final" in text:
        finals = [each for each in view.fixtures if each.stage == "final" and each.round > fixture.round]
        assert any(each.open for each in finals) or ("already" in text and finals)
        assert "already" in text or view.season.status == "running"
        return None
    if text.startswith(("Champion", "The title")):
        return re.sub(r"^(Champion|Champion now|The title stays with):? |\.$", "", text)
    if text.startswith("Third place"):
        third = re.sub(r"^Third place( now| stays with)?:? |\.$", "", text)
        assert [third] == [str(entry_text(each)) for each in view.entries if each.id in _through(tie)]
    elif "hrough" in text:
        on = {*text.rpartition(": ")[2].removesuffix(".").replace(" and ", ", ").split(", ")}
        assert on == {str(entry_text(each)) for each in view.entries if each.id in _through(tie)}
    return champions


def _through(tie: Sequence[Fixture]) -> set[int]:
    return {side.entry for each in tie for side in each.sides if side.advances}


# Players who do not come are warned by half of their first turn's time, and lose by forfeit at its end.


def two_days(**given: object) -> LeagueTerms:
    """Return terms with two days for a turn."""
    return terms(cap=1, match=replace(TERMS.match, clock=ClockTerms("turn", per_turn=2 * DAY), **given))  # type: ignore[arg-type]


async def again(league: Played, fixture: Fixture) -> Fixture:
    return next(each for each in (await league.view()).fixtures if each.id == fixture.id)


async def first(league: Played, **given: object) -> Fixture:
    """Begin a season and return a fixture that is being played."""
    await league.begun(4, two_days(**given))
    return (await league.running())[0]


async def test_who_does_not_come_is_warned_and_loses_by_forfeit(league: Played, poster: NotingPoster) -> None:
    mine = await first(league)
    match = await league.match(mine)
    await league.pass_time(DAY - timedelta(minutes=1))
    assert not any("no-show" in str(post.payload) for post in poster.posts)
    await league.pass_time(timedelta(minutes=2))
    told = [post for post in poster.posts if post.subject.id == match.id and "no-show" in str(post.payload)]
    assert sorted((post.kind, post.channel_id) for post in told) == [
        ("nudge", match.channel_id),
        ("private", match.person_of(1)),
    ]
    calls = {post.kind: load(post.kind, post.payload) for post in told}
    assert isinstance(calls["nudge"], TextPost)
    assert calls["nudge"].organisers
    await league.arena.presence.due(str(match.id), None)  # kept twice: nobody is warned again
    await league.arena.idle()
    assert len([post for post in poster.posts if post.subject.id == match.id and "no-show" in str(post.payload)]) == 2
    await league.pass_time(DAY)
    over = await again(league, mine)
    assert (over.status, over.why, over.match_id) == ("over", "forfeit", match.id)
    assert [side.points for side in over.sides] == [0, POINT]
    async with league.arena.db.read() as connection:
        rows = await results.of_match(connection, match.id)
    assert [row.pool_no for row in rows] == [None, None]  # nothing is rated
    assert f"absence:{match.id}:1" in (await league.view()).done


@sqlite
async def test_who_has_come_plays_by_what_is_agreed_on(league: Played, poster: NotingPoster) -> None:
    mine = await first(league)
    await league.play(mine, "1/1", "1/1")
    await league.pass_time(3 * DAY)
    over = await again(league, mine)
    assert (over.status, over.why) == ("over", "played")
    told = [post for post in poster.posts if post.subject.id == mine.match_id and "no-show" in str(post.payload)]
    assert told == []


@sqlite
async def test_no_turn_is_drawn_for_who_has_not_come(league: Played) -> None:
    mine = await first(league, timeout="random")
    await league.pass_time(2 * DAY + timedelta(minutes=1))
    assert (await again(league, mine)).why == "forfeit"


@sqlite
async def test_the_second_player_is_waited_for_as_long_as_the_first(league: Played) -> None:
    mine = await first(league)
    await league.pass_time(DAY / 2)
    await league.play(mine, "1/1")
    await league.pass_time(2 * DAY - timedelta(minutes=1))
    match = await league.match(mine)
    assert [key for key in (await league.view()).done if key.startswith(f"absence:{match.id}")] == [
        f"absence:{match.id}:2"
    ]
    await league.pass_time(timedelta(minutes=2))
    over = await again(league, mine)
    assert (over.why, [side.points for side in over.sides]) == ("forfeit", [POINT, 0])


@sqlite
async def test_a_result_that_is_corrected_counts_in_place_of_the_absence(league: Played) -> None:
    mine = await first(league)
    await league.pass_time(2 * DAY + timedelta(minutes=1))
    over = await again(league, mine)
    assert over.match_id is not None
    await league.arena.corrections.rank(over.match_id, 77, [1, 2], say("They had come."))
    corrected = await again(league, mine)
    assert (corrected.why, [side.points for side in corrected.sides]) == ("played", [POINT, 0])
    await league.arena.corrections.undo(over.match_id, 77, None, say("They had not."))
    assert replace(await again(league, mine), rev=0) == replace(over, rev=0)


@sqlite
async def test_where_several_choose_in_secret_nobody_is_named(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, replace(two_days(), game="duel"))
    mine = (await league.running())[0]
    await league.play(mine, "go/end")
    match = await league.match(mine)
    assert match.session.to_act == {1, 2}
    await league.pass_time(DAY + timedelta(minutes=1))
    told = [post for post in poster.posts if post.subject.id == match.id and "no-show" in str(post.payload)]
    assert [post.channel_id for post in told if post.kind == "private"] == [match.person_of(2)]
    (public,) = [load(post.kind, post.payload) for post in told if post.kind == "nudge"]
    assert isinstance(public, TextPost)
    assert "player" not in dict(public.text.values)
    await league.pass_time(DAY)  # both let the time pass, but the first one had come
    over = await again(league, mine)
    assert (over.why, [side.points for side in over.sides]) == ("forfeit", [POINT, 0])


def test_if_nobody_comes_nobody_gets_anything() -> None:
    fixture = Fixture(1, 1, "division", 1, 1, 1, (Side(1, 10), Side(2, 20), Side(3, 30)))
    rows = [row(seat) for seat in (1, 2, 3)]
    assert fixtures.absent_fixture(fixture, rows, {1, 2, 3}) == {10, 20, 30}
    assert fixtures.absent_fixture(fixture, rows, {1, 3}) == {10, 30}
    assert fixtures.absent_fixture(fixture, rows, {3}) == frozenset()  # the others played
    both = replace(fixture, sides=fixture.sides[:2])
    sides = fixtures.forfeited_fixture(TERMS, both, fixtures.absent_fixture(both, rows[:2], {1, 2}))
    assert [side.points for side in sides] == [0, 0]


def test_a_team_has_not_come_if_one_of_it_has_not() -> None:
    fixture = Fixture(1, 1, "division", 1, 1, 1, (Side(1, 10), Side(2, 20)))
    rows = [row(seat, team=1 - seat % 2) for seat in (1, 2, 3, 4)]
    assert fixtures.absent_fixture(fixture, rows, {3}) == {10}
    assert fixtures.absent_fixture(fixture, rows, {4}) == {20}


def row(seat: int, team: int | None = None) -> Result:
    """Return the result of a seat of a match that ended by time."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Result(1, 0, seat, 1, "tally", "2", (), team, seat, seat, False, 0, 0, 0, 1, 0, at, at, "time")


# A match in which nobody's clock runs has a day on which it is decided: no season hangs.


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

    monkeypatch.setattr(service, "play_through", refuses(matches.play_through))
    if unbegun:
        monkeypatch.setattr(unread_matches, "replay_readable", refuses(matches.replay_readable))
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


@sqlite_unless_thorough
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


@sqlite_unless_thorough
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


@sqlite_unless_thorough
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


@sqlite_unless_thorough
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


@sqlite_unless_thorough
async def test_time_in_which_the_bot_was_away_does_not_count(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, CUP)
    first = (await league.running())[0]
    await paused(league, first)
    await days(league, 2)
    await league.away(3 * LIMIT)
    await days(league, 1)
    assert warned(poster) == []
    assert (await of(league, first)).open


@sqlite_unless_thorough
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
