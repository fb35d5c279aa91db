"""Decisions of organisers: each is a row, announced, and taken back to exactly what was."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.text import load_text, say
from hosting.league.errors import (
    BadDecision,
    ChangedMeanwhile,
    DivisionTooFull,
    LeagueStarted,
    NoSuchDecision,
    NoSuchEntry,
    NoSuchFixture,
    PlaysInDivision,
    SeasonClosed,
)
from hosting.league.model import SeasonView
from hosting.lobby.starter import PAUSES
from store.league import fixtures
from store.league.values import POINT, Fixture, Totals
from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms, told
from tests.hosting.lobby.shelf import refuses

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
    assert there == fixtures.added_up(view.fixtures)


async def played(league: Played) -> Fixture:
    """Begin a season and have the first fixture be won by its first seat."""
    view = await league.begun(4)
    await league.lose(view.fixtures[0], 2)
    await league.arena.idle()
    return await one(league, view.fixtures[0].id)


async def test_every_decision_is_a_row_and_taken_back_to_exactly_what_was(league: Played, poster: NotingPoster) -> None:
    was = await played(league)
    decisions, season, (a, b) = league.arena.decisions, league.season, was.entries
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
        f"**League**, decision 2: an organiser had {first} forfeit {about}. Both agreed.",
        f"**League**, decision 3: {about} counts for nothing. Both agreed.",
        f"**League**, decision 4: decision 3 about {about} was taken back. Both agreed.",
        f"**League**, decision 5: decision 2 about {about} was taken back. Both agreed.",
        f"**League**, decision 6: decision 1 about {about} was taken back. Both agreed.",
    ]


async def test_a_match_that_is_played_again_counts_in_place_of_the_first(league: Played) -> None:
    was = await played(league)
    await league.arena.decisions.replay(league.season, ORGANISER, was.id, WHY)
    await league.arena.idle()
    again = await one(league, was.id)
    assert (again.status, again.attempt) == ("running", 2)
    assert again.match_id != was.match_id
    with pytest.raises(BadDecision):  # while it is being played
        await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)
    assert was.match_id is not None
    await league.arena.corrections.rank(was.match_id, 77, [2, 1], WHY)  # it is nothing to the league any more
    await league.lose(again, 1)
    await league.arena.idle()
    over = await one(league, was.id)
    assert (over.why, [side.points for side in over.sides]) == ("played", [0, POINT])
    await league.arena.corrections.undo(was.match_id, 77, None, WHY)
    await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)
    back = await one(league, was.id)
    assert plain(back) == replace(plain(was), attempt=2)


@sqlite
async def test_corrections_do_not_touch_what_was_decided_and_flow_in_once_it_is_taken_back(league: Played) -> None:
    was = await played(league)
    assert was.match_id is not None
    await league.arena.decisions.strike(league.season, ORGANISER, was.id, WHY)
    await league.arena.corrections.rank(was.match_id, 77, [2, 1], WHY)
    assert (await one(league, was.id)).status == "struck"
    await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)
    assert [side.points for side in (await one(league, was.id)).sides] == [0, POINT]


@sqlite
async def test_a_postponed_fixture_waits(league: Played) -> None:
    view = await league.begun(4, terms(cap=1))
    waiting = next(each for each in view.fixtures if each.status == "planned")
    until = league.clock.now() + timedelta(days=3)
    await league.arena.decisions.postpone(league.season, ORGANISER, waiting.id, until, WHY)
    await league.play_on()
    assert (await one(league, waiting.id)).status == "planned"
    await league.pass_time(timedelta(days=3))
    assert (await one(league, waiting.id)).status == "running"
    with pytest.raises(BadDecision):
        await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)
    with pytest.raises(BadDecision):
        await league.arena.decisions.postpone(
            league.season, ORGANISER, waiting.id, league.clock.now() + timedelta(days=1), WHY
        )


@sqlite
async def test_a_postponement_is_taken_back(league: Played) -> None:
    view = await league.begun(4, terms(cap=1))
    waiting = next(each for each in view.fixtures if each.status == "planned")
    with pytest.raises(BadDecision):
        await league.arena.decisions.postpone(league.season, ORGANISER, waiting.id, league.clock.now(), WHY)
    until = league.clock.now() + timedelta(days=300)
    await league.arena.decisions.postpone(league.season, ORGANISER, waiting.id, until, WHY)
    await league.play_on()
    await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)
    await league.arena.idle()
    assert (await one(league, waiting.id)).status == "running"


@sqlite
async def test_who_plays_or_played_in_a_division_does_not_decide_there(league: Played) -> None:
    view = await league.begun(8, terms(division_size=4))
    high, low = (next(each for each in view.entries if each.division == number) for number in (1, 2))
    theirs = next(each for each in view.fixtures if each.division == 1 and high.id not in each.entries)
    await league.lose(theirs, 2)
    await league.arena.idle()
    strike = league.arena.decisions.strike
    with pytest.raises(PlaysInDivision):
        await strike(league.season, high.players[0], theirs.id, WHY)
    await league.arena.leagues.withdraw(league.season, high.players[0])
    with pytest.raises(PlaysInDivision):
        await strike(league.season, high.players[0], theirs.id, WHY)
    assert (await one(league, theirs.id)).why == "played"
    await strike(league.season, low.players[0], theirs.id, WHY)
    with pytest.raises(PlaysInDivision):
        await league.arena.decisions.undo(league.season, high.players[0], None, WHY)
    assert (await one(league, theirs.id)).status == "struck"


@sqlite
async def test_what_cannot_be_decided_is_refused_and_changes_nothing(league: Played) -> None:
    was = await played(league)
    decisions, season, (a, b) = league.arena.decisions, league.season, was.entries
    before = await league.view()
    running = next(each for each in before.fixtures if each.status == "running")
    with pytest.raises(NoSuchFixture):
        await decisions.strike(season, ORGANISER, 999, WHY)
    with pytest.raises(BadDecision):
        await decisions.strike(season, ORGANISER, running.id, WHY)
    for wrong in ({a: 10}, {a: -1, b: 0}, {a: POINT + 1, b: 0}, {a: 0, b: 0, 999: 0}):
        with pytest.raises(BadDecision):
            await decisions.points(season, ORGANISER, was.id, wrong, WHY)
    for absent in ([], [999]):
        with pytest.raises(BadDecision):
            await decisions.forfeit(season, ORGANISER, was.id, absent, WHY)
    with pytest.raises(ChangedMeanwhile):
        await decisions.strike(season, ORGANISER, was.id, WHY, seen=was.rev - 1)
    with pytest.raises(NoSuchDecision):
        await decisions.undo(season, ORGANISER, None, WHY)
    assert await league.view() == before


@sqlite
async def test_the_latest_decision_about_a_fixture_is_taken_back_first(league: Played) -> None:
    was = await played(league)
    first = await league.arena.decisions.points(league.season, ORGANISER, was.id, dict.fromkeys(was.entries, 0), WHY)
    second = await league.arena.decisions.forfeit(league.season, ORGANISER, was.id, was.entries, WHY)
    with pytest.raises(NoSuchDecision, match=f"Decision {second.id} was made about the same later"):
        await league.arena.decisions.undo(league.season, ORGANISER, first.id, WHY)
    for number in (second.id, first.id):
        await league.arena.decisions.undo(league.season, ORGANISER, number, WHY)
        with pytest.raises(NoSuchDecision):
            await league.arena.decisions.undo(league.season, ORGANISER, number, WHY)
    assert plain(await one(league, was.id)) == plain(was)


async def test_organisers_adjudicate_what_was_not_finished_until_the_season_is_closed(league: Played) -> None:
    end = league.clock.now() + timedelta(days=10)
    view = await league.begun(4, terms(ends_at=end, unfinished="adjudicate", grace_days=5))
    await league.pass_time(timedelta(days=10))
    left = (await league.view()).fixtures[0]
    assert ((await league.view()).season.status, left.why) == ("ended", "unfinished")
    a, b = left.entries
    await league.arena.decisions.points(league.season, ORGANISER, left.id, {a: POINT, b: 0}, WHY)
    assert [side.points for side in (await one(league, left.id)).sides] == [POINT, 0]
    with pytest.raises(BadDecision):
        await league.arena.decisions.replay(league.season, ORGANISER, left.id, WHY)
    await league.lose(view.fixtures[0], 1)  # played on, for ratings alone
    assert [side.points for side in (await one(league, left.id)).sides] == [POINT, 0]
    await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)
    assert (await one(league, left.id)).why == "unfinished"
    await league.pass_time(timedelta(days=5))
    before = await league.view()
    assert before.season.status == "closed"
    with pytest.raises(SeasonClosed):
        await league.arena.decisions.points(league.season, ORGANISER, left.id, {a: 0, b: 0}, WHY)
    assert await league.view() == before


@sqlite
async def test_an_undo_after_the_end_brings_no_fixture_to_life(league: Played) -> None:
    end = league.clock.now() + timedelta(days=10)
    view = await league.begun(4, terms(most=4, cap=1, ends_at=end, unfinished="half"))
    waiting = next(each for each in view.fixtures if each.status == "planned")
    await league.arena.decisions.strike(league.season, ORGANISER, waiting.id, WHY)
    await league.pass_time(timedelta(days=10))
    await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)
    after = await one(league, waiting.id)
    assert (after.status, after.why, [side.points for side in after.sides]) == ("over", "unfinished", [60, 60])


@sqlite
async def test_a_knock_out_is_not_played_again_once_the_next_round_is_made(league: Played) -> None:
    view = await league.begun(4, terms(kind="knockout", tiebreaks=()))
    first, second = view.fixtures
    await league.lose(first, 2)
    await league.arena.idle()
    await league.arena.decisions.replay(league.season, ORGANISER, first.id, WHY)
    await league.arena.idle()
    for each in (await one(league, first.id), second):
        await league.lose(each, 2)
    await league.arena.idle()
    assert len((await league.view()).fixtures) == 3
    for decide in (league.arena.decisions.replay, league.arena.decisions.strike):
        with pytest.raises(BadDecision):
            await decide(league.season, ORGANISER, first.id, WHY)


@sqlite
async def test_who_went_on_by_a_decision_still_does_once_it_is_taken_back(league: Played) -> None:
    view = await league.begun(4, terms(kind="knockout", tiebreaks=()))
    first, second = view.fixtures
    won, lost = first.entries
    await league.lose(first, 2)
    await league.arena.idle()
    await league.arena.decisions.points(league.season, ORGANISER, first.id, {won: 0, lost: POINT}, WHY)
    await league.lose(second, 2)
    await league.arena.idle()
    assert {*(await league.view()).fixtures[-1].entries} == {lost, second.entries[0]}
    await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)
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
        await league.arena.decisions.points(league.season, ORGANISER, each.id, {one_side: POINT, other: 0}, WHY)
    await league.arena.idle()
    assert [each.round for each in (await league.view()).fixtures] == [1, 1, 2]
    with pytest.raises(BadDecision):
        await league.arena.decisions.undo(league.season, ORGANISER, None, WHY)


@sqlite
async def test_entries_are_moved_before_the_start_only(league: Played, poster: NotingPoster) -> None:
    view = await league.found(8, terms(division_size=4, seeding="lot"))
    mine = [each.id for each in view.entries]
    decisions = league.arena.decisions
    with pytest.raises(NoSuchEntry):
        await decisions.move(league.season, ORGANISER, 999, 1, WHY)
    with pytest.raises(BadDecision):
        await decisions.move(league.season, ORGANISER, mine[0], 3, WHY)
    with pytest.raises(PlaysInDivision):
        await decisions.move(league.season, FIRST, mine[0], 1, WHY)
    for each in mine[:5]:
        await decisions.move(league.season, ORGANISER, each, 2, WHY)
    with pytest.raises(DivisionTooFull):
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
    with pytest.raises(LeagueStarted):
        await decisions.move(league.season, ORGANISER, mine[0], 1, WHY)
    with pytest.raises(LeagueStarted):
        await decisions.undo(league.season, ORGANISER, None, WHY)
    assert fifth.kind == "undo"
    await league.arena.idle()
    captain = f"Person {view.entries[4].players[0]}"
    assert said(poster)[4:6] == [
        f"**League**, decision 5: {captain} was moved to division 2. Both agreed.",
        f"**League**, decision 6: decision 5 about {captain} was taken back. Both agreed.",
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
    made = await league.arena.decisions.replay(league.season, ORGANISER, first.id, say("Mistaken."))
    await league.arena.idle()
    assert await games() in ([], [0, 0])
    await league.arena.decisions.undo(league.season, ORGANISER, made.id, say("No."))
    await league.arena.idle()
    again = next(each for each in (await league.view()).fixtures if each.id == first.id)
    assert (again.why, again.match_id, [side.points for side in again.sides]) == ("played", match.id, [120, 0])
    assert await games() == [1, 1]
    await league.arena.decisions.replay(league.season, ORGANISER, first.id, say("Mistaken."))
    await league.arena.leagues.resume(league.season)
    await league.arena.idle()
    anew = next(each for each in (await league.view()).fixtures if each.id == first.id)
    await league.play(anew, "1/1", "1/1")
    await league.lose(anew, 2)
    await league.arena.idle()
    assert await games() == [1, 1]
