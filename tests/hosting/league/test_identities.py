"""Who is who in a season that was imported: players say so, organisers confirm it, and it is theirs from then on."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from engine.text import say
from hosting.league.errors import (
    ClaimsAnother,
    NoSuchClaim,
    NoSuchLeague,
    NoSuchStranger,
    NotClaimed,
    NotUndoneHere,
    OwnClaim,
    PlaysInDivision,
    StrangerTaken,
    TooManyClaims,
)
from hosting.league.identities import MOST_CLAIMS, Stranger
from hosting.league.standings.ladder import positions
from hosting.league.tables import tables_of
from hosting.league.terms import LadderTerms
from hosting.match.model import Person
from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster, call
from tests.hosting.league import recompute
from tests.hosting.league.playing import ORGANISER, Played, news, terms

ONCE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
NEW = 2001
"""The first of the members who were the players elsewhere."""
OTHER = 51
"""Another organiser."""


async def brought(league: Played, *, closed: bool = False) -> list[Stranger]:
    """Play a season, rebuild it under another name, and go on with that; return its people who play."""
    arena = league.arena
    await league.begun(4)
    for each in (await league.running())[:2]:
        await league.lose(each, 2)
    await arena.idle()
    if closed:
        await league.play_on()
        await arena.leagues.close(league.season)
    made = await arena.season_files.make(league.season)
    read = await arena.season_imports.read(made)
    league.season = await arena.season_imports.add(GUILD, CHANNEL, ORGANISER, read, "Brought")
    await call(arena, *(Person(NEW + at, f"N{at}") for at in range(4)))
    await arena.idle()
    return [each for each in await arena.identities.strangers(league.season) if each.entry is not None]


async def claimed(league: Played, number: int, person: int) -> None:
    await league.arena.identities.ask(league.season, number, person)
    await league.arena.identities.confirm(league.season, number, OTHER)
    await league.arena.idle()


@ONCE
async def test_nobody_calls_organisers_again_and_again(league: Played, poster: NotingPoster) -> None:
    strangers = await brought(league)
    identities = league.arena.identities
    for _ in range(MOST_CLAIMS):
        await identities.ask(league.season, strangers[0].number, NEW)
        await identities.take_back(league.season, NEW)
    with pytest.raises(TooManyClaims):
        await identities.ask(league.season, strangers[0].number, NEW)
    made = await identities.ask(league.season, strangers[0].number, NEW + 1)
    await league.arena.idle()
    assert [number for what, number in news(poster) if what == "claim"][-1] == made.id == MOST_CLAIMS + 1


async def test_results_and_titles_of_a_closed_season_are_theirs_who_are_confirmed(league: Played) -> None:
    strangers = await brought(league, closed=True)
    arena = league.arena
    assert [each.name for each in strangers] == ["P0", "P1", "P2", "P3"]
    made = await arena.season_files.make(league.season)
    for at, each in enumerate(strangers):
        assert await arena.titles.of(GUILD, NEW + at) == []
        await claimed(league, each.number, NEW + at)
    view = await league.view()
    assert sorted(each.players[0] for each in view.entries) == [NEW, NEW + 1, NEW + 2, NEW + 3]
    won = [person for person in range(NEW, NEW + 4) if await arena.titles.of(GUILD, person)]
    assert len(won) == 1
    assert [each.person_id for each in await arena.identities.strangers(league.season) if each.entry] == [
        NEW + at for at in range(4)
    ]
    assert await arena.season_files.make(league.season) == made


async def test_a_running_season_goes_on_with_those_who_are_confirmed(league: Played) -> None:
    strangers = await brought(league)
    arena = league.arena
    resting = await arena.season_files.make(league.season)
    await arena.leagues.resume(league.season)
    await arena.idle()
    assert await league.running() == []
    for at, each in enumerate(strangers[:2]):
        await claimed(league, each.number, NEW + at)
    one = next(each for each in (await league.view()).entries if each.current == (NEW,))
    two = next(each for each in (await league.view()).entries if each.current == (NEW + 1,))
    assert all({*each.entries} == {one.id, two.id} for each in await league.running())
    for at, each in enumerate(strangers[2:], 2):
        await claimed(league, each.number, NEW + at)
    assert len(await league.running()) == 4
    going = await arena.season_files.make(league.season)
    assert going != resting
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert view.season.status == "closed"
    recompute.check(await arena.season_files.make(league.season))
    found = (await arena.season_imports.read(await arena.season_files.make(league.season))).found
    assert (found.closed, len(found.records), len(found.fixtures)) == (True, 6, 6)
    assert found.commitment == view.commitment
    before = (await arena.season_imports.read(resting)).found
    assert found.continuation is not None
    assert found.continuation["commitments"] == [before.commitment]
    assert [each.id for each in found.fixtures] == [each.id for each in before.fixtures]
    assert found.digest == before.digest
    again = await arena.season_imports.add(
        GUILD, CHANNEL, ORGANISER, await arena.season_imports.read(await arena.season_files.make(league.season)), "More"
    )
    assert await arena.season_files.make(again) == await arena.season_files.make(league.season)


@ONCE
async def test_a_number_has_one_person_and_a_person_one_number(league: Played) -> None:
    one, two, *_ = await brought(league)
    arena, season, ask = league.arena, league.season, league.arena.identities.ask
    first, again = await asyncio.gather(ask(season, one.number, NEW), ask(season, one.number, NEW))
    assert first == again
    with pytest.raises(ClaimsAnother):
        await ask(season, two.number, NEW)
    with pytest.raises(StrangerTaken):
        await ask(season, one.number, NEW + 1)
    with pytest.raises(NoSuchStranger):
        await ask(season, 10**6, NEW + 1)
    with pytest.raises(NoSuchLeague):
        await ask(10**6, one.number, NEW + 1)
    with pytest.raises(OwnClaim):
        await arena.identities.confirm(season, one.number, NEW)
    with pytest.raises(NoSuchClaim):
        await arena.identities.confirm(season, two.number, OTHER)
    assert (await arena.identities.take_back(season, NEW)).state == "withdrawn"
    with pytest.raises(NoSuchClaim):
        await arena.identities.take_back(season, NEW)
    second = await ask(season, one.number, NEW + 1)
    with pytest.raises(NoSuchClaim):  # of the button that showed the first one
        await arena.identities.confirm(season, one.number, OTHER, claim=first.id)
    assert (await arena.identities.refuse(season, one.number, OTHER, claim=second.id)).state == "refused"
    third = await ask(season, one.number, NEW)
    done = await asyncio.gather(
        *(arena.identities.confirm(season, one.number, OTHER, claim=third.id) for _ in range(2)), return_exceptions=True
    )
    assert sum(isinstance(each, NoSuchClaim) for each in done) == 1
    with pytest.raises(StrangerTaken):
        await ask(season, one.number, NEW + 1)
    with pytest.raises(ClaimsAnother):
        await ask(season, two.number, NEW)
    with pytest.raises(NoSuchClaim):
        await arena.identities.take_back(season, NEW)


@ONCE
async def test_an_organiser_who_plays_confirms_nobody_there(league: Played) -> None:
    one, two, *_ = await brought(league)
    await claimed(league, one.number, NEW)
    await league.arena.identities.ask(league.season, two.number, NEW + 1)
    with pytest.raises(PlaysInDivision):
        await league.arena.identities.confirm(league.season, two.number, NEW)
    with pytest.raises(PlaysInDivision):
        await league.arena.identities.refuse(league.season, two.number, NEW)


@ONCE
async def test_who_said_so_is_told_in_private_what_an_organiser_decided(league: Played, poster: NotingPoster) -> None:
    one, two, *_ = await brought(league)

    def private() -> list[tuple[int, bool]]:
        found = [post for post in poster.posts if post.kind == "private" and post.channel_id >= NEW]
        return [(post.channel_id, "did not confirm" in str(post.payload)) for post in found]

    await claimed(league, one.number, NEW)
    assert private() == [(NEW, False)]
    await league.arena.identities.ask(league.season, two.number, NEW + 1)
    await league.arena.identities.refuse(league.season, two.number, OTHER)
    await league.arena.idle()
    assert private() == [(NEW, False), (NEW + 1, True)]


async def test_who_is_deleted_has_no_name_in_a_season_that_was_imported(league: Played) -> None:
    one, two, *_ = await brought(league)
    arena = league.arena
    await claimed(league, one.number, NEW)
    await arena.identities.ask(league.season, two.number, NEW + 1)
    for person in (NEW, NEW + 1):
        await arena.deletions.delete(person)
    await arena.idle()
    there = {each.number: each for each in await arena.identities.strangers(league.season)}
    assert one.number not in there
    assert there[two.number].claim is None
    read = await arena.season_imports.read(await arena.season_files.make(league.season))
    assert read.found.people[one.number].name == ""
    assert read.found.people[one.number].left_at is not None
    assert read.found.people[two.number].name == two.name
    view = await league.view()
    assert [each.id for each in view.entries if each.left_at is not None] == [one.entry]


@ONCE
async def test_a_ladder_waits_for_those_of_whom_it_is_not_known_who_they_are(league: Played) -> None:
    arena = league.arena
    await league.begun(3, terms(kind="ladder", tiebreaks=(), ladder=LadderTerms(reach=2, inactivity=30)))
    await league.pass_time(timedelta(days=40))
    read = await arena.season_imports.read(await arena.season_files.make(league.season))
    await call(arena, Person(NEW, "N"), Person(NEW + 1, "N1"))
    league.season = await arena.season_imports.add(GUILD, CHANNEL, ORGANISER, read, "Brought")
    await arena.leagues.resume(league.season)
    await arena.idle()
    ranked = positions((await league.view()).entries, ())
    of = {each.entry: each.number for each in await arena.identities.strangers(league.season)}
    await claimed(league, of[ranked[2]], NEW)
    with pytest.raises(NotClaimed):
        await arena.challenges.challenge(league.season, NEW, ranked[1])
    await claimed(league, of[ranked[1]], NEW + 1)
    await arena.challenges.challenge(league.season, NEW, ranked[1])
    await arena.challenges.answer(league.season, NEW + 1, accept=True)
    await arena.idle()
    assert len(await league.running()) == 1
    await league.pass_time(timedelta(days=31))
    assert [each.entries for each in (await league.view()).fixtures if ranked[0] in each.entries] == []


@ONCE
async def test_a_decision_that_came_with_the_file_is_not_taken_back(league: Played) -> None:
    arena = league.arena
    await league.begun(4)
    one, two, *_ = await league.running()
    for each in (one, two):
        await league.lose(each, 2)
    decide = arena.decisions
    await decide.points(league.season, ORGANISER, one.id, dict.fromkeys(one.entries, 30), say("One."))
    await decide.points(league.season, ORGANISER, one.id, dict.fromkeys(one.entries, 60), say("Another."))
    await decide.undo(league.season, ORGANISER, None, say("No."))
    await decide.points(league.season, ORGANISER, two.id, dict.fromkeys(two.entries, 30), say("Two."))
    await decide.undo(league.season, ORGANISER, None, say("No."))
    made = await arena.season_files.make(league.season)
    before = await decide.in_force(league.season)
    league.season = await arena.season_imports.add(
        GUILD, CHANNEL, ORGANISER, await arena.season_imports.read(made), "Brought"
    )
    held = await decide.in_force(league.season)
    assert [each.kind for each in held] == [each.kind for each in before] == ["points"]
    with pytest.raises(NotUndoneHere):
        await decide.undo(league.season, ORGANISER, None, say("No."))
    fixture = next(each for each in (await league.view()).fixtures if each.id == held[0].fixture)
    await decide.replay(league.season, ORGANISER, fixture.id, say("Again."))
    assert next(each for each in (await league.view()).fixtures if each.id == fixture.id).status == "planned"
    assert (await arena.season_imports.read(await arena.season_files.make(league.season))).entries == 4


@ONCE
async def test_of_two_who_say_to_be_the_same_one_is_told_that_the_other_does(league: Played) -> None:
    one, *_ = await brought(league)
    asked = (league.arena.identities.ask(league.season, one.number, NEW + at) for at in range(2))
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(type(each).__name__ for each in found) == ["Claim", "StrangerTaken"]


@ONCE
async def test_an_entry_of_whom_nobody_knows_who_it_is_can_be_taken_out(league: Played) -> None:
    strangers = await brought(league)
    arena = league.arena
    await arena.leagues.resume(league.season)
    for at, each in enumerate(strangers[1:], 1):
        await claimed(league, each.number, NEW + at)
    entry = strangers[0].entry
    assert entry is not None
    await arena.leagues.remove(league.season, entry, ORGANISER)
    await arena.idle()
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert view.season.status == "closed"
    assert not any(each.open for each in view.fixtures)
    assert (await arena.season_imports.read(await arena.season_files.make(league.season))).closed


async def test_the_next_season_follows_the_places_of_one_that_was_imported(league: Played) -> None:
    arena = league.arena
    await league.begun(8, terms(division_size=4, up=1, most=20))
    await league.play_on()
    await arena.leagues.close(league.season)
    read = await arena.season_imports.read(await arena.season_files.make(league.season))
    league.season = await arena.season_imports.add(GUILD, CHANNEL, ORGANISER, read, "Brought")
    await call(arena, *(Person(NEW + at, f"N{at}") for at in range(8)))
    strangers = [each for each in await arena.identities.strangers(league.season) if each.entry is not None]
    for at, each in enumerate(strangers):
        await claimed(league, each.number, NEW + at)
    first = await league.view()
    rows = {row.entry: row for row in tables_of(first)}
    moved = {each.players[0]: rows[each.id].division for each in first.entries}
    for entry in first.entries:
        moved[entry.players[0]] += {"up": -1, "down": 1}.get(rows[entry.id].movement or "", 0)
    league.season = (await arena.following.open(first.league.id)).season.id
    await arena.leagues.publish(league.season)
    for person in moved:
        await arena.following.stay(league.season, person)
    await arena.leagues.start(league.season)
    await arena.idle()
    assert {each.players[0]: each.division for each in (await league.view()).entries} == moved
    assert (await league.view()).season.number == 2
