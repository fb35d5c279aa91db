"""Brackets agree with what is paired and played: at every step of seasons of every size, at every kind of table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from hosting.league.brackets import Tie, begun_with, bracket, round_text
from hosting.league.fixtures import SeasonMatch
from hosting.league.pairing.formats import plan, rounds
from hosting.league.pairing.values import Season
from hosting.league.terms import LeagueTerms
from store.league.values import POINT, Fixture, League, Stage, StoredSeason
from tests.hosting.league.pairing.seasons import BEGAN, Result, entries, made, noted, played, season, terms
from tests.volume import many

EVER = 10**6
HALF = POINT // 2


def course(now: Season, result: Result) -> Iterator[Season]:
    """Give a season as it is each time something was paired, or played."""
    yield now
    while planned := plan(replace(now, round=EVER)):
        now = made(now, planned)
        yield now
        now = noted(played(now, result))
        yield now


def at_random(seed: int, *, draws: bool) -> Result:
    chance = Random(seed)

    def result(fixture: Fixture) -> tuple[int, ...]:
        if len(fixture.sides) == 2:
            return chance.choice([(POINT, 0), (0, POINT), (HALF, HALF)] if draws else [(POINT, 0), (0, POINT)])
        places = [*range(len(fixture.sides))]
        chance.shuffle(places)
        return tuple(POINT * each for each in places)

    return result


def agreed(now: Season, ties: tuple[Tie, ...]) -> None:
    """Hold the ties of a bracket against the fixtures of its season."""
    by_place = {each.place: each for each in ties}
    assert len(by_place) == len(ties)
    for each in now.fixtures:
        if each.is_bye:
            assert any(tie.round == each.round and tie.sides[0].entry == each.entries[0] for tie in ties)
        else:
            tie = by_place[each.round, each.board]
            assert {side.entry for side in tie.sides} == {*each.entries}
            assert (tie.status == "over") is all(one.on is not None for one in tie.sides)
            if each.status == "planned":
                assert tie.status == "due"
    for tie in ties:
        for side in tie.sides:
            if side.feeds is None:
                continue
            source = by_place[side.feeds]
            come = [one.entry for one in source.sides if one.on is side.won]
            assert side.entry == (come[0] if source.status == "over" else None)
    fed = Counter(side.feeds for tie in ties for side in tie.sides if side.feeds and side.won)
    assert set(fed.values()) <= {1}, "who wins a tie goes to one other"
    begin = Counter(side.entry for tie in ties for side in tie.sides if side.feeds is None and tie.round == 1)
    assert begin == Counter(each.id for each in now.entries)


def finished(ties: tuple[Tie, ...]) -> None:
    """Hold that a bracket is decided: all ties are over, and one entry goes on from the last."""
    assert {each.status for each in ties} == {"over"}
    last = max(ties, key=lambda each: each.place)
    assert sum(side.on is True for side in last.sides) == 1


OF_TWO: list[tuple[LeagueTerms, int]] = [
    *((terms("knockout", legs=legs), 2) for legs in (1, 3)),
    *((terms("double-knockout", legs=legs, reset=reset), 3) for legs in (1, 3) for reset in (False, True)),
]


@pytest.mark.parametrize(("of", "fewest"), OF_TWO)
def test_a_bracket_of_two_sides_shows_what_is_paired(of: LeagueTerms, fewest: int) -> None:
    for count in range(fewest, many(18, 40)):
        last: tuple[Tie, ...] = ()
        for now in course(season(of, *entries(count)), at_random(count, draws=of.legs > 1)):
            last = bracket(now, 1)
            agreed(now, last)
        finished(last)


@pytest.mark.parametrize("sides", [3, 4, 5, 6])
@pytest.mark.parametrize("advance", [1, 2])
def test_a_bracket_of_tables_shows_what_is_dealt_and_what_is_to_come(sides: int, advance: int) -> None:
    of = terms("knockout", sides=sides, advance=advance)
    for count in range(sides, many(30, 70)):
        begun = season(of, *entries(count), tables=tuple(range(3, sides)))
        foreseen = bracket(begun, 1)
        last = foreseen
        for now in course(begun, at_random(count, draws=False)):
            last = bracket(now, 1)
            if now.fixtures:
                agreed(now, last)
        finished(last)
        tables = [(each.round, len(each.sides)) for each in last]
        assert [(each.round, len(each.sides)) for each in foreseen] == tables, "as many tables as were foreseen"
        assert max(each.round for each in last) == rounds(of, count, tuple(range(3, sides)))


def names(of: LeagueTerms, count: int) -> list[str]:
    """Return what the rounds of a bracket are called, in order."""
    ties = bracket(season(of, *entries(count)), 1)
    found = dict.fromkeys((each.round, each.stage) for each in ties)
    return [str(round_text(of, count, stage, number)) for number, stage in found]


def test_rounds_are_called_as_people_call_them() -> None:
    assert names(terms("knockout"), 2) == ["Final"]
    assert names(terms("knockout"), 5) == ["Quarter-final", "Semi-final", "Final"]
    assert names(terms("knockout"), 32)[:3] == ["Round 1", "Round 2", "Quarter-final"]
    assert names(terms("double-knockout", reset=False), 5) == [
        *("Winners' round 1", "Winners' round 2", "Losers' round 1", "Losers' round 2"),
        *("Winners' final", "Losers' round 3", "Losers' final", "Final"),
    ]
    assert str(round_text(terms("double-knockout", reset=True), 5, "final", 9)) == "Second final"
    assert str(round_text(terms("swiss"), 8, "swiss", 3)) == "Round 3"
    at_tables = terms("knockout", sides=4, advance=2, game="apex", mode="4")
    assert [str(round_text(at_tables, 16, "main", each)) for each in (1, 2, 3)] == ["Round 1", "Round 2", "Final"]


def test_the_count_of_a_bracket_is_that_of_its_start() -> None:
    there = (*entries(3), replace(entries(1, first=9)[0], from_round=2), *entries(2, division=2, first=20))
    assert begun_with(there, 1) == 3


def test_scores_add_up_over_the_matches_of_a_tie_and_a_forfeit_is_told() -> None:
    of = terms("knockout", legs=3)
    now = season(of, *entries(2))
    results = iter([(POINT, 0), (HALF, HALF)])
    for _ in range(2):
        now = noted(played(made(now, plan(now)), lambda _: next(results)))
    (tie,) = bracket(now, 1)
    assert {side.entry: (side.points, side.on) for side in tie.sides} == {1: (POINT + HALF, None), 2: (HALF, None)}
    now = made(now, plan(now))
    fixtures = tuple(
        replace(
            each,
            status="over",
            why="forfeit",
            sides=tuple(replace(side, points=POINT if side.entry == 1 else 0) for side in each.sides),
        )
        if each.status == "planned"
        else each
        for each in now.fixtures
    )
    (tie,) = bracket(noted(replace(now, fixtures=fixtures)), 1)
    assert {side.entry: (side.points, side.on, side.forfeit) for side in tie.sides} == {
        1: (2 * POINT + HALF, True, False),
        2: (HALF, False, True),
    }


def told(of: LeagueTerms, stage: Stage, number: int, leg: int = 1, count: int = 8, nth: int = 1) -> tuple[str, str]:
    """Return where a match stands, and what a forfeit of it means."""
    league = League(1, 1, 1, 1, "Cup", BEGAN)
    stored = StoredSeason(1, 1, 1, nth, "running", of.dump(), bytes(32), BEGAN)
    match = SeasonMatch(league, stored, of, Fixture(1, 1, stage, number, leg, 1, ()), count)
    return str(match.where), str(match.forfeit)


def test_others_read_what_follows_from_the_forfeit_of_one_who_is_gone() -> None:
    def follows(of: LeagueTerms, stage: Stage) -> str:
        stored = StoredSeason(1, 1, 1, 1, "running", of.dump(), bytes(32), BEGAN)
        match = SeasonMatch(League(1, 1, 1, 1, "Cup", BEGAN), stored, of, Fixture(1, 1, stage, 1, 1, 1, ()), 8)
        before, forfeits, after = str(match.without(2, 14)).partition(" forfeits")
        assert before.startswith("If the match is stalled for 14 days, ")
        assert forfeits
        return after

    assert follows(terms("knockout"), "main") == " and is out."
    assert follows(terms("knockout", third=True), "third") == " and comes fourth."
    assert follows(terms("knockout", legs=3), "main") == " and loses this match of the best of 3."
    assert follows(terms("double-knockout"), "winners") == " and goes on in the losers' bracket."
    assert follows(terms("double-knockout"), "losers") == " and is out."
    assert follows(terms("double-knockout"), "final") == " and loses the final."
    assert follows(terms("swiss"), "swiss") == follows(terms("round-robin"), "division") == " and gets nothing."
    assert follows(terms("round-robin", teams=True), "division") == "."
    assert follows(terms("ladder"), "ladder") == " and loses the challenge."
    assert follows(terms("swiss", sides=4), "swiss") == " and comes last at this table."


def test_a_match_says_where_it_stands_and_what_a_forfeit_means() -> None:
    out, nothing = "If you forfeit, you're out.", "If you forfeit, you get nothing, and your opponent wins."
    single, double = terms("knockout"), terms("double-knockout")
    assert told(single, "main", 2) == ("Cup · Semi-final", out)
    assert told(single, "main", 1, nth=3) == ("Cup, season 3 · Quarter-final", out)
    best = "If you forfeit, you lose this match of the best of 3."
    assert told(terms("knockout", legs=3), "main", 3, leg=2) == ("Cup · Final, match 2", best)
    assert told(double, "winners", 2) == ("Cup · Winners' round 2", "If you forfeit, you go on in the losers' bracket.")
    assert told(double, "losers", 3) == ("Cup · Losers' round 1", out)
    assert told(double, "final", 8) == ("Cup · Final", "If you forfeit, you lose the final.")
    assert told(terms("swiss"), "swiss", 3) == ("Cup · Round 3", nothing)
    assert told(terms("round-robin", legs=2), "division", 9, leg=2) == ("Cup · Round 9", nothing)
    assert told(terms("ladder"), "ladder", 4) == ("Cup", "If you forfeit, you lose the challenge.")
    assert told(terms("swiss", sides=4), "swiss", 1) == (
        "Cup · Round 1",
        "If you forfeit, you come last at this table.",
    )
