"""Who won a season, and who moves, as it follows from the table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hosting.league.model import SeasonView
from hosting.league.promotion import Finals, champions, finals
from hosting.league.terms import LadderTerms, LeagueTerms, entries_digest
from store.league.entries import Player
from store.league.values import Division, Entry, Fixture, League, Side, StoredSeason
from tests.hosting.league.standings.seasons import BEGAN, entry, met, terms


def closed(of: LeagueTerms, there: list[Entry], fixtures: list[Fixture], divisions: int = 1) -> SeasonView:
    season = StoredSeason(
        id=1,
        guild_id=1,
        league_id=1,
        number=1,
        status="closed",
        terms={},
        secret=bytes(32),
        created_at=BEGAN,
        entries_digest=entries_digest(there),
        started_at=BEGAN,
        closed_at=BEGAN,
    )
    count = of.up if divisions > 1 else 0
    found = tuple(
        Division(number, up=count if number > 1 else 0, down=count if number < divisions else 0)
        for number in range(1, divisions + 1)
    )
    done: dict[str, datetime] = {}
    league = League(1, 1, 1, 1, "League", BEGAN)
    return SeasonView(league, season, of, found, (), tuple(there), tuple(fixtures), {}, (), (), done)


def knocked_out(number: int, winner: int, loser: int) -> Fixture:
    sides = (Side(1, winner, 120, advances=True), Side(2, loser, 0, advances=False))
    return met(number, {winner: 120, loser: 0}, stage="main", sides=sides)


def test_the_first_of_the_highest_division_who_has_not_withdrawn_is_champion() -> None:
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 3: 0}), met(3, {2: 120, 3: 0})]
    there = [entry(number) for number in (1, 2, 3)]
    assert finals(closed(terms(), there, fixtures)) == Finals(champion=1)
    there[0] = entry(1, left=True)
    assert finals(closed(terms(), there, fixtures)).champion == 2
    running = closed(terms(), there, fixtures)
    assert finals(replace(running, season=replace(running.season, status="ended"))) == Finals()


def test_where_nothing_was_played_nobody_has_won() -> None:
    there = [entry(number) for number in (1, 2, 3)]
    assert finals(closed(terms(), there, [])).champion is None
    unfinished = met(1, {1: 0, 2: 0}, "unfinished")
    assert finals(closed(terms(), there, [unfinished])).champion is None
    ladder = terms("ladder", ladder=LadderTerms())
    assert finals(closed(ladder, there, [])).champion is None
    climbed = met(1, {3: 120, 1: 0}, stage="ladder", sides=(Side(1, 3, 120, challenger=True), Side(2, 1, 0)))
    assert finals(closed(ladder, there, [climbed])).champion == 3


def test_a_knockout_has_a_champion_once_one_alone_is_in() -> None:
    there = [entry(number) for number in (1, 2, 3, 4)]
    first = [knocked_out(1, 1, 4), replace(knocked_out(2, 2, 3), round=1, board=2)]
    assert finals(closed(terms("knockout"), there, first)).champion is None
    assert finals(closed(terms("knockout"), there, [*first, knocked_out(3, 2, 1)])).champion == 2


def test_who_moves_is_told_by_division_and_place() -> None:
    there = [entry(number, division=1 + (number > 3)) for number in range(1, 7)]
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 3: 0}), met(3, {2: 120, 3: 0})]
    fixtures += [
        replace(met(number, points), division=2)
        for number, points in ((4, {4: 0, 5: 120}), (5, {4: 120, 6: 0}), (6, {5: 120, 6: 0}))
    ]
    found = finals(closed(terms(up=1, division_size=4), there, fixtures, divisions=2))
    assert found.champion == 1
    assert [(row.division, row.entry) for row in found.promoted] == [(2, 5)]
    assert [(row.division, row.entry) for row in found.relegated] == [(1, 3)]


def test_the_title_belongs_to_who_played_most_for_the_champion() -> None:
    fixtures = [met(number, {1: 120, 2: 0}) for number in (1, 2, 3)]
    there = [entry(1, current=(13,)), entry(2)]
    view = closed(terms(), there, fixtures)
    left, came = fixtures[0].ended_at, BEGAN
    assert left is not None
    players = [Player(1, 0, 101, True, BEGAN, left), Player(1, 2, 13, True, left), Player(2, 0, 102, True, came)]
    assert champions(view, players) == (13,)
