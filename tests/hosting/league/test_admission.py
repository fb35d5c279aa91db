"""Matches of a round are asked for a few at a time, each few as things are then."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hosting.league import director
from hosting.league.director import Admission
from hosting.league.schedule import busy
from tests.hosting.league.playing import FIRST, Played, terms

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director, "AT_ONCE", 2)


async def test_all_that_may_begin_does_under_the_cap(league: Played) -> None:
    view = await league.begun(7, terms(cap=2))
    assert max(Counter(busy(view.fixtures)).values()) == 2
    there = busy(view.fixtures)
    for each in view.fixtures:  # none waits that could begin
        assert not each.open or each.status == "running" or any(there[entry] == 2 for entry in each.entries)
    await league.play_on()
    assert {each.why for each in (await league.view()).fixtures} == {"played"}


async def test_what_changes_between_two_of_these_counts(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, left = Admission._ask, list[int]()

    async def and_then(self: Admission, *wanted: Any) -> bool:
        more = await ask(self, *wanted)
        if not left:
            left.append((await league.arena.leagues.withdraw(league.season, FIRST + 5)).id)
        return more

    monkeypatch.setattr(Admission, "_ask", and_then)
    await league.begun(6, terms(cap=1))
    view = await league.view()
    assert [each.status for each in view.fixtures if left[0] in each.entries] == ["struck"] * 5
    asked = [each for each in view.fixtures if each.attempt]
    assert sum(left[0] in each.entries for each in asked) <= 1  # by those who were asked for before
    assert {each.status for each in asked if left[0] not in each.entries} == {"running"}
    assert max(busy(view.fixtures).values()) == 1


async def test_none_begins_after_the_server_wants_no_more(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, times = Admission._ask, Counter[int]()

    async def counted(self: Admission, guild_id: int, most: int, some: Any) -> bool:
        times[guild_id] += 1
        return await ask(self, guild_id, min(most, 3), some)

    monkeypatch.setattr(Admission, "_ask", counted)
    await league.begun(8, terms(cap=3))
    assert len(await league.running()) == 3
    assert max(times.values()) <= 12  # it is not asked on and on


async def test_who_plays_is_counted_once_however_many_wait(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """The schedule of a large round robin has thousands of fixtures that wait at once."""
    counted = list[int]()

    def counting(there: Any) -> Counter[int]:
        counted.append(len(there))
        return busy(there)

    await league.begun(7, terms(cap=1))
    monkeypatch.setattr("hosting.league.schedule.busy", counting)
    await league.arena.director.due(f"season:{league.season}", None)
    assert len(counted) == 1
