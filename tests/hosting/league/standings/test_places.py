"""Places in knock-outs and ladders, and what the close makes of entries."""

from __future__ import annotations

from dataclasses import replace

from hosting.league.standings.table import table_of
from store.league.values import Division, Fixture, Side, Stage
from tests.hosting.league.standings.seasons import BEGAN, bye, entry, met, places, season, terms


def tie(number: int, winner: int, loser: int, round_: int, stage: Stage = "main", *, leg: int = 1) -> Fixture:
    sides = (Side(1, winner, 120, True), Side(2, loser, 0, False))
    return met(number, {}, sides=sides, round=round_, stage=stage, leg=leg)


def test_a_knock_out_counts_those_who_went_further() -> None:
    fixtures = [tie(1, 1, 4, 1), tie(2, 3, 2, 1), tie(3, 3, 1, 2)]
    rows = table_of(season(terms("knockout"), [entry(n) for n in (1, 2, 3, 4)], fixtures))
    assert places(rows) == {3: 1, 1: 2, 2: 3, 4: 3}
    assert all(row.tiebreaks == () for row in rows)


def test_while_a_round_is_played_those_who_are_in_share_the_first_place() -> None:
    byes = [bye(2, 3, 120, sides=(Side(0, 3, 120, True),), round=1, stage="main")]
    rows = table_of(season(terms("knockout"), [entry(n) for n in (1, 2, 3)], [tie(1, 1, 2, 1), *byes]))
    assert places(rows) == {1: 1, 3: 1, 2: 3}


def test_only_the_last_leg_of_a_tie_decides() -> None:
    first = met(1, {1: 0, 2: 120}, round=1, stage="main")
    rows = table_of(season(terms("knockout", legs=3), [entry(1), entry(2)], [first]))
    assert places(rows) == {1: 1, 2: 1}
    rows = table_of(season(terms("knockout", legs=3), [entry(1), entry(2)], [first, tie(2, 1, 2, 1, leg=4)]))
    assert places(rows) == {1: 1, 2: 2}


def test_who_loses_in_the_upper_bracket_is_still_in() -> None:
    four = [entry(n) for n in (1, 2, 3, 4)]
    upper = [tie(1, 1, 4, 1, "winners"), tie(2, 2, 3, 1, "winners")]
    assert places(table_of(season(terms("double-knockout"), four, upper))) == {1: 1, 2: 1, 3: 1, 4: 1}
    lower = [tie(3, 3, 4, 2, "losers"), tie(4, 1, 2, 3, "winners"), tie(5, 2, 3, 4, "losers")]
    assert places(table_of(season(terms("double-knockout"), four, [*upper, *lower]))) == {1: 1, 2: 1, 3: 3, 4: 4}
    last = tie(6, 2, 1, 5, "final")
    once = season(terms("double-knockout", reset=False), four, [*upper, *lower, last])
    assert places(table_of(once)) == {2: 1, 1: 2, 3: 3, 4: 4}
    again = season(terms("double-knockout"), four, [*upper, *lower, last])
    assert places(table_of(again)) == {1: 1, 2: 1, 3: 3, 4: 4}, "the final is played again"
    twice = replace(again, fixtures=(*again.fixtures, tie(7, 1, 2, 6, "final")))
    assert places(table_of(twice)) == {1: 1, 2: 2, 3: 3, 4: 4}


def challenge(number: int, up: int, held: int, points: tuple[int, int]) -> Fixture:
    sides = (Side(1, held, points[1], challenger=False), Side(2, up, points[0], challenger=True))
    return met(number, {}, sides=sides, stage="ladder")


LADDER = [entry(n) for n in (1, 2, 3, 4, 5)]


def test_a_ladder_begins_in_the_order_of_seeds() -> None:
    late = [entry(6, seed=0, from_round=2), entry(7, seed=0, from_round=2)]
    rows = table_of(season(terms("ladder"), [*late, *reversed(LADDER)], []))
    assert [row.entry for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6, 7]


def test_the_winning_challenger_takes_the_place_just_above_the_loser() -> None:
    rows = table_of(season(terms("ladder"), LADDER, [challenge(1, 4, 2, (120, 0))]))
    assert [row.entry for row in rows] == [1, 4, 2, 3, 5]


def test_otherwise_nothing_moves() -> None:
    fixtures = [challenge(1, 4, 2, (60, 60)), challenge(2, 5, 3, (0, 120)), challenge(3, 1, 2, (120, 0))]
    rows = table_of(season(terms("ladder"), LADDER, fixtures))
    assert [row.entry for row in rows] == [1, 2, 3, 4, 5]


def test_challenges_count_in_the_order_in_which_they_ended() -> None:
    one, other = challenge(1, 3, 1, (120, 0)), challenge(2, 2, 1, (120, 0))
    assert [row.entry for row in table_of(season(terms("ladder"), LADDER, [one, other]))] == [3, 2, 1, 4, 5]
    swapped = (
        met(1, {}, sides=one.sides, stage="ladder", ended_at=other.ended_at),
        met(2, {}, sides=other.sides, stage="ladder", ended_at=one.ended_at),
    )
    assert [row.entry for row in table_of(season(terms("ladder"), LADDER, swapped))] == [2, 3, 1, 4, 5]


def test_who_withdrew_keeps_the_place_until_others_pass() -> None:
    entries = [LADDER[0], entry(2, left=True), *LADDER[2:]]
    fixtures = [challenge(1, 2, 1, (0, 120)), challenge(2, 3, 1, (120, 0))]
    assert [row.entry for row in table_of(season(terms("ladder"), entries, fixtures))] == [3, 1, 2, 4, 5]
    assert [row.entry for row in table_of(season(terms("ladder"), entries, []))] == [1, 3, 4, 5]


def _closed(withdrawn: tuple[int, ...], up: int, down: int) -> dict[int, str | None]:
    """Return the movements of six entries that finish in the order of their numbers."""
    entries = [entry(n, left_at=BEGAN if n in withdrawn else None) for n in range(1, 7)]
    results = [met(n, {n: 120 * (7 - n)}, "bye") for n in range(1, 7)]
    rows = table_of(season(terms("swiss"), entries, results, divisions=(Division(1, "", up, down),), closed=True))
    assert [(row.place, row.min_place, row.max_place) for row in rows] == [(n, n, n) for n in range(1, 7)]
    return {row.entry: row.movement for row in rows}


def test_the_first_are_promoted_and_the_last_relegated() -> None:
    assert _closed((), 1, 2) == {1: "up", 2: "stay", 3: "stay", 4: "stay", 5: "down", 6: "down"}


def test_who_withdrew_is_not_promoted_and_saves_one_from_relegation() -> None:
    assert _closed((1,), 1, 2) == {1: "out", 2: "up", 3: "stay", 4: "stay", 5: "stay", 6: "down"}
    assert _closed((6,), 1, 2) == {1: "up", 2: "stay", 3: "stay", 4: "stay", 5: "down", 6: "out"}
    assert _closed((4, 5, 6), 1, 2) == {1: "up", 2: "stay", 3: "stay", 4: "out", 5: "out", 6: "out"}


def test_while_the_season_runs_nobody_moves() -> None:
    rows = table_of(season(terms(), [entry(1), entry(2)], [met(1, {1: 120, 2: 0})], divisions=(Division(1, "", 0, 1),)))
    assert [row.movement for row in rows] == [None, None]


def test_divisions_have_tables_of_their_own() -> None:
    entries = [entry(1, division=2), entry(2, division=1), entry(3, division=2), entry(4, division=1)]
    fixtures = [met(1, {1: 120, 3: 0}, division=2), met(2, {4: 120, 2: 0})]
    rows = table_of(season(terms(), entries, fixtures, divisions=(Division(2, "B", 1, 0), Division(1, "A", 0, 1))))
    assert [(row.division, row.place, row.entry) for row in rows] == [(1, 1, 4), (1, 2, 2), (2, 1, 1), (2, 2, 3)]
