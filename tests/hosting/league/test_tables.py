"""Tables of seasons as they are stored."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hosting.league.tables import season_of, tables_of
from tests.hosting.league import recompute
from tests.hosting.league.playing import Played
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
    recompute.check(pack(files(season_of(view), bytes.fromhex(view.secret or ""))))
