"""Players join, with and without a partner; what cannot be is refused and changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hosting.errors import HostingError
from hosting.league.errors import (
    BadLeagueName,
    JoinedAlready,
    LeagueFull,
    LeagueNameTaken,
    LeagueNotOpen,
    LeagueNotRunning,
    LeagueStarted,
    NeedsPartner,
    NoPartners,
    NoSuchLeague,
    NotInLeague,
    OwnPartner,
    PartnerElsewhere,
)
from hosting.league.pairing.errors import TooFewEntries
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


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_nobody_joins_before_it_is_published_or_after_it_started(league: Played) -> None:
    leagues = league.arena.leagues
    draft = (await leagues.create(GUILD, CHANNEL, ORGANISER, "Draft", TERMS)).season.id
    with pytest.raises(LeagueNotOpen):
        await leagues.join(draft, 1)
    with pytest.raises(LeagueNotOpen):
        await leagues.start(draft)
    await league.begun(4)
    refused: list[tuple[type[HostingError], object]] = [
        (LeagueNotOpen, leagues.join(league.season, 1)),
        (LeagueStarted, leagues.leave(league.season, FIRST)),
        (LeagueStarted, leagues.amend(league.season, TERMS)),
        (LeagueStarted, leagues.publish(league.season)),
        (LeagueStarted, leagues.cancel(league.season)),
        (LeagueNotOpen, leagues.start(league.season)),
        (NotInLeague, leagues.withdraw(league.season, 1)),
        (LeagueNotRunning, leagues.close(draft)),
        (NoSuchLeague, leagues.view(999)),
    ]
    for error, asked in refused:
        with pytest.raises(error):
            await asked  # type: ignore[misc]


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
