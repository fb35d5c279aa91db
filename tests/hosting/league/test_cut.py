"""Ties of knock-outs that the end of a season cuts off."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.text import say
from hosting.league.model import SeasonView, tables_of
from hosting.league.terms import Unfinished
from store.league.values import POINT
from tests.hosting.league.playing import Played, terms
from tests.hosting.league.test_export import exported

DAYS = timedelta(days=20)


async def cut_off(league: Played, unfinished: Unfinished, *, kind: str = "knockout", **given: object) -> SeasonView:
    """Play a cup of four to its end, at which one semi-final is over and the other goes on."""
    cup = terms(kind=kind, most=4, unfinished=unfinished, ends_at=league.clock.now() + DAYS, **given)
    await league.begun(4, cup)
    legs = cup.legs // 2 + 1
    board = (await league.running())[0].board
    for _ in range(legs):
        (mine,) = [each for each in await league.running() if each.board == board]
        await league.lose(mine, *(side.seat for side in mine.sides if side.entry == max(mine.entries)))
        await league.arena.idle()
    await league.pass_time(DAYS)
    return await league.view()


def places(view: SeasonView) -> list[int]:
    return sorted(row.place for row in tables_of(view))


@pytest.mark.parametrize("unfinished", ["none", "half"])
async def test_nobody_advances_from_what_was_not_finished(league: Played, unfinished: Unfinished) -> None:
    view = await cut_off(league, unfinished)
    (left,) = [each for each in view.fixtures if each.why == "unfinished"]
    assert [side.advances for side in left.sides] == [None, None]
    await league.pass_time(timedelta(days=2))
    view = await league.view()
    assert view.season.status == "closed"
    assert places(view) == [1, 1, 1, 4]  # three were not eliminated
    await exported(league)


async def test_what_organisers_adjudicate_decides_a_tie_of_several_matches(league: Played) -> None:
    view = await cut_off(league, "adjudicate", legs=3)
    (left,) = [each for each in view.fixtures if each.why == "unfinished"]
    assert [side.advances for side in left.sides] == [None, None]
    winner, loser = left.entries
    await league.arena.decisions.points(league.season, 77, left.id, {winner: POINT, loser: 0}, say("Won."))
    await league.arena.idle()
    decided = next(each for each in (await league.view()).fixtures if each.id == left.id)
    assert {side.entry: side.advances for side in decided.sides} == {winner: True, loser: False}
    assert places(await league.view()) == [1, 1, 3, 3]
    await league.arena.decisions.undo(league.season, 77, None, say("Not won."))
    await league.arena.idle()
    undone = next(each for each in (await league.view()).fixtures if each.id == left.id)
    assert [side.advances for side in undone.sides] == [None, None]
    await league.pass_time(timedelta(days=8))
    assert places(await league.view()) == [1, 1, 1, 4]  # nobody gets points for what they leave


async def test_a_lead_is_no_win_before_the_last_match(league: Played) -> None:
    await league.begun(2, terms(kind="knockout", most=4, legs=3, ends_at=league.clock.now() + DAYS))
    await league.lose((await league.running())[0], 2)
    await league.arena.idle()
    await league.pass_time(DAYS)
    view = await league.view()
    assert [[side.advances for side in each.sides] for each in view.fixtures] == [[None, None]] * 2
    assert places(view) == [1, 1]


async def test_nobody_advances_from_a_table_that_did_not_finish(league: Played) -> None:
    await league.begun(3, terms(kind="knockout", mode="3", sides=3, most=3, ends_at=league.clock.now() + DAYS))
    await league.pass_time(DAYS)
    (left,) = (await league.view()).fixtures
    assert (left.why, [side.advances for side in left.sides]) == ("unfinished", [None] * 3)
    assert places(await league.view()) == [1, 1, 1]
