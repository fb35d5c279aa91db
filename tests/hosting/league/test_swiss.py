"""A Swiss is paired round by round, each once the one before is over."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from engine.text import say
from hosting.league import director
from store.league import fixtures
from tests.hosting.league.playing import FIRST, Played, terms
from tests.hosting.league.test_export import exported

SWISS = terms(kind="swiss", rounds=3, tiebreaks=("buchholz_cut1", "buchholz", "direct", "wins", "lot"))


async def test_a_round_opens_once_the_one_before_is_over(league: Played) -> None:
    view = await league.begun(5, SWISS)
    for number in (1, 2, 3):
        view = await league.view()
        assert [each.number for each in view.rounds] == list(range(1, number + 1))
        assert view.rounds[-1].method == "dutch"
        now = [each for each in view.fixtures if each.round == number]
        assert sorted(entry for each in now for entry in each.entries) == [each.id for each in view.entries]
        assert [each.why for each in now if each.is_bye] == ["bye"]
        for each in await league.running():
            await league.lose(each, 2)
        await league.arena.idle()
    view = await league.view()
    assert view.season.status == "ended"
    assert len({frozenset(each.entries) for each in view.fixtures}) == 9
    assert dict(view.totals) == fixtures.added_up(view.fixtures)
    assert sum(each.byes for each in view.totals.values()) == 3


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_large_one_is_paired_in_a_process(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director, "LARGE", 4)
    own, jobs_run = league.arena.processes.run, []

    async def run(job: Callable[..., Any], *values: Any) -> Any:
        assert await own(os.getpid) != os.getpid()
        jobs_run.append(job)
        return await own(job, *values)

    monkeypatch.setattr(league.arena.processes, "run", run)
    view = await league.begun(4, SWISS)
    assert sorted(entry for each in view.fixtures for entry in each.entries) == [each.id for each in view.entries]
    assert len(jobs_run) == 1
    assert view.rounds[-1].method == "dutch"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_round_lasts_as_long_as_was_said(league: Played) -> None:
    await league.begun(4, replace(SWISS, round_days=7))
    for each in await league.running():
        await league.lose(each, 2)
    await league.arena.idle()
    await league.pass_time(timedelta(days=6))
    assert len((await league.view()).rounds) == 1
    await league.pass_time(timedelta(days=1))
    assert len((await league.view()).rounds) == 2


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_who_withdraws_loses_the_round_and_is_paired_no_more(league: Played) -> None:
    await league.begun(4, replace(SWISS, rounds=2))
    gone = await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    await league.play_on()
    view = await league.view()
    mine = [each for each in view.fixtures if gone.id in each.entries]
    assert [(each.round, each.why) for each in mine] == [(1, "played")]
    assert next(side.points for side in mine[0].sides if side.entry == gone.id) == 0
    assert view.season.status == "ended"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_who_meet_again_because_of_a_correction_that_is_taken_back_later_are_no_fault(league: Played) -> None:
    view = await league.begun(4, replace(SWISS, round_days=7))
    corrections, first = league.arena.corrections, [each.match_id or 0 for each in view.fixtures]
    for each in await league.running():
        await league.lose(each, 2)
    for number in first:
        await corrections.void(number, 77, say("Nobody was there."))
    await league.pass_time(timedelta(days=7))
    for number in first:
        await corrections.undo(number, 77, None, say("They were."))
    await league.arena.idle()
    rounds = [{frozenset(each.entries) for each in (await league.view()).fixtures if each.round == at} for at in (1, 2)]
    assert rounds[0] == rounds[1]
    await exported(league)
