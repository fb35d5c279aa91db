"""Players join, with and without a partner; what cannot be is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.text import say
from hosting.errors import HostingError
from hosting.league.errors import (
    BadDecision,
    BadLeagueName,
    BadLeagueTerms,
    CannotBegin,
    JoinedAlready,
    JoinedOnTheseTerms,
    LeagueFull,
    LeagueNameTaken,
    LeagueNotOpen,
    LeagueNotPaused,
    LeagueNotRunning,
    LeaguePublished,
    LeagueStarted,
    NeedsPartner,
    NoPartners,
    NoSuchFixture,
    NoSuchLeague,
    NotInLeague,
    OwnPartner,
    PartnerElsewhere,
    PlaysInDivision,
    SeasonClosed,
    SeasonNotClosed,
)
from hosting.league.pairing.values import TooFewEntries
from tests.hosting.conftest import CHANNEL, GUILD
from tests.hosting.league.playing import FIRST, ORGANISER, TERMS, Played, terms

TEAMS = terms(mode="teams", teams=True)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_league_is_found_by_its_name(league: Played) -> None:
    view = await league.found(0, name="  First   League ")
    assert view.league.name == "First League"
    found, season = await league.arena.leagues.find(GUILD, "first league")
    assert (found, season.id) == (view.league, league.season)
    with pytest.raises(LeagueNameTaken):
        await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "FIRST LEAGUE", TERMS)
    with pytest.raises(BadLeagueName):
        await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "  ", TERMS)
    with pytest.raises(NoSuchLeague):
        await league.arena.leagues.find(GUILD + 1, "First League")
    await league.arena.leagues.cancel(league.season)
    await league.arena.leagues.archive(found.id)
    assert await league.arena.leagues.of_guild(GUILD) == []
    again = await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "first league", TERMS)
    assert again.league.id != found.id


async def test_one_person_one_entry(league: Played) -> None:
    leagues = league.arena.leagues
    await league.found(2, replace(TERMS, most=4))
    with pytest.raises(JoinedAlready):
        await leagues.join(league.season, FIRST)
    with pytest.raises(NoPartners):
        await leagues.join(league.season, 1, 2)
    left = await leagues.leave(league.season, FIRST)
    with pytest.raises(NotInLeague):
        await leagues.leave(league.season, FIRST)
    again = await leagues.join(league.season, FIRST)
    assert again.id > left.id
    assert await leagues.of_person(FIRST) == [(league.season, again.id)]
    for person in (1, 2):
        await leagues.join(league.season, person)
    with pytest.raises(LeagueFull):
        await leagues.join(league.season, 3)


async def refused(league: Played, asked: Sequence[tuple[type[HostingError], Awaitable[object]]]) -> None:
    """Check that each of some things is refused in one sentence that says what to do, and changes nothing."""
    before = await league.stored()
    for error, doing in asked:
        with pytest.raises(error) as caught:
            await doing
        said = str(caught.value.text)
        assert said.endswith(".")
        assert said.count(". ") == 0
        assert await league.stored() == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_cannot_be_at_the_time_is_refused_and_changes_nothing(league: Played) -> None:
    leagues, decisions, why = league.arena.leagues, league.arena.decisions, say("Mistaken.")
    view = await leagues.create(GUILD, CHANNEL, ORGANISER, "Draft", TERMS)
    draft = view.season.id
    await refused(
        league,
        [
            (LeagueNotOpen, leagues.join(draft, 1)),
            (CannotBegin, leagues.start(draft)),
            (LeagueNotRunning, leagues.close(draft)),
            (SeasonNotClosed, leagues.archive(view.league.id)),
            (LeagueNameTaken, leagues.create(GUILD, CHANNEL, ORGANISER, " DRAFT ", TERMS)),
            (NoSuchLeague, leagues.view(999)),
        ],
    )
    view = await league.found(4)
    await refused(
        league,
        [
            (JoinedOnTheseTerms, leagues.amend(league.season, terms(cap=1))),
            (LeaguePublished, leagues.publish(league.season)),
            (JoinedAlready, leagues.join(league.season, FIRST)),
            (LeagueNotRunning, leagues.withdraw(league.season, FIRST)),
            (LeagueNotRunning, leagues.pause(league.season)),
            (PlaysInDivision, decisions.move(league.season, FIRST, view.entries[1].id, 1, why)),
            (BadDecision, decisions.move(league.season, ORGANISER, view.entries[1].id, 2, why)),
        ],
    )
    await leagues.start(league.season)
    await league.arena.idle()
    await refused(
        league,
        [
            (LeagueNotOpen, leagues.join(league.season, 1)),
            (LeagueStarted, leagues.leave(league.season, FIRST)),
            (LeagueStarted, leagues.amend(league.season, TERMS)),
            (LeaguePublished, leagues.publish(league.season)),
            (LeagueStarted, leagues.cancel(league.season)),
            (CannotBegin, leagues.start(league.season)),
            (NotInLeague, leagues.withdraw(league.season, 1)),
            (LeagueNotPaused, leagues.resume(league.season)),
            (PlaysInDivision, decisions.strike(league.season, FIRST, 1, why)),
            (NoSuchFixture, decisions.strike(league.season, ORGANISER, 99, why)),
        ],
    )
    await leagues.close(league.season)
    await league.arena.idle()
    await refused(
        league,
        [
            (SeasonClosed, leagues.close(league.season)),
            (SeasonClosed, decisions.strike(league.season, ORGANISER, 1, why)),
            (SeasonClosed, decisions.undo(league.season, ORGANISER, None, why)),
            (LeagueNotRunning, leagues.withdraw(league.season, FIRST)),
            (CannotBegin, leagues.start(league.season)),
        ],
    )


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_too_few_cannot_start(league: Played) -> None:
    view = await league.found(3)
    with pytest.raises(TooFewEntries):
        await league.arena.leagues.start(league.season)
    assert await league.view() == view


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_team_is_two_who_both_agreed(league: Played) -> None:
    leagues = league.arena.leagues
    await league.found(0, TEAMS)
    for person, partner, error in ((1, None, NeedsPartner), (1, 1, OwnPartner)):
        with pytest.raises(error):
            await leagues.join(league.season, person, partner)
    team = await leagues.join(league.season, 1, 2, name=" Red ")
    assert (team.players, team.name, team.agreed) == ((1, 2), "Red", False)
    with pytest.raises(PartnerElsewhere):
        await leagues.join(league.season, 3, 2)
    with pytest.raises(JoinedAlready):
        await leagues.join(league.season, 2, 3)
    assert (await leagues.join(league.season, 2, 1)).agreed
    with pytest.raises(JoinedAlready):
        await leagues.join(league.season, 2, 1)
    assert (await league.view()).entries[0].agreed


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_teams_sit_on_their_sides_and_who_has_not_agreed_is_left_out(league: Played) -> None:
    leagues = league.arena.leagues
    await league.found(10, TERMS)
    await leagues.cancel(league.season)
    view = await leagues.create(GUILD, CHANNEL, ORGANISER, "Teams", TEAMS)
    league.season = view.season.id
    await leagues.publish(league.season)
    for captain in range(FIRST, FIRST + 10, 2):
        await leagues.join(league.season, captain, captain + 1)
        if captain != FIRST:
            await leagues.join(league.season, captain + 1, captain)
    await leagues.start(league.season)
    await league.arena.idle()
    view = await league.view()
    assert len(view.entries) == 4
    assert len(view.fixtures) == 6
    players = {each.id: each.players for each in view.entries}
    for each in await league.running():
        match = await league.match(each)
        assert match.silent
        for side in each.sides:
            assert (
                tuple(seat.person_id for seat in match.seats if seat.seat % 2 == side.seat % 2) == players[side.entry]
            )
    first, *_ = await league.running()
    await league.lose(first, 2, 4, 3)
    after = next(each for each in (await league.view()).fixtures if each.id == first.id)
    assert [side.points for side in after.sides] == [120, 0]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_start_that_fails_at_its_date_leaves_everybody_there(league: Played) -> None:
    leagues = league.arena.leagues
    await league.found(0, replace(TEAMS, division_size=4, starts_at=league.clock.now() + timedelta(days=1)))
    for captain in range(1, 19, 2):
        await leagues.join(league.season, captain, captain + 1)
        if captain != 1:
            await leagues.join(league.season, captain + 1, captain)
    for each in (await league.view()).entries[1:6]:
        await league.arena.decisions.move(league.season, ORGANISER, each.id, 1, say("By request."))
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert (view.season.status, len(view.entries)) == ("open", 9)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_season_that_would_not_fit_any_more_does_not_start_at_its_date(league: Played) -> None:
    now, day = league.clock.now(), timedelta(days=1)
    await league.found(4, terms(cap=1, most=4, starts_at=now + day, ends_at=now + 8 * day))
    await league.pass_time(6 * day)  # the bot was away
    assert (await league.view()).season.status == "open"
    with pytest.raises(BadLeagueTerms, match="the season has 2d"):
        await league.arena.leagues.start(league.season)
    await league.pass_time(2 * day)
    assert (await league.view()).season.status == "cancelled"
    with pytest.raises(CannotBegin):
        await league.arena.leagues.start(league.season)
