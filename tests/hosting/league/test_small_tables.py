"""Tables of three, each for themselves: smaller ones where the numbers do not divide, or an entry is missing."""

from __future__ import annotations

import pytest

from hosting.lobby.starter import PAUSES
from store.league import fixtures
from tests.hosting.league.playing import FIRST, Played, terms
from tests.hosting.lobby.offering import refuses

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
TABLES = terms(kind="swiss", mode="3", sides=3, rounds=2, place_points=(6, 3), tiebreaks=("wins", "lot"))


async def test_places_give_points_and_ties_share_them(league: Played) -> None:
    view = await league.begun(6, TABLES)
    assert [len(each.sides) for each in view.fixtures] == [3, 3]
    first, second = view.fixtures
    await league.lose(first, 3, 2)  # both losers share the last rank
    await league.play(second, "3/3", "1/1", "1/1", "3/3")
    await league.arena.idle()
    view = await league.view()
    assert [[side.points for side in each.sides] for each in view.fixtures[:2]] == [[720, 180, 180]] * 2
    assert len(view.rounds) == 2
    await league.play_on()
    view = await league.view()
    assert view.season.status == "ended"
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


async def test_who_is_left_plays_at_a_smaller_table_and_who_is_missing_ranks_last(league: Played) -> None:
    league.shelf.step = refuses("check")
    await league.begun(6, TABLES)
    gone = await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    league.shelf.step = refuses("never")
    await league.pass_time(PAUSES[0])
    view = await league.view()
    table = next(each for each in view.fixtures if gone.id in each.entries)
    match = await league.match(table)
    assert len(match.seats) == 2
    others = [side for side in table.sides if side.entry != gone.id]
    players = {each.id: each.players[0] for each in view.entries}
    assert [seat.person_id for seat in match.seats] == [players[side.entry] for side in others]
    await league.lose(table, 1)
    await league.arena.idle()
    table = next(each for each in (await league.view()).fixtures if each.id == table.id)
    assert (table.status, table.why) == ("over", "played")
    points = {side.entry: side.points for side in table.sides}
    assert [points[others[0].entry], points[others[1].entry], points[gone.id]] == [360, 720, 0]
