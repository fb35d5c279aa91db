"""A process that dies while a round opens: the round is due at once after the restart, and nothing is there twice."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest

from store.league.values import Fixture, Kind
from tests.hosting.league.lives import Life, counting, dying_before
from tests.hosting.league.playing import Played, terms
from tests.hosting.lobby.shelf import Killed
from tests.volume import THOROUGH

CASES: tuple[tuple[Kind, int | None], ...] = (
    ("round-robin", 7),
    ("swiss", 7),
    ("swiss", None),
    ("knockout", None),
    ("double-knockout", None),
)
"""Formats, each with the days of a round, or None where its second round opens with the last result of the first."""


async def play_first_round(league: Played, kind: Kind, days: int | None, name: str) -> Fixture | None:
    """Begin a season of four and play its first round; return the match that is left to do, where results decide."""
    rounds = 3 if kind == "swiss" else None
    view = await league.begun(4, terms(kind=kind, most=8, cap=9, rounds=rounds, round_days=days), name)
    first = [each for each in view.fixtures if each.status == "running"]
    assert {each.round for each in first} == {1}
    for each in first if days is not None else first[:-1]:
        await league.lose(each, 2)
        await league.arena.idle()
    return None if days is not None else first[-1]


async def make_due(league: Played, days: int | None, last: Fixture | None) -> None:
    """Have the second round be due: by its day, or by the last result of the first."""
    if last is not None:
        await league.lose(last, 2)
    else:
        assert days is not None
        await league.clock.advance(timedelta(days=days).total_seconds())
    await league.arena.idle()


async def summary(league: Played) -> tuple[list[int], list[tuple[int, int, int, int, str]], list[tuple[object, int]]]:
    """Return what there is of a season but for numbers that differ from season to season, and what is there twice."""
    view = await league.view()
    matches: Counter[object] = Counter(each.match_id for each in view.fixtures if each.match_id is not None)
    made: Counter[object] = Counter((what, number) for what, number in league.shelf.things.values())
    return (
        [each.number for each in view.rounds],
        sorted((each.round, each.leg, each.board, len(each.entries), _status(each)) for each in view.fixtures),
        [each for each in (matches + made).items() if each[1] > 1],
    )


def _status(fixture: Fixture) -> str:
    """Return the status of a fixture: a league asks for its match, and the tests of starts see to the rest."""
    return "running" if fixture.ordered else fixture.status


@pytest.mark.parametrize(("kind", "days"), CASES)
async def test_a_round_is_due_at_once_after_a_death_at_any_statement(life: Life, kind: Kind, days: int | None) -> None:
    league = await life.rise()
    last = await play_first_round(league, kind, days, "Whole")
    with counting() as statements:
        await make_due(league, days, last)
    whole = await summary(league)
    assert whole[0] == [1, 2]
    assert any(status == "running" for *_, status in whole[1])
    assert whole[2] == []
    cuts = range(1, statements[0] + 1)
    for cut in cuts if THOROUGH else random.Random(f"{kind} {days}").sample(cuts, 8):
        going = await league.running()
        await league.arena.leagues.close(league.season)
        for each in going:  # or the server has as many matches as it wants
            await league.lose(each, 2)
        last = await play_first_round(league, kind, days, f"Cut {cut}")
        season = league.season
        with suppress(Killed), dying_before(cut):
            await make_due(league, days, last)
        league = await life.rise()
        league.season = season
        await league.arena.starter.orders.resume()  # as a new process does: starts that the dead one held
        await league.arena.idle()
        if last is not None and not (await league.match(last)).over:
            await league.lose(last, 2)  # was not acknowledged
            await league.arena.idle()
        assert (cut, await summary(league)) == (cut, whole)
