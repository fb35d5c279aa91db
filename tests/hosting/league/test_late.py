"""Who comes late takes a number that is free in a round robin, and is paired from the next round on in a Swiss."""

from __future__ import annotations

import pytest

from hosting.league.errors import LeagueIsPaused, LeagueNotOpen, WithdrewBefore
from hosting.match.model import Person
from store.league import fixtures
from tests.hosting.conftest import call
from tests.hosting.league.playing import FIRST, Played, terms

LATE, LATER = Person(2001, "Late"), Person(2002, "Later")
SWISS = terms(kind="swiss", rounds=3, late_rounds=2, late_points=60, tiebreaks=("wins", "lot"))
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def test_a_free_number_of_a_round_robin_is_taken(league: Played) -> None:
    await league.begun(5, terms(late_rounds=1, cap=1))
    await call(league.arena, LATE, LATER)
    mine = await league.arena.leagues.join(league.season, LATE.person_id)
    await league.arena.idle()
    assert mine.from_round == 2
    with pytest.raises(LeagueNotOpen):  # there was one
        await league.arena.leagues.join(league.season, LATER.person_id)
    await league.play_on()
    view = await league.view()
    assert len(view.fixtures) == 15
    assert sum(mine.id in each.entries for each in view.fixtures) == 5
    assert {each.why for each in view.fixtures} == {"played"}
    assert dict(view.totals) == fixtures.added_up(view.fixtures)
    assert view.season.status == "ended"


async def test_missed_rounds_of_a_swiss_give_what_the_terms_say(league: Played) -> None:
    await league.begun(5, SWISS)
    await call(league.arena, LATE, LATER)
    mine = await league.arena.leagues.join(league.season, LATE.person_id)
    assert mine.from_round == 2
    for each in await league.running():
        await league.lose(each, 2)
    await league.arena.idle()
    with pytest.raises(LeagueNotOpen):
        await league.arena.leagues.join(league.season, LATER.person_id)
    await league.play_on()
    view = await league.view()
    own = sorted((each.round, each.why or "") for each in view.fixtures if mine.id in each.entries)
    assert own[0] == (1, "half_bye")
    assert [round_ for round_, _ in own] == [1, 2, 3]
    assert view.season.status == "ended"


@sqlite
async def test_who_withdrew_does_not_begin_anew(league: Played) -> None:
    await league.begun(5, SWISS)
    await league.arena.leagues.withdraw(league.season, FIRST)
    with pytest.raises(WithdrewBefore):
        await league.arena.leagues.join(league.season, FIRST)


@sqlite
@pytest.mark.parametrize(
    ("count", "given"),
    [
        (4, {"late_rounds": 9}),
        (5, {}),
    ],
)
async def test_where_there_is_no_place_nobody_comes_late(league: Played, count: int, given: dict[str, object]) -> None:
    await league.begun(count, terms(**given))
    await call(league.arena, LATE)
    before = await league.view()
    with pytest.raises(LeagueNotOpen):
        await league.arena.leagues.join(league.season, LATE.person_id)
    assert await league.view() == before


@sqlite
async def test_who_comes_late_while_a_season_is_paused_is_told_to_wait(league: Played) -> None:
    await league.begun(5, terms(late_rounds=1, cap=1))
    await call(league.arena, LATE)
    await league.arena.leagues.pause(league.season)
    with pytest.raises(LeagueIsPaused):
        await league.arena.leagues.join(league.season, LATE.person_id)
    await league.arena.leagues.resume(league.season)
    assert (await league.arena.leagues.join(league.season, LATE.person_id)).from_round > 1
