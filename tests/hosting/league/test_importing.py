"""Seasons that are rebuilt from their ZIPs: written again they are the same, byte by byte."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hosting.arena import Arena
from hosting.league.terms import LeagueTerms
from tests.hosting.conftest import CHANNEL, GUILD
from tests.hosting.league import recompute
from tests.hosting.league.playing import ORGANISER, Played, terms

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
