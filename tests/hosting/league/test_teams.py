"""Fixed teams of two: an alternate takes the place of one partner, and a pair comes late once both have agreed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from hosting.league.errors import (
    AlternateAlready,
    JoinedAlready,
    LeagueFull,
    LeagueNotOpen,
    LeagueStarted,
    NotAskedToPlay,
    NotInLeague,
    PartnerElsewhere,
    TeamNameTaken,
    WithdrewBefore,
)
from hosting.league.model import SeasonView
from hosting.match.model import Match, Person
from hosting.match.turns import playing
from store.league import fixtures
from store.league.values import Entry, Fixture, Totals
from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster, call
from tests.hosting.league.playing import FIRST, ORGANISER, TEAMS, Played, terms

ONE, OTHER, THIRD = (Person(2001 + at, name) for at, name in enumerate(("One", "Other", "Third")))
PARTNER = FIRST + 1
DAY = timedelta(days=1)
SWISS = terms(mode="teams", teams=True, kind="swiss", rounds=3, late_rounds=3, late_points=60, tiebreaks=("lot",))
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def begun(league: Played, *alternates: Person) -> Entry:
    """Begin a season of four teams with alternates, and return the first player's team."""
    view = await league.with_teams(4, terms(mode="teams", teams=True, cap=1))
    await call(league.arena, ONE, OTHER, THIRD)
    for each in alternates:
        await league.arena.alternates.join(league.season, each.person_id)
    mine = view.entry_of(FIRST)
    assert mine is not None
    return mine


async def now(league: Played, mine: Entry) -> Entry:
    view = await league.view()
    check(view)
    return next(each for each in view.entries if each.id == mine.id)


def check(view: SeasonView) -> None:
    there = {each: totals for each, totals in view.totals.items() if totals != Totals()}
    assert there == fixtures.added_up(view.fixtures)


def side_of(match: Match, fixture: Fixture, mine: Entry) -> set[int]:
    """Return the people who sit on a team's side of its match."""
    lowest = next(side.seat for side in fixture.sides if side.entry == mine.id)
    return {each.person_id for each in match.seats if each.seat % 2 == lowest % 2}


async def of_team(league: Played, mine: Entry) -> Fixture:
    """Return the match of a team that goes on."""
    return next(each for each in await league.running() if mine.id in each.entries)


async def win_everything(league: Played) -> None:
    """Have the second side of every match give up first until none goes on."""
    while found := await league.running():
        for each in found:
            await league.lose(each, 2, 4, 3)
        await league.arena.idle()


async def whispered(poster: NotingPoster, person_id: int) -> list[str]:
    """Return what a person was told of leagues in private."""
    return [
        str(post.payload)
        for post in poster.posts
        if post.subject.kind == "league" and (post.kind, post.channel_id) == ("private", person_id)
    ]


async def test_an_alternate_takes_the_place_of_one_partner(league: Played, poster: NotingPoster) -> None:
    mine = await begun(league, ONE)
    fixture = await of_team(league, mine)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    assert ((await now(league, mine)).current, (await now(league, mine)).left_at) == ((PARTNER,), None)
    assert not (await league.match(fixture)).over
    assert side_of(await league.match(fixture), fixture, mine) == {FIRST, PARTNER}  # until one comes
    (told,) = await whispered(poster, PARTNER)
    assert "your partner has left your team" in told
    await league.arena.alternates.take(league.season, ONE.person_id)
    await league.arena.idle()
    match = await league.match(fixture)
    assert match.silent  # the substitute is bound as the partner is
    assert side_of(match, fixture, mine) == {PARTNER, ONE.person_id}
    assert "plays for your team from now on" in (await whispered(poster, PARTNER))[-1]
    assert (await now(league, mine)).current == (PARTNER, ONE.person_id)  # who has been there longest is captain
    with pytest.raises(WithdrewBefore):
        await league.arena.alternates.join(league.season, FIRST)
    await win_everything(league)
    view = await league.view()
    check(view)
    assert view.season.status == "ended"
    assert {each.why for each in view.fixtures} == {"played"}
    own = [each for each in view.fixtures if mine.id in each.entries]
    assert len(own) == 3
    for each in own:
        assert side_of(await league.match(each), each, mine) == {PARTNER, ONE.person_id}
    assert (await now(league, mine)).players == (FIRST, PARTNER)


async def test_two_alternates_take_the_places_of_both(league: Played) -> None:
    mine = await begun(league, ONE, OTHER)
    fixture = await of_team(league, mine)
    for each in (PARTNER, FIRST):
        await league.arena.leagues.withdraw(league.season, each)
    await league.arena.idle()
    assert [each.status for each in await league.arena.alternates.of_season(league.season)] == ["asked", "asked"]
    await league.arena.alternates.take(league.season, OTHER.person_id)
    await league.arena.idle()
    assert [each.status for each in await league.running() if mine.id in each.entries] == ["running"]
    await league.arena.alternates.take(league.season, ONE.person_id)
    await league.arena.idle()
    assert (await now(league, mine)).current == (OTHER.person_id, ONE.person_id)
    assert side_of(await league.match(fixture), fixture, mine) == {OTHER.person_id, ONE.person_id}


async def test_with_too_few_alternates_the_team_leaves_and_who_was_asked_waits_on(
    league: Played, poster: NotingPoster
) -> None:
    mine = await begun(league, ONE)
    fixture = await of_team(league, mine)
    for each in (FIRST, PARTNER):
        await league.arena.leagues.withdraw(league.season, each)
        await league.arena.idle()
    assert (await now(league, mine)).left_at is not None
    match = await league.match(fixture)
    assert not {match.seats[seat - 1].person_id for seat in playing(match)} & {FIRST, PARTNER}
    with pytest.raises(NotAskedToPlay):
        await league.arena.alternates.take(league.season, ONE.person_id)
    (waits,) = await league.arena.alternates.of_season(league.season)
    assert (waits.status, waits.entry, waits.due_at) == ("waiting", None, None)
    assert "You go on waiting" in (await whispered(poster, ONE.person_id))[-1]
    await league.arena.leagues.withdraw(league.season, FIRST + 3)  # and is asked about the next team
    await league.arena.idle()
    await league.arena.alternates.take(league.season, ONE.person_id)
    assert (await league.view()).entry_of(ONE.person_id) == (await league.view()).entry_of(FIRST + 2)


@sqlite
async def test_who_does_not_answer_lets_the_team_leave_and_its_partner_is_told(
    league: Played, poster: NotingPoster
) -> None:
    mine = await begun(league, ONE)
    await league.arena.leagues.withdraw(league.season, PARTNER)
    await league.arena.idle()
    with pytest.raises(AlternateAlready):
        await league.arena.alternates.join(league.season, ONE.person_id)
    await league.pass_time(DAY + timedelta(hours=1))
    assert ((await now(league, mine)).current, (await now(league, mine)).left_at) == ((), league.clock.now())
    assert "it has withdrawn" in (await whispered(poster, FIRST))[-1]


@sqlite
async def test_without_alternates_a_team_leaves_whole(league: Played) -> None:
    mine = await begun(league)
    await league.arena.leagues.withdraw(league.season, PARTNER)
    await league.arena.idle()
    assert (await now(league, mine)).current == ()
    assert (await now(league, mine)).left_at is not None


@sqlite
async def test_a_deleted_account_leaves_the_partner_to_an_alternate(league: Played) -> None:
    mine = await begun(league, ONE)
    running = [each.id for each in await league.arena.matches.of_person(FIRST)]
    await league.arena.deletions.delete(FIRST, resigning=running)
    await league.arena.idle()
    assert ((await now(league, mine)).current, (await now(league, mine)).left_at) == ((PARTNER,), None)
    await league.arena.alternates.take(league.season, ONE.person_id)
    await league.arena.idle()
    assert (await now(league, mine)).current == (PARTNER, ONE.person_id)


@sqlite
async def test_nothing_new_begins_for_half_a_team(league: Played) -> None:
    mine = await begun(league, ONE)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    for each in await league.running():
        await league.lose(each, 2, 4, 3)
    await league.arena.idle()
    assert not any(mine.id in each.entries for each in await league.running())
    await league.arena.alternates.take(league.season, ONE.person_id)
    await win_everything(league)
    assert (await league.view()).season.status == "ended"


@sqlite
async def test_a_partner_who_stays_to_the_end_has_not_withdrawn(league: Played) -> None:
    mine = await begun(league, ONE)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.leagues.close(league.season)
    await league.arena.idle()
    assert ((await now(league, mine)).current, (await now(league, mine)).left_at) == ((PARTNER,), None)


async def test_a_pair_comes_late_once_both_have_agreed(league: Played) -> None:
    await league.with_teams(5, SWISS)
    await call(league.arena, ONE, OTHER, THIRD)
    leagues, season = league.arena.leagues, league.season
    before = await league.view()
    asked = await leagues.join(season, ONE.person_id, OTHER.person_id, "Late")
    assert not asked.agreed
    assert ((await league.view()).entries, (await league.view()).fixtures) == (before.entries, before.fixtures)
    for error, doing in (
        (PartnerElsewhere, leagues.join(season, THIRD.person_id, OTHER.person_id)),
        (JoinedAlready, leagues.join(season, OTHER.person_id, THIRD.person_id)),
        (JoinedAlready, league.arena.alternates.join(season, OTHER.person_id)),
        (TeamNameTaken, leagues.join(season, THIRD.person_id, 1, "late")),
        (NotInLeague, leagues.withdraw(season, ONE.person_id)),
    ):
        with pytest.raises(error):
            await doing
    came = await leagues.join(season, OTHER.person_id, ONE.person_id)
    assert (came.players, came.name, came.agreed, came.from_round) == (
        (ONE.person_id, OTHER.person_id),
        "Late",
        True,
        2,
    )
    with pytest.raises(LeagueStarted):
        await leagues.leave(season, ONE.person_id)
    await win_everything(league)
    view = await league.view()
    check(view)
    assert view.season.status == "ended"
    own = [(each.round, each.why) for each in view.fixtures if came.id in each.entries]
    assert min(own) == (1, "half_bye")
    assert len(own) == 3


@sqlite
async def test_a_pair_takes_a_free_number_of_a_round_robin_if_it_is_still_free(league: Played) -> None:
    await league.with_teams(3 + 2, terms(mode="teams", teams=True, late_rounds=9, cap=1))
    await call(league.arena, ONE, OTHER, THIRD)
    leagues, season = league.arena.leagues, league.season
    await leagues.join(season, ONE.person_id, OTHER.person_id)
    entered = await leagues.join(season, THIRD.person_id, 1, entered_by=50)  # an organiser asks nobody
    assert entered.agreed
    with pytest.raises(LeagueNotOpen):
        await leagues.join(season, OTHER.person_id, ONE.person_id)
    await leagues.leave(season, OTHER.person_id)  # declines
    with pytest.raises(NotInLeague):
        await leagues.withdraw(season, ONE.person_id)
    await league.arena.idle()
    await win_everything(league)
    view = await league.view()
    assert sum(entered.id in each.entries for each in view.fixtures) == 5
    assert view.season.status == "ended"


@sqlite
@pytest.mark.parametrize("how", ["end", "delete"])
async def test_a_pair_that_has_not_agreed_is_gone_with_the_season_or_with_one_of_them(league: Played, how: str) -> None:
    await league.with_teams(5, SWISS)
    await call(league.arena, ONE, OTHER)
    await league.arena.leagues.join(league.season, ONE.person_id, OTHER.person_id)
    assert (await league.view()).pending_of(OTHER.person_id) is not None
    if how == "end":
        await league.arena.leagues.close(league.season)
    else:
        await league.arena.deletions.delete(OTHER.person_id)
    await league.arena.idle()
    view = await league.view()
    assert (view.pending, view.pending_of(ONE.person_id)) == ((), None)
    assert await league.arena.leagues.of_person(ONE.person_id) == []


def test_a_league_is_of_so_many_people_an_entry() -> None:
    assert (TEAMS.players, terms().players) == (2, 1)


@sqlite
@pytest.mark.parametrize("late", [False, True])
async def test_a_team_that_waits_for_its_partner_takes_no_place(league: Played, late: bool) -> None:
    """Of two that want the last one, it is theirs who agree first; the other is told, and can still leave."""
    agreed = replace(SWISS, most=5)
    leagues = league.arena.leagues
    if late:
        await league.with_teams(4, agreed)
    else:
        made = await leagues.create(GUILD, CHANNEL, ORGANISER, "Teams", agreed)
        league.season = made.season.id
        await leagues.publish(league.season)
        await call(league.arena, *(Person(FIRST + at, f"P{at}") for at in range(8)))
        for captain in range(FIRST, FIRST + 8, 2):
            await leagues.join(league.season, captain, captain + 1)
            await leagues.join(league.season, captain + 1, captain)
    fourth = Person(FIRST + 903, "Fourth")
    await call(league.arena, ONE, OTHER, THIRD, fourth)
    season = league.season
    await leagues.join(season, ONE.person_id, OTHER.person_id, "First")
    await leagues.join(season, THIRD.person_id, fourth.person_id, "Second")
    assert (await leagues.join(season, fourth.person_id, THIRD.person_id)).agreed
    before = await league.view()
    with pytest.raises(LeagueFull):
        await leagues.join(season, OTHER.person_id, ONE.person_id)
    assert (await league.view()).entries == before.entries
    with pytest.raises(LeagueFull):
        await leagues.join(season, ORGANISER, 77)
    await leagues.leave(season, ONE.person_id)
    assert sum(each.agreed for each in (await league.view()).entries) == 5
