"""Players join, with and without a partner; what cannot be is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from engine.game import Json
from engine.text import Member, listed, say
from hosting.errors import HostingError
from hosting.league.errors import (
    AlternateAlready,
    JoinedAlready,
    NeedsPartner,
    NoSuchLeague,
    WithdrewBefore,
)
from hosting.league.model import SeasonView, entry_text, tables_of
from hosting.league.pairing.values import TooFewEntries
from hosting.match.model import Match, Person
from hosting.match.service import playing
from store.league import entries, fixtures, seasons
from store.league.seasons import POINT, Absence, Entry, Fixture, Totals
from store.privacy import held
from store.tables.values import Subject
from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster, call
from tests.hosting.league.playing import FIRST, ORGANISER, TERMS, Played, terms, told
from tests.hosting.league.playing import TEAMS as PLAYING_TEAMS
from tests.refusals import refusal

TEAMS = terms(mode="teams", teams=True)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_league_is_found_by_its_name(league: Played) -> None:
    view = await league.found(0, name="  First   League ")
    assert view.league.name == "First League"
    found, season = await league.arena.leagues.find(GUILD, "first league")
    assert (found, season.id) == (view.league, league.season)
    with refusal("league-name-taken"):
        await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "FIRST LEAGUE", TERMS)
    with refusal("bad-league-name"):
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
    with refusal("no-partners"):
        await leagues.join(league.season, 1, 2)
    left = await leagues.leave(league.season, FIRST)
    with refusal("not-in-league"):
        await leagues.leave(league.season, FIRST)
    again = await leagues.join(league.season, FIRST)
    assert again.id > left.id
    assert await leagues.of_person(FIRST) == [(league.season, again.id)]
    for person in (1, 2):
        await leagues.join(league.season, person)
    with refusal("league-full"):
        await leagues.join(league.season, 3)


async def refused(league: Played, asked: Sequence[tuple[str | type[HostingError], Awaitable[object]]]) -> None:
    """Check that each of some things is refused in one sentence that says what to do, and changes nothing."""
    before = await league.stored()
    for error, doing in asked:
        with refusal(error) as caught:
            await doing
        said = str(caught.value.text)
        assert said.endswith(".")
        assert said.count(". ") == 0
        assert await league.stored() == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_cannot_be_at_the_time_is_refused_and_changes_nothing(league: Played) -> None:
    leagues, decisions, why = league.arena.leagues, league.arena.rulings, say("Mistaken.")
    view = await leagues.create(GUILD, CHANNEL, ORGANISER, "Draft", TERMS)
    draft = view.season.id
    await refused(
        league,
        [
            ("league-not-open", leagues.join(draft, 1)),
            ("cannot-begin", leagues.start(draft)),
            ("league-not-running", leagues.close(draft)),
            ("season-not-closed", leagues.archive(view.league.id)),
            ("league-name-taken", leagues.create(GUILD, CHANNEL, ORGANISER, " DRAFT ", TERMS)),
            (NoSuchLeague, leagues.view(999)),
        ],
    )
    view = await league.found(4)
    await refused(
        league,
        [
            ("joined-on-these-terms", leagues.amend(league.season, terms(cap=1))),
            ("league-published", leagues.publish(league.season)),
            (JoinedAlready, leagues.join(league.season, FIRST)),
            ("league-not-running", leagues.withdraw(league.season, FIRST)),
            ("league-not-running", leagues.pause(league.season)),
            ("plays-in-division", decisions.move(league.season, FIRST, view.entries[1].id, 1, why)),
            ("bad-decision", decisions.move(league.season, ORGANISER, view.entries[1].id, 2, why)),
        ],
    )
    await leagues.start(league.season)
    await league.arena.idle()
    await refused(
        league,
        [
            ("league-not-open", leagues.join(league.season, 1)),
            ("league-started", leagues.leave(league.season, FIRST)),
            ("league-started", leagues.amend(league.season, TERMS)),
            ("league-published", leagues.publish(league.season)),
            ("league-started", leagues.cancel(league.season)),
            ("cannot-begin", leagues.start(league.season)),
            ("not-in-league", leagues.withdraw(league.season, 1)),
            ("league-not-paused", leagues.resume(league.season)),
            ("plays-in-division", decisions.strike(league.season, FIRST, 1, why)),
            ("no-such-fixture", decisions.strike(league.season, ORGANISER, 99, why)),
        ],
    )
    await leagues.close(league.season)
    await league.arena.idle()
    await refused(
        league,
        [
            ("season-closed", leagues.close(league.season)),
            ("season-closed", decisions.strike(league.season, ORGANISER, 1, why)),
            ("season-closed", decisions.undo(league.season, ORGANISER, None, why)),
            ("league-not-running", leagues.withdraw(league.season, FIRST)),
            ("cannot-begin", leagues.start(league.season)),
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
    for person, partner, error in ((1, None, NeedsPartner), (1, 1, "own-partner")):
        with refusal(error):
            await leagues.join(league.season, person, partner)
    team = await leagues.join(league.season, 1, 2, name=" Red ")
    assert (team.players, team.name, team.agreed) == ((1, 2), "Red", False)
    with refusal("partner-elsewhere"):
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
        await league.arena.rulings.move(league.season, ORGANISER, each.id, 1, say("By request."))
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert (view.season.status, len(view.entries)) == ("open", 9)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_season_that_would_not_fit_any_more_does_not_start_at_its_date(league: Played) -> None:
    now, day = league.clock.now(), timedelta(days=1)
    await league.found(4, terms(cap=1, most=4, starts_at=now + day, ends_at=now + 8 * day))
    await league.pass_time(6 * day)  # the bot was away
    assert (await league.view()).season.status == "open"
    with refusal("bad-league-terms", match="the season has only 2d"):
        await league.arena.leagues.start(league.season)
    await league.pass_time(2 * day)
    assert (await league.view()).season.status == "cancelled"
    with refusal("cannot-begin"):
        await league.arena.leagues.start(league.season)


# Alternates are asked one by one, a day each, and play on for the entry of one who left.


ONE, OTHER, THIRD = (Person(2001 + at, name) for at, name in enumerate(("One", "Other", "Third")))
DAY = timedelta(days=1)
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def begun(league: Played, *alternates: Person, teams: bool = False) -> Entry:
    """Begin a season, of teams or of single players, with alternates; return the first player's entry."""
    of = terms(mode="teams", teams=True, cap=1) if teams else terms(cap=1)
    view = await (league.with_teams(4, of) if teams else league.begun(4, of))
    await call(league.arena, ONE, OTHER, THIRD)
    for each in alternates:
        await league.arena.alternates.join(league.season, each.person_id)
    mine = view.entry_of(FIRST)
    assert mine is not None
    return mine


async def entry(league: Played, mine: Entry) -> Entry:
    return next(each for each in (await league.view()).entries if each.id == mine.id)


def check(view: SeasonView) -> None:
    there = {each: totals for each, totals in view.totals.items() if totals != Totals()}
    assert there == fixtures.added_up(view.fixtures)


async def test_an_alternate_plays_on_in_matches_that_go_on_and_in_those_to_come(
    league: Played, poster: NotingPoster
) -> None:
    mine = await begun(league, ONE)
    running = next(each for each in await league.running() if mine.id in each.entries)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    assert ((await entry(league, mine)).current, (await entry(league, mine)).left_at) == ((), None)
    told = [post for post in poster.posts if post.subject.kind == "league" and post.kind == "private"]
    assert [post.channel_id for post in told] == [ONE.person_id]
    await league.arena.alternates.take(league.season, ONE.person_id)
    await league.arena.idle()
    assert (await entry(league, mine)).current == (ONE.person_id,)
    assert ONE.person_id in {each.person_id for each in (await league.match(running)).seats}
    await league.play_on()
    view = await league.view()
    check(view)
    assert view.season.status == "ended"
    assert {each.why for each in view.fixtures} == {"played"}
    assert view.totals[mine.id].played == 3
    assert (await entry(league, mine)).players == (FIRST,)


async def test_the_next_one_is_asked_after_a_day_and_then_the_entry_leaves(league: Played) -> None:
    mine = await begun(league, ONE, OTHER)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    with refusal("not-asked-to-play"):
        await league.arena.alternates.take(league.season, OTHER.person_id)
    await league.pass_time(DAY + timedelta(hours=1))
    with refusal("not-asked-to-play"):
        await league.arena.alternates.take(league.season, ONE.person_id)
    assert [(each.person_id, each.status) for each in await league.arena.alternates.of_season(league.season)] == [
        (OTHER.person_id, "asked")
    ]
    running = next(each for each in await league.running() if mine.id in each.entries)
    assert (await entry(league, mine)).left_at is None
    await league.arena.alternates.leave(league.season, OTHER.person_id)  # declines
    await league.arena.idle()
    view = await league.view()
    check(view)
    assert (await entry(league, mine)).left_at is not None
    assert {each.why for each in view.fixtures if mine.id in each.entries} == {"withdrawal"}
    assert (await league.match(running)).over
    assert [key for key in view.done if key.startswith("alternate")] == [
        f"alternate:{number}:{mine.id}" for number in (1, 2)
    ]


@sqlite
async def test_a_day_to_answer_is_none_in_which_the_bot_is_not_reached(league: Played) -> None:
    await begun(league, ONE)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    await league.away(2 * DAY)
    await league.pass_time(DAY / 2)
    await league.arena.alternates.take(league.season, ONE.person_id)
    assert (await league.view()).entry_of(ONE.person_id) is not None


@sqlite
async def test_nothing_new_begins_for_an_entry_that_waits_for_an_alternate(league: Played) -> None:
    mine = await begun(league, ONE)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    before = [each.id for each in await league.running() if mine.id in each.entries]
    for each in await league.running():
        if mine.id in each.entries:
            await league.lose(each, next(side.seat for side in each.sides if side.entry != mine.id))
    await league.arena.idle()
    await league.play_on()
    own = [each for each in (await league.view()).fixtures if mine.id in each.entries]
    assert len(before) == 1
    assert [each.status for each in own].count("planned") == len(own) - 1
    await league.arena.alternates.take(league.season, ONE.person_id)
    await league.arena.idle()
    assert any(mine.id in each.entries for each in await league.running())


@sqlite
async def test_a_season_that_is_looked_at_twice_asks_once(league: Played, poster: NotingPoster) -> None:
    await begun(league, ONE, OTHER)
    await league.arena.leagues.withdraw(league.season, FIRST)
    for _ in range(2):
        await league.arena.director.due(f"{GUILD}:{league.season}", None)
    await league.arena.idle()
    assert [post.channel_id for post in poster.posts if post.subject.kind == "league" and post.kind == "private"] == [
        ONE.person_id
    ]
    assert [each.status for each in await league.arena.alternates.of_season(league.season)] == ["asked", "waiting"]


@sqlite
async def test_alternates_are_asked_in_a_season_that_is_paused(league: Played) -> None:
    mine = await begun(league, ONE)
    await league.arena.leagues.pause(league.season)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()  # the alternate is asked before the day begins
    await league.pass_time(DAY + timedelta(hours=1))
    assert (await entry(league, mine)).left_at is not None


@sqlite
async def test_who_plays_waits_already_or_left_is_no_alternate(league: Played) -> None:
    await begun(league, ONE)
    alternates = league.arena.alternates
    with pytest.raises(AlternateAlready):
        await alternates.join(league.season, ONE.person_id)
    with pytest.raises(JoinedAlready):
        await alternates.join(league.season, FIRST)
    with refusal("not-asked-to-play"):
        await alternates.take(league.season, ONE.person_id)
    await alternates.leave(league.season, ONE.person_id)
    await league.arena.leagues.withdraw(league.season, FIRST)
    with pytest.raises(WithdrewBefore):
        await alternates.join(league.season, FIRST)


@sqlite
async def test_a_deleted_account_waits_no_more(league: Played) -> None:
    mine = await begun(league, ONE)
    await league.arena.deletions.delete(ONE.person_id)
    await league.arena.idle()
    assert await league.arena.alternates.of_season(league.season) == []
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    assert (await entry(league, mine)).left_at is not None


@sqlite
async def test_who_came_to_play_for_another_entry_is_not_asked(league: Played) -> None:
    await league.found(4, terms(kind="swiss", rounds=3, late_rounds=3, tiebreaks=("lot",)))
    await call(league.arena, ONE, OTHER)
    for each in (ONE, OTHER):
        await league.arena.alternates.join(league.season, each.person_id)
    await league.arena.leagues.join(league.season, ONE.person_id)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    assert [(each.person_id, each.status) for each in await league.arena.alternates.of_season(league.season)] == [
        (OTHER.person_id, "asked")
    ]
    await league.arena.leagues.join(league.season, OTHER.person_id)  # instead of taking over
    await league.arena.idle()
    assert await league.arena.alternates.of_season(league.season) == []
    view = await league.view()
    assert view.entry_of(FIRST) is None
    assert [each.left_at is None for each in view.entries if each.players == (FIRST,)] == [False]


@sqlite
async def test_a_day_ends_in_a_pause_for_an_entry_that_has_nothing_to_play(league: Played) -> None:
    view = await league.begun(5, terms(kind="swiss", rounds=3, round_days=30, tiebreaks=("lot",)))
    (free,) = [each.entries[0] for each in view.fixtures if each.is_bye]
    (player,) = next(each.players for each in view.entries if each.id == free)
    await call(league.arena, ONE, OTHER)
    for each in (ONE, OTHER):
        await league.arena.alternates.join(league.season, each.person_id)
    await league.arena.leagues.pause(league.season)
    await league.arena.leagues.withdraw(league.season, player)
    await league.arena.idle()
    await league.pass_time(DAY + timedelta(hours=2))
    assert [(each.person_id, each.status) for each in await league.arena.alternates.of_season(league.season)] == [
        (OTHER.person_id, "asked")
    ]


@sqlite
async def test_the_end_of_the_season_finds_nobody_asked_and_the_entry_left(league: Played) -> None:
    mine = await begun(league, ONE, OTHER)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    await league.arena.leagues.close(league.season)
    await league.arena.idle()
    assert (await entry(league, mine)).left_at == league.clock.now()
    assert await league.arena.alternates.of_season(league.season) == []
    assert {each.entry: each.movement for each in tables_of(await league.view())}[mine.id] == "out"


@sqlite
@pytest.mark.parametrize("kind", ["round-robin", "swiss", "knockout", "double-knockout"])
async def test_a_rival_of_the_same_season_takes_no_seat_by_call_or_by_an_organiser(league: Played, kind: str) -> None:
    await league.begun(6, terms(kind=kind, cap=1, most=16))
    await call(league.arena, ONE)
    running = next(each for each in await league.running() if len(each.sides) == 2)
    match = await league.match(running)
    left, rivals = match.person_of(1), {FIRST + at for at in range(6)} - {each.person_id for each in match.seats}
    asked = await league.arena.substitutes.leave(match.id, left)
    for rival in rivals:
        with refusal("rival-in-season"):
            await league.arena.substitutes.take(asked.id, Person(rival, "Rival"))
        with refusal("rival-in-season"):
            await league.arena.organiser.replace(match.id, ORGANISER, 1, Person(rival, "Rival"))
        with refusal("rival-in-season"):
            await league.arena.substitutes.announce(match.id, 1, Person(rival, "Rival"))
    taken = await league.arena.substitutes.take(asked.id, ONE)
    assert taken.person_of(1) == ONE.person_id
    back = await league.arena.organiser.replace(match.id, ORGANISER, 1, Person(left, "Left"))
    assert back.person_of(1) == left


@sqlite
async def test_a_free_seat_is_for_alternates_first_and_after_a_day_for_others(
    league: Played, poster: NotingPoster
) -> None:
    await begun(league, ONE)
    match = await league.match((await league.running())[0])
    asked = await league.arena.substitutes.leave(match.id, match.person_of(1))
    await league.arena.idle()
    private = [post for post in poster.posts if post.kind == "private" and post.subject.kind == "match"]
    assert [post.channel_id for post in private] == [ONE.person_id]
    with refusal("alternates-first"):
        await league.arena.substitutes.take(asked.id, OTHER)
    await league.pass_time(DAY)
    assert (await league.arena.substitutes.take(asked.id, OTHER)).person_of(1) == OTHER.person_id
    other = await league.match((await league.running())[1])
    asked = await league.arena.substitutes.leave(other.id, other.person_of(2))
    assert (await league.arena.substitutes.take(asked.id, ONE)).person_of(2) == ONE.person_id
    await league.arena.alternates.leave(league.season, ONE.person_id)
    asked = await league.arena.substitutes.leave(other.id, other.person_of(1))
    assert (await league.arena.substitutes.take(asked.id, OTHER)).person_of(1) == OTHER.person_id


async def test_what_a_substitute_plays_after_the_start_counts_for_the_entry_that_has_its_seat(league: Played) -> None:
    await league.begun(4, terms(cap=1, late_rounds=3))
    await call(league.arena, OTHER)
    first = (await league.running())[0]
    match = await league.match(first)
    left, mine = match.person_of(1), first.entries[0]
    asked = await league.arena.substitutes.leave(match.id, left)
    await league.arena.substitutes.take(asked.id, OTHER)
    await league.lose(first, 2)
    await league.arena.idle()
    over = next(each for each in (await league.view()).fixtures if each.id == first.id)
    assert [side.points for side in over.sides] == [POINT, 0]
    there = next(each for each in (await league.view()).entries if each.id == mine)
    assert there.current == (left,), "they play the others themselves"
    for each in await league.running():
        await league.lose(each, 2)
    await league.arena.idle()
    # Who withdraws is out for good, also where a substitute has their seat.
    second = next(each for each in await league.running() if mine in each.entries)
    match = await league.match(second)
    assert match.seat_of(OTHER.person_id) is None
    asked = await league.arena.substitutes.leave(match.id, left)
    await league.arena.substitutes.take(asked.id, OTHER)
    await league.arena.leagues.withdraw(league.season, left)
    await league.arena.idle()
    with pytest.raises(WithdrewBefore):
        await league.arena.leagues.join(league.season, left)
    await league.play_on()
    view = await league.view()
    assert not [each for each in view.fixtures if each.open]
    check(view)


# Who comes late takes a number that is free in a round robin, and is paired from the next round on in a Swiss.


LATE, LATER = Person(2001, "Late"), Person(2002, "Later")
SWISS = terms(kind="swiss", rounds=3, late_rounds=2, late_points=60, tiebreaks=("wins", "lot"))


async def test_a_free_number_of_a_round_robin_is_taken(league: Played) -> None:
    await league.begun(5, terms(late_rounds=1, cap=1))
    await call(league.arena, LATE, LATER)
    mine = await league.arena.leagues.join(league.season, LATE.person_id)
    planned = [each.round for each in (await league.view()).fixtures if mine.id in each.entries]
    assert sorted(planned) == [1, 2, 3, 4, 5]
    await league.arena.idle()
    assert mine.from_round == 2
    with refusal("league-not-open"):  # there was one
        await league.arena.leagues.join(league.season, LATER.person_id)
    await league.play_on()
    view = await league.view()
    assert len(view.fixtures) == 15
    assert sum(mine.id in each.entries for each in view.fixtures) == 5
    assert {each.why for each in view.fixtures} == {"played"}
    assert dict(view.totals) == fixtures.added_up(view.fixtures)
    assert view.season.status == "ended"


async def test_missed_rounds_of_a_swiss_give_what_the_terms_say(league: Played) -> None:
    await league.begun(5, SWISS)
    await call(league.arena, LATE, LATER)
    mine = await league.arena.leagues.join(league.season, LATE.person_id)
    assert mine.from_round == 2
    for each in await league.running():
        await league.lose(each, 2)
    await league.arena.idle()
    with refusal("league-not-open"):
        await league.arena.leagues.join(league.season, LATER.person_id)
    await league.play_on()
    view = await league.view()
    own = sorted((each.round, each.why or "") for each in view.fixtures if mine.id in each.entries)
    assert own[0] == (1, "half_bye")
    assert [round_ for round_, _ in own] == [1, 2, 3]
    assert view.season.status == "ended"


@sqlite
async def test_who_withdrew_does_not_begin_anew(league: Played) -> None:
    await league.begun(5, SWISS)
    await league.arena.leagues.withdraw(league.season, FIRST)
    with pytest.raises(WithdrewBefore):
        await league.arena.leagues.join(league.season, FIRST)


@sqlite
@pytest.mark.parametrize(
    ("count", "given"),
    [
        (4, {"late_rounds": 9}),
        (5, {}),
    ],
)
async def test_where_there_is_no_place_nobody_comes_late(league: Played, count: int, given: dict[str, object]) -> None:
    await league.begun(count, terms(**given))
    await call(league.arena, LATE)
    before = await league.view()
    with refusal("league-not-open"):
        await league.arena.leagues.join(league.season, LATE.person_id)
    assert await league.view() == before


@sqlite
async def test_who_comes_late_while_a_season_is_paused_is_told_to_wait(league: Played) -> None:
    await league.begun(5, terms(late_rounds=1, cap=1))
    await call(league.arena, LATE)
    await league.arena.leagues.pause(league.season)
    with refusal("league-paused"):
        await league.arena.leagues.join(league.season, LATE.person_id)
    await league.arena.leagues.resume(league.season)
    assert (await league.arena.leagues.join(league.season, LATE.person_id)).from_round > 1


# Entries of a Swiss sit rounds out for half a point, so often as the terms say, or for nothing.


BYES_SWISS = terms(kind="swiss", rounds=3, half_byes=1, tiebreaks=("wins", "lot"))


async def test_rounds_are_sat_out(league: Played) -> None:
    await league.found(5, BYES_SWISS)
    byes = league.arena.byes
    await byes.ask(league.season, FIRST, 1, half=True)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    await byes.ask(league.season, FIRST, 2, half=False)
    await byes.ask(league.season, FIRST + 1, 2, half=True)
    await byes.take_back(league.season, FIRST + 1, 2)
    await league.play_on()
    view = await league.view()
    mine, other = view.entry_of(FIRST), view.entry_of(FIRST + 1)
    assert mine is not None
    assert other is not None
    got = {
        each.round: (each.why, side.points) for each in view.fixtures for side in each.sides if side.entry == mine.id
    }
    assert got[1] == ("half_bye", 60)
    assert got[2] == ("zero_bye", 0)
    assert view.totals[mine.id].byes == 2
    assert all(each.why != "half_bye" for each in view.fixtures if other.id in each.entries)
    assert view.season.status == "ended"


@sqlite
async def test_what_cannot_be_sat_out_is_refused(league: Played) -> None:
    await league.found(5, BYES_SWISS)
    byes = league.arena.byes
    await byes.ask(league.season, FIRST, 2, half=True)
    await byes.ask(league.season, FIRST, 2, half=True)  # again: still one
    with refusal("bad-bye"):
        await byes.ask(league.season, FIRST, 3, half=True)
    with refusal("bad-bye"):
        await byes.ask(league.season, FIRST, 4, half=False)
    with refusal("bad-bye"):
        await byes.take_back(league.season, FIRST, 3)
    with refusal("not-in-league"):
        await byes.ask(league.season, ORGANISER, 2, half=True)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    for round_ in (0, 1):
        with refusal("bad-bye"):
            await byes.ask(league.season, FIRST + 1, round_, half=False)
    assert [(each.round, each.kind) for each in (await league.view()).absences] == [(2, "half_bye")]


@sqlite
async def test_a_round_that_never_comes_costs_no_bye(league: Played) -> None:
    """The number of rounds follows from who is there at the start."""
    await league.found(5, terms(kind="swiss", half_byes=1, tiebreaks=("lot",), most=64))
    byes = league.arena.byes
    with refusal("bad-bye"):
        await byes.ask(league.season, FIRST, 7, half=True)
    await byes.ask(league.season, FIRST, 6, half=True)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    with refusal("bad-bye"):
        await byes.ask(league.season, FIRST + 1, 4, half=True)
    await byes.take_back(league.season, FIRST, 6)
    asked = await byes.ask(league.season, FIRST, 3, half=True)
    assert asked is not None
    assert (asked.round, asked.kind) == (3, "half_bye")


@sqlite
async def test_only_a_swiss_has_rounds_to_sit_out(league: Played) -> None:
    await league.found(4)
    with refusal("bad-bye"):
        await league.arena.byes.ask(league.season, FIRST, 1, half=True)


@sqlite
async def test_a_team_sits_out_once_both_have_asked_for_the_same(league: Played, poster: NotingPoster) -> None:
    of = replace(PLAYING_TEAMS, kind="swiss", rounds=3, half_byes=1, tiebreaks=("lot",))
    view = await league.with_teams(4, of)
    mine = view.entry_of(FIRST)
    assert mine is not None
    byes, season, partner = league.arena.byes, league.season, FIRST + 1
    poster.posts.clear()
    for _ in range(3):  # however often one asks, and takes it back, the partner is told once
        assert await byes.ask(season, FIRST, 3, half=True) is None
        assert await byes.ask(season, FIRST, 3, half=False) is None
        await byes.take_back(season, FIRST, 3)
    await league.arena.idle()
    assert [(post.kind, post.channel_id) for post in poster.posts] == [("private", partner)]
    assert await byes.ask(season, FIRST, 3, half=True) is None
    assert await byes.ask(season, partner, 3, half=False) is None, "not the same"
    assert (await league.view()).absences == ()
    asked = await byes.ask(season, partner, 3, half=True)
    assert asked is not None
    assert (asked.entry, asked.round, asked.kind) == (mine.id, 3, "half_bye")
    await byes.take_back(season, partner, 3)
    assert (await league.view()).absences == ()
    assert await byes.ask(season, FIRST, 3, half=True) is None, "both have to ask anew"
    with refusal("bad-bye"):
        await byes.ask(season, FIRST, 1, half=True)
    by_organiser = await byes.ask(season, FIRST, 2, half=True, organiser=True)
    assert by_organiser is not None


# Fixed teams of two: an alternate takes the place of one partner, and a pair comes late once both have agreed.


PARTNER = FIRST + 1
TEAMS_SWISS = terms(mode="teams", teams=True, kind="swiss", rounds=3, late_rounds=3, late_points=60, tiebreaks=("lot",))


async def now(league: Played, mine: Entry) -> Entry:
    view = await league.view()
    check(view)
    return next(each for each in view.entries if each.id == mine.id)


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
    mine = await begun(league, ONE, teams=True)
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
    assert "now plays for your team" in (await whispered(poster, PARTNER))[-1]
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
    mine = await begun(league, ONE, OTHER, teams=True)
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
    mine = await begun(league, ONE, teams=True)
    fixture = await of_team(league, mine)
    for each in (FIRST, PARTNER):
        await league.arena.leagues.withdraw(league.season, each)
        await league.arena.idle()
    assert (await now(league, mine)).left_at is not None
    match = await league.match(fixture)
    assert not {match.seats[seat - 1].person_id for seat in playing(match)} & {FIRST, PARTNER}
    with refusal("not-asked-to-play"):
        await league.arena.alternates.take(league.season, ONE.person_id)
    (waits,) = await league.arena.alternates.of_season(league.season)
    assert (waits.status, waits.entry, waits.due_at) == ("waiting", None, None)
    assert "You're still an alternate" in (await whispered(poster, ONE.person_id))[-1]
    await league.arena.leagues.withdraw(league.season, FIRST + 3)  # and is asked about the next team
    await league.arena.idle()
    await league.arena.alternates.take(league.season, ONE.person_id)
    assert (await league.view()).entry_of(ONE.person_id) == (await league.view()).entry_of(FIRST + 2)


@sqlite
async def test_who_does_not_answer_lets_the_team_leave_and_its_partner_is_told(
    league: Played, poster: NotingPoster
) -> None:
    mine = await begun(league, ONE, teams=True)
    await league.arena.leagues.withdraw(league.season, PARTNER)
    await league.arena.idle()
    with pytest.raises(AlternateAlready):
        await league.arena.alternates.join(league.season, ONE.person_id)
    await league.pass_time(DAY + timedelta(hours=1))
    assert ((await now(league, mine)).current, (await now(league, mine)).left_at) == ((), league.clock.now())
    assert "it has withdrawn" in (await whispered(poster, FIRST))[-1]


@sqlite
async def test_without_alternates_a_team_leaves_whole(league: Played) -> None:
    mine = await begun(league, teams=True)
    await league.arena.leagues.withdraw(league.season, PARTNER)
    await league.arena.idle()
    assert (await now(league, mine)).current == ()
    assert (await now(league, mine)).left_at is not None


@sqlite
async def test_a_deleted_account_leaves_the_partner_to_an_alternate(league: Played) -> None:
    mine = await begun(league, ONE, teams=True)
    running = [each.id for each in await league.arena.matches.of_person(FIRST)]
    await league.arena.deletions.delete(FIRST, resigning=running)
    await league.arena.idle()
    assert ((await now(league, mine)).current, (await now(league, mine)).left_at) == ((PARTNER,), None)
    await league.arena.alternates.take(league.season, ONE.person_id)
    await league.arena.idle()
    assert (await now(league, mine)).current == (PARTNER, ONE.person_id)


@sqlite
async def test_nothing_new_begins_for_half_a_team(league: Played) -> None:
    mine = await begun(league, ONE, teams=True)
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
    mine = await begun(league, ONE, teams=True)
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.leagues.close(league.season)
    await league.arena.idle()
    assert ((await now(league, mine)).current, (await now(league, mine)).left_at) == ((PARTNER,), None)


async def test_a_pair_comes_late_once_both_have_agreed(league: Played) -> None:
    await league.with_teams(5, TEAMS_SWISS)
    await call(league.arena, ONE, OTHER, THIRD)
    leagues, season = league.arena.leagues, league.season
    before = await league.view()
    asked = await leagues.join(season, ONE.person_id, OTHER.person_id, "Late")
    assert not asked.agreed
    assert ((await league.view()).entries, (await league.view()).fixtures) == (before.entries, before.fixtures)
    for error, doing in (
        ("partner-elsewhere", leagues.join(season, THIRD.person_id, OTHER.person_id)),
        (JoinedAlready, leagues.join(season, OTHER.person_id, THIRD.person_id)),
        (JoinedAlready, league.arena.alternates.join(season, OTHER.person_id)),
        ("team-name-taken", leagues.join(season, THIRD.person_id, 1, "late")),
        ("not-in-league", leagues.withdraw(season, ONE.person_id)),
    ):
        with refusal(error):
            await doing
    came = await leagues.join(season, OTHER.person_id, ONE.person_id)
    assert (came.players, came.name, came.agreed, came.from_round) == (
        (ONE.person_id, OTHER.person_id),
        "Late",
        True,
        2,
    )
    with refusal("league-started"):
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
    with refusal("league-not-open"):
        await leagues.join(season, OTHER.person_id, ONE.person_id)
    await leagues.leave(season, OTHER.person_id)  # declines
    with refusal("not-in-league"):
        await leagues.withdraw(season, ONE.person_id)
    await league.arena.idle()
    await win_everything(league)
    view = await league.view()
    assert sum(entered.id in each.entries for each in view.fixtures) == 5
    assert view.season.status == "ended"


@sqlite
@pytest.mark.parametrize("how", ["end", "delete"])
async def test_a_pair_that_has_not_agreed_is_gone_with_the_season_or_with_one_of_them(league: Played, how: str) -> None:
    await league.with_teams(5, TEAMS_SWISS)
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
    assert (PLAYING_TEAMS.players, terms().players) == (2, 1)


@sqlite
@pytest.mark.parametrize("late", [False, True])
async def test_a_team_that_waits_for_its_partner_takes_no_place(league: Played, late: bool) -> None:
    """Of two that want the last one, it is theirs who agree first; the other is told, and can still leave."""
    agreed = replace(TEAMS_SWISS, most=5)
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
    with refusal("league-full"):
        await leagues.join(season, OTHER.person_id, ONE.person_id)
    assert (await league.view()).entries == before.entries
    with refusal("league-full"):
        await leagues.join(season, ORGANISER, 77)
    await leagues.leave(season, ONE.person_id)
    assert sum(each.agreed for each in (await league.view()).entries) == 5


# A deleted account withdraws from its leagues.


async def test_who_is_deleted_withdraws(league: Played) -> None:
    view = await league.begun(4, terms(cap=1))
    gone = view.entry_of(FIRST)
    assert gone is not None
    running = [each.id for each in await league.arena.matches.of_person(FIRST)]
    await league.arena.deletions.delete(FIRST, resigning=running)
    await league.arena.idle()
    view = await league.view()
    assert view.entry_of(FIRST) is None
    assert next(each for each in view.entries if each.id == gone.id).left_at == league.clock.now()
    assert {each.why for each in view.fixtures if gone.id in each.entries} == {"withdrawal"}
    await league.play_on()
    assert (await league.view()).season.status == "ended"


async def test_who_is_deleted_before_the_start_is_no_entry(league: Played) -> None:
    await league.found(4)
    await league.arena.deletions.delete(FIRST)
    await league.arena.idle()
    assert [each.players for each in (await league.view()).entries] == [(FIRST + 1,), (FIRST + 2,), (FIRST + 3,)]


def names(stored: dict[str, list[Any]]) -> list[str]:
    """Return what teams are called in the database."""
    return [row.name for row in sorted(stored["entries"], key=lambda row: int(row.id))]


async def test_partners_of_who_is_deleted_are_told_and_the_post_changes_at_once(
    league: Played, poster: NotingPoster
) -> None:
    await league.found(0, PLAYING_TEAMS)
    await call(league.arena, *(Person(FIRST + at, f"P{at}") for at in range(4)))
    leagues = league.arena.leagues
    await leagues.join(league.season, FIRST, FIRST + 1, "Zebras of Ann")
    await leagues.join(league.season, FIRST + 1, FIRST)
    await leagues.join(league.season, FIRST + 2, FIRST + 3, "Lions of Cleo")
    for gone, partner in ((FIRST, FIRST + 1), (FIRST + 3, FIRST + 2)):
        poster.posts.clear()
        poster.refreshed.clear()
        await league.arena.deletions.delete(gone)
        await league.arena.idle()
        assert [(post.kind, post.channel_id) for post in told(poster)] == [("private", partner)]
        assert "your team is out" in str(told(poster)[0].payload)
        assert Subject("league", league.season) in {post.subject for post in poster.refreshed}
    assert (await league.view()).entries == ()


async def test_a_team_that_is_played_on_loses_the_name_that_a_deleted_captain_gave(
    league: Played, poster: NotingPoster
) -> None:
    await league.found(0, replace(PLAYING_TEAMS, cap=20))
    people = [Person(FIRST + at, f"P{at}") for at in range(8)]
    await call(league.arena, *people)
    leagues, arena = league.arena.leagues, league.arena
    for at in range(0, 8, 2):
        await leagues.join(league.season, FIRST + at, FIRST + at + 1, f"Team {at}")
        await leagues.join(league.season, FIRST + at + 1, FIRST + at)
    await leagues.start(league.season)
    await arena.idle()
    while found := await league.running():
        for each in found:
            await league.lose(each, 2, 4, 3)
        await arena.idle()
    first = (await leagues.close(league.season)).season
    assert names(await league.stored()) == ["Team 0", "Team 2", "Team 4", "Team 6"]
    second = await arena.next_seasons.open(first.league_id)
    await leagues.publish(second.season.id)
    await arena.next_seasons.stay(second.season.id, FIRST + 1)  # the partner asks, and the captain agrees
    await leagues.join(second.season.id, FIRST, FIRST + 1)
    assert names(await league.stored())[-1] == "Team 0"
    poster.posts.clear()
    await arena.deletions.delete(FIRST + 3)  # a partner: the captain's name stays
    await arena.idle()
    assert names(await league.stored()) == ["Team 0", "Team 2", "Team 4", "Team 6", "Team 0"]
    await arena.deletions.delete(FIRST)
    await arena.idle()
    stored = await league.stored()
    assert names(stored) == ["", "Team 2", "Team 4", "Team 6"]
    assert not [row for rows in stored.values() for row in rows if "Team 0" in repr(row)]
    view = await leagues.view(first.id)
    assert str(entry_text(view.entries[0])) == str(say("{players}", players=listed([Member(FIRST), Member(FIRST + 1)])))


async def test_a_copy_of_ones_data_has_the_names_of_teams_and_the_rounds_sat_out(league: Played) -> None:
    await league.found(0, replace(PLAYING_TEAMS, kind="swiss", rounds=3, tiebreaks=("lot",)))
    await call(league.arena, *(Person(FIRST + at, f"P{at}") for at in range(2)))
    await league.arena.leagues.join(league.season, FIRST, FIRST + 1, "Zebras")
    await league.arena.leagues.join(league.season, FIRST + 1, FIRST)
    entry = (await league.view()).entries[0]
    async with league.arena.db.write() as connection:
        season = await seasons.load(connection, league.season)
        assert season is not None
        asked = Absence(entry.id, 2, "half_bye", league.clock.now())
        await entries.ask(connection, season, asked)
    async with league.arena.db.read() as connection:
        for person in (FIRST, FIRST + 1):
            found = await held.of_person(connection, person)
            assert [each["team"] for each in rows(found.settings["entries in leagues"])] == ["Zebras"]
            (out,) = rows(found.settings["rounds sat out in leagues"])
            assert (out["round"], out["kind"]) == (2, "half_bye")


def rows(found: Json) -> list[dict[str, Json]]:
    assert isinstance(found, list)
    return [each for each in found if isinstance(each, dict)]


async def test_who_comes_back_after_a_deletion_is_a_newcomer(league: Played) -> None:
    view = await league.begun(4, terms(kind="swiss", rounds=3, late_rounds=3, tiebreaks=("lot",)))
    gone = view.entry_of(FIRST)
    assert gone is not None
    running = [each.id for each in await league.arena.matches.of_person(FIRST)]
    assert len(running) == 1
    await league.arena.deletions.delete(FIRST, resigning=running)
    await league.arena.idle()
    again = await league.arena.people.enter(999_999, GUILD, "P0")
    assert again.person_id != FIRST
    entry = await league.arena.leagues.join(league.season, again.person_id)
    assert entry.from_round == 2
    assert entry.id != gone.id
    with pytest.raises(WithdrewBefore):
        await league.arena.leagues.join(league.season, FIRST)
    await league.play_on()
    await league.arena.idle()
    assert (await league.view()).season.status == "ended"
