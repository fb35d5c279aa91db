"""Seasons that are rebuilt from their ZIPs: written again they are the same, byte by byte."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hosting.arena import Arena
from hosting.league.errors import BadSeasonFile
from hosting.league.terms import LeagueTerms
from hosting.league.unpacking import unpacked
from hosting.match.model import Person
from hosting.people.retention import Periods
from tests.hosting.conftest import CHANNEL, GUILD, call
from tests.hosting.league import recompute
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms
from tests.hosting.league.test_reading import sealed

ONCE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
ELSEWHERE = GUILD + 1
NEWCOMER = 2001


async def brought(league: Played, made: bytes, name: str | None = None) -> int:
    """Rebuild a season; return its number."""
    read = await league.arena.season_imports.read(made)
    return await league.arena.season_imports.add(ELSEWHERE, CHANNEL, ORGANISER, read, name)


async def exported(arena: Arena, season: int) -> bytes:
    made = await arena.season_files.make(season)
    recompute.check(made)
    return made


async def same_again(league: Played) -> int:
    """Write a season, rebuild it, and write that: it is the same; return the number of the season rebuilt."""
    made = await exported(league.arena, league.season)
    again = await brought(league, made)
    await league.arena.idle()
    assert await exported(league.arena, again) == made
    return again


FORMATS = {
    "round-robin": (4, terms()),
    "divisions": (8, terms(division_size=4, up=1)),
    "swiss": (5, terms(kind="swiss", rounds=3, tiebreaks=("buchholz_cut1", "buchholz", "direct", "wins", "lot"))),
    "knockout": (3, terms(kind="knockout", most=16)),
    "double-knockout": (4, terms(kind="double-knockout", most=16)),
    "tables": (6, terms(mode="3", sides=3, cap=1)),
}


@pytest.mark.parametrize(("count", "agreed"), FORMATS.values(), ids=FORMATS)
async def test_a_season_of_every_format_is_the_same_again(league: Played, count: int, agreed: LeagueTerms) -> None:
    await league.begun(count, agreed)
    fixture, *_ = await league.running()
    if agreed.sides == 2:
        await league.play(fixture, *["1/1"] * 2)
    else:
        await league.lose(fixture, 2, 3)
    await league.arena.idle()
    running = await same_again(league)
    assert (await league.arena.leagues.view(running)).season.status == "paused"
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    made = await exported(league.arena, league.season)
    assert (await league.view()).season.status == "closed"
    closed = await brought(league, made, "Again")
    assert await exported(league.arena, closed) == made
    view = await league.arena.leagues.view(closed)
    assert (view.season.status, len(view.entries)) == ("closed", count)


@ONCE
async def test_a_season_that_was_imported_goes_with_its_server(league: Played) -> None:
    arena = league.arena
    await league.begun(4)
    season = await same_again(league)
    asker = (await arena.identities.strangers(season))[0].number
    await arena.identities.ask(season, asker, FIRST)
    await arena.retention.left(ELSEWHERE)
    await league.pass_time(Periods().removed_servers)
    await arena.retention.keep((GUILD,), lambda _guild: True)
    stored = await league.stored()
    assert [each for each in stored if each.startswith(("imported", "identity")) and stored[each]] == []
    assert "P0" not in {row.name for row in stored["member_names"] if row.guild_id == ELSEWHERE}
    assert (await league.view()).league.name == "League"


@ONCE
async def test_who_looks_again_sees_who_plays(league: Played) -> None:
    arena = league.arena
    await league.begun(4)
    season = await same_again(league)
    strangers = await arena.identities.strangers(season)
    before = await arena.leagues.view(season)
    await call(arena, Person(NEWCOMER, "N"))
    await arena.identities.ask(season, strangers[0].number, NEWCOMER)
    await arena.identities.confirm(season, strangers[0].number, ORGANISER)
    after = await arena.leagues.view(season)
    assert NEWCOMER not in {person for each in before.entries for person in each.current}
    assert NEWCOMER in {person for each in after.entries for person in each.current}


@ONCE
async def test_each_player_of_a_team_keeps_what_they_were_worth(league: Played) -> None:
    arena = league.arena
    await call(arena, *(Person(FIRST + at, f"P{at}") for at in range(8)))
    made = await arena.leagues.create(GUILD, CHANNEL, ORGANISER, "Teams", terms(mode="teams", teams=True))
    await arena.leagues.publish(made.season.id)
    for captain in range(FIRST, FIRST + 8, 2):
        await arena.leagues.join(made.season.id, captain, captain + 1)
        await arena.leagues.join(made.season.id, captain + 1, captain)
    await arena.leagues.start(made.season.id)
    await arena.idle()
    files = unpacked(await arena.season_files.make(made.season.id))
    players = files["players.csv"].decode().splitlines()
    halves = [f"{each.rpartition(',')[0]},25.0" if ',"P' in each else each for each in players]
    data = sealed({**files, "players.csv": "".join(f"{each}\n" for each in halves).encode()})
    recompute.check(data)
    assert await exported(arena, await brought(league, data)) == data
    wrong = sealed(
        {**files, "players.csv": "".join(f"{each}\n" for each in halves).replace("25.0", "26.0", 1).encode()}
    )
    with pytest.raises(BadSeasonFile, match=r"entries.csv, line 2: entry 1 is not worth what its players are"):
        await arena.season_imports.read(wrong)


@ONCE
async def test_a_season_whose_last_day_is_over_ends_as_soon_as_it_is_imported(league: Played) -> None:
    arena, ends_at = league.arena, league.clock.now() + timedelta(days=90)
    await league.begun(4, terms(ends_at=ends_at))
    made = await exported(arena, league.season)
    read = await arena.season_imports.read(made)
    assert not any("Its last day is over" in str(each) for each in read.notes)
    assert any("6 matches go on elsewhere" in str(each) for each in read.notes)
    await league.pass_time(timedelta(days=91))
    read = await arena.season_imports.read(made)
    assert any("Its last day is over" in str(each) for each in read.notes)
    season = await arena.season_imports.add(ELSEWHERE, CHANNEL, ORGANISER, read)
    await arena.idle()
    view = await arena.leagues.view(season)
    assert (view.season.status, {each.why for each in view.fixtures}) == ("ended", {"unfinished"})
    await league.pass_time(timedelta(days=1))
    assert (await arena.leagues.view(season)).season.status == "closed"
    await exported(arena, season)
