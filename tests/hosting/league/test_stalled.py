"""Matches that can never start: after a time they are over, and what waited for them goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from engine.text import load_text
from hosting.league.matches import AGAIN
from hosting.lobby import starter
from hosting.match.model import Start
from store.league.seasons import POINT, Fixture
from tests.hosting.conftest import NotingPoster
from tests.hosting.league.playing import FIRST, Played, terms, told
from tests.hosting.lobby.offering import GoneError, ShelfBuilder

pytestmark = [
    pytest.mark.usefixtures("at_once"),
]
PATIENCE = 2 * AGAIN
CUP = terms(kind="knockout", most=16, seeding="lot")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the starter give up what fails once, and leagues what fails for a few days."""
    monkeypatch.setattr(starter, "PAUSES", ())
    monkeypatch.setattr("hosting.league.matches.PATIENCE", PATIENCE)


class Picky(ShelfBuilder):
    """Refuses matches of some people, who left the server or may not be let in.

    Attributes:
        gone: Who left.
        shut: For whom a permission is missing.
    """

    gone: frozenset[int] = frozenset()
    shut: frozenset[int] = frozenset()

    async def check(self, start: Start) -> Mapping[int, str]:
        if missing := self.gone & {*start.people}:
            raise GoneError(*missing)
        if self.shut & {*start.people}:
            raise PermissionError
        return await super().check(start)


def picky(league: Played) -> Picky:
    builder = Picky(league.shelf)
    league.arena.starter.set_builder(builder)
    return builder


async def until_given_up(league: Played) -> None:
    """Let the time pass after which a match is given up that can never start."""
    for _ in range(PATIENCE // AGAIN):
        await league.pass_time(AGAIN)


async def of_first(league: Played, at: int = -1) -> Fixture:
    """Return a fixture of the first player, the latest one if not told otherwise."""
    view = await league.view()
    mine = view.entry_of(FIRST)
    assert mine is not None
    return [each for each in view.fixtures if mine.id in each.entries][at]


async def test_who_left_the_server_loses_and_the_cup_goes_on(league: Played, poster: NotingPoster) -> None:
    picky(league).gone = frozenset((FIRST,))
    await league.begun(4, CUP)
    await league.play_on()
    assert len((await league.view()).rounds) == 1
    assert (await of_first(league)).trouble is not None
    (post,) = told(poster)
    assert f"Person {FIRST}" in str(load_text(post.payload["text"]))
    assert str(load_text(post.payload["text"])).startswith("League: a match can't start (Person ")
    await until_given_up(league)
    assert told(poster) == [post]
    over = await of_first(league)
    assert (over.why, over.match_id) == ("forfeit", None)
    assert {side.points: side.advances for side in over.sides} == {0: False, POINT: True}
    assert len((await league.view()).rounds) == 2
    await league.play_on()
    assert (await league.view()).season.status == "ended"


async def test_where_nobody_is_missing_a_match_is_not_finished(league: Played) -> None:
    picky(league).shut = frozenset((FIRST,))
    await league.begun(4, terms(kind="knockout", most=16, legs=3))
    await league.play_on()
    await until_given_up(league)
    over = await of_first(league, 0)
    assert (over.why, over.leg, [side.points for side in over.sides]) == ("unfinished", 1, [0, 0])
    view = await league.view()
    assert len(view.rounds) == 2  # no further match of that tie: the better seed goes on
    seeds = {each.id: each.seed for each in view.entries}
    assert [side.advances for side in over.sides] == [
        seeds[side.entry] == min(seeds[each] for each in over.entries) for side in over.sides
    ]


async def test_the_next_round_of_a_swiss_is_paired_all_the_same(league: Played) -> None:
    builder = picky(league)
    builder.gone = frozenset((FIRST,))
    await league.begun(6, terms(kind="swiss", rounds=2, tiebreaks=("buchholz", "lot")))
    await league.play_on()
    await until_given_up(league)
    assert (await of_first(league)).round == 2
    builder.gone = frozenset()
    await league.pass_time(AGAIN)
    assert (await of_first(league)).status == "running"
    assert (await of_first(league)).trouble is None


async def test_time_in_which_the_season_was_paused_is_no_trouble(league: Played) -> None:
    builder = picky(league)
    builder.gone = frozenset((FIRST,))
    await league.begun(4, CUP)
    assert (await of_first(league)).trouble is not None
    await league.arena.leagues.pause(league.season)
    await league.pass_time(2 * PATIENCE)
    builder.gone = frozenset()
    builder.shut = frozenset((FIRST,))
    await league.arena.leagues.resume(league.season)
    await league.arena.idle()
    again = await of_first(league)
    assert (again.status, again.attempt) == ("planned", 2)  # tried at once, and it has all its time
    await league.pass_time(PATIENCE - AGAIN)
    assert (await of_first(league)).status == "planned"
    await until_given_up(league)
    assert (await of_first(league)).why == "unfinished"


async def test_a_round_robin_tries_on_as_long_as_anything_else_is_played(league: Played) -> None:
    picky(league).gone = frozenset((FIRST,))
    await league.begun(4)
    await until_given_up(league)
    assert Counter(each.status for each in (await league.view()).fixtures) == {"planned": 3, "running": 3}
    await league.play_on()
    await league.pass_time(AGAIN)
    view = await league.view()
    assert Counter(each.why for each in view.fixtures) == {"played": 3, "forfeit": 3}
    assert view.season.status == "ended"
