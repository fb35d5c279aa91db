"""Entries of a Swiss sit rounds out for half a point, so often as the terms say, or for nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hosting.league.errors import BadBye, NotInLeague
from tests.hosting.conftest import NotingPoster
from tests.hosting.league.playing import FIRST, ORGANISER, TEAMS, Played, terms

SWISS = terms(kind="swiss", rounds=3, half_byes=1, tiebreaks=("wins", "lot"))
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def test_rounds_are_sat_out(league: Played) -> None:
    await league.found(5, SWISS)
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
    await league.found(5, SWISS)
    byes = league.arena.byes
    await byes.ask(league.season, FIRST, 2, half=True)
    await byes.ask(league.season, FIRST, 2, half=True)  # again: still one
    with pytest.raises(BadBye):
        await byes.ask(league.season, FIRST, 3, half=True)
    with pytest.raises(BadBye):
        await byes.ask(league.season, FIRST, 4, half=False)
    with pytest.raises(BadBye):
        await byes.take_back(league.season, FIRST, 3)
    with pytest.raises(NotInLeague):
        await byes.ask(league.season, ORGANISER, 2, half=True)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    for round_ in (0, 1):
        with pytest.raises(BadBye):
            await byes.ask(league.season, FIRST + 1, round_, half=False)
    assert [(each.round, each.kind) for each in (await league.view()).absences] == [(2, "half_bye")]


@sqlite
async def test_a_round_that_never_comes_costs_no_bye(league: Played) -> None:
    """The number of rounds follows from who is there at the start."""
    await league.found(5, terms(kind="swiss", half_byes=1, tiebreaks=("lot",), most=64))
    byes = league.arena.byes
    with pytest.raises(BadBye):
        await byes.ask(league.season, FIRST, 7, half=True)
    await byes.ask(league.season, FIRST, 6, half=True)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    with pytest.raises(BadBye):
        await byes.ask(league.season, FIRST + 1, 4, half=True)
    await byes.take_back(league.season, FIRST, 6)
    asked = await byes.ask(league.season, FIRST, 3, half=True)
    assert asked is not None
    assert (asked.round, asked.kind) == (3, "half_bye")


@sqlite
async def test_only_a_swiss_has_rounds_to_sit_out(league: Played) -> None:
    await league.found(4)
    with pytest.raises(BadBye):
        await league.arena.byes.ask(league.season, FIRST, 1, half=True)


@sqlite
async def test_a_team_sits_out_once_both_have_asked_for_the_same(league: Played, poster: NotingPoster) -> None:
    of = replace(TEAMS, kind="swiss", rounds=3, half_byes=1, tiebreaks=("lot",))
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
    with pytest.raises(BadBye):
        await byes.ask(season, FIRST, 1, half=True)
    by_organiser = await byes.ask(season, FIRST, 2, half=True, organiser=True)
    assert by_organiser is not None
