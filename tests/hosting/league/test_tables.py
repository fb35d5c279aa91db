"""Tables of seasons as they are stored."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hosting.league.model import table_season, tables_of
from hosting.league.terms import LeagueTerms
from tests.hosting.league import recompute
from tests.hosting.league.playing import Played, terms
from tests.hosting.league.sample import files, pack


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_season_is_recomputed_from_what_is_stored_of_it(league: Played) -> None:
    view = await league.found(4)
    assert tables_of(view) == ()
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    view = await league.view()
    rows = tables_of(view)
    assert [(row.place, row.min_place, row.max_place) for row in rows] == [(1, 1, 4)] * 4
    # The secret is not open: no row shows a lot.
    assert {row.tiebreaks[-1] for row in rows} == {None}
    for fixture in await league.running():
        await league.lose(fixture, 2)
    await league.arena.idle()
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    rows = tables_of(view)
    assert {row.movement for row in rows} == {"stay"}
    assert {row.tiebreaks[-1] for row in rows} == {view.lots("lot", row.entry).hex() for row in rows}
    recompute.check(pack(files(table_season(view), bytes.fromhex(view.secret or ""))))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("count", "of"),
    [
        (4, terms(kind="swiss", tiebreaks=("buchholz_cut1", "buchholz", "direct", "wins", "lot"))),
        (5, terms(kind="knockout", sides=3, mode="3")),
    ],
    ids=["swiss", "knock-out at tables of three"],
)
async def test_seasons_in_which_one_withdraws_are_recomputed(league: Played, count: int, of: LeagueTerms) -> None:
    view = await league.begun(count, of)
    first = next(each for each in view.fixtures if not each.is_bye)
    gone = next(each for each in view.entries if each.id == first.entries[0])
    await league.arena.leagues.withdraw(league.season, gone.players[0])
    await league.arena.idle()
    while found := await league.running():
        for each in found:
            # Who withdrew has resigned the first seat, or is missing, and the others play at a smaller table.
            for seat in range(2, len(each.sides) + 1):
                if not (await league.match(each)).over:
                    await league.lose(each, seat)
        await league.arena.idle()
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    rows = {row.entry: row for row in tables_of(view)}
    assert view.season.status == "closed"
    assert rows[gone.id].movement == "out"
    assert [each for each, row in rows.items() if row.place == 1] != [gone.id]
    recompute.check(pack(files(table_season(view), bytes.fromhex(view.secret or ""))))
