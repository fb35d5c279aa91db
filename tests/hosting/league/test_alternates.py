"""Alternates are asked one by one, a day each, and play on for the entry of one who left."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hosting.consent.agreements import AlternatesFirst, RivalInSeason
from hosting.league.errors import AlternateAlready, JoinedAlready, NotAskedToPlay, WithdrewBefore
from hosting.league.model import SeasonView, tables_of
from hosting.match.model import Person
from store.league import fixtures
from store.league.values import POINT, Entry, Totals
from tests.hosting.conftest import GUILD, NotingPoster, call
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms

ONE, OTHER = Person(2001, "One"), Person(2002, "Other")
DAY = timedelta(days=1)
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def begun(league: Played, *alternates: Person) -> Entry:
    """Begin a season with alternates, and return the first player's entry."""
    view = await league.begun(4, terms(cap=1))
    await call(league.arena, ONE, OTHER)
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
    with pytest.raises(NotAskedToPlay):
        await league.arena.alternates.take(league.season, OTHER.person_id)
    await league.pass_time(DAY + timedelta(hours=1))
    with pytest.raises(NotAskedToPlay):
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
        await league.arena.league_jobs.due(f"{GUILD}:{league.season}", None)
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
    with pytest.raises(NotAskedToPlay):
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
        with pytest.raises(RivalInSeason):
            await league.arena.substitutes.take(asked.id, Person(rival, "Rival"))
        with pytest.raises(RivalInSeason):
            await league.arena.organiser.replace(match.id, ORGANISER, 1, Person(rival, "Rival"))
        with pytest.raises(RivalInSeason):
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
    with pytest.raises(AlternatesFirst):
        await league.arena.substitutes.take(asked.id, OTHER)
    await league.pass_time(DAY)
    assert (await league.arena.substitutes.take(asked.id, OTHER)).person_of(1) == OTHER.person_id
    other = await league.match((await league.running())[1])
    asked = await league.arena.substitutes.leave(other.id, other.person_of(2))
    assert (await league.arena.substitutes.take(asked.id, ONE)).person_of(2) == ONE.person_id


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
