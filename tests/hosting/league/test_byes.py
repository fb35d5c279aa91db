"""Entries of a Swiss sit rounds out for half a point, so often as the terms say, or for nothing."""

from __future__ import annotations

import pytest

from hosting.league.errors import BadBye, NotInLeague
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms

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
    assert (asked.round, asked.kind) == (3, "half_bye")


@sqlite
async def test_only_a_swiss_has_rounds_to_sit_out(league: Played) -> None:
    await league.found(4)
    with pytest.raises(BadBye):
        await league.arena.byes.ask(league.season, FIRST, 1, half=True)
