"""Order by points and tie-breaks, in tables small enough to be worked out by hand."""

from __future__ import annotations

import pytest

from hosting.league.standings.table import table_of
from hosting.league.terms import Lots
from store.league.values import Why
from tests.hosting.league.standings.seasons import breaks, bye, entry, met, places, season, terms

FOUR = [entry(number) for number in (1, 2, 3, 4)]
# 1 beat 2, 2 beat 3, 3 beat 1, all beat 4 but 3, who drew: 1 and 2 have 240, 3 has 180, 4 has 60.
ROUND_ROBIN = [
    met(1, {1: 120, 2: 0}),
    met(2, {2: 120, 3: 0}),
    met(3, {3: 120, 1: 0}),
    met(4, {1: 120, 4: 0}),
    met(5, {4: 0, 2: 120}),
    met(6, {3: 60, 4: 60}),
]


def test_points_come_first_and_direct_meetings_decide() -> None:
    rows = table_of(season(terms(), FOUR, ROUND_ROBIN))
    assert [(row.place, row.entry, row.points) for row in rows] == [(1, 1, 240), (2, 2, 240), (3, 3, 180), (4, 4, 60)]
    assert breaks(rows, 0) == {1: 2, 2: 0, 3: None, 4: None}


def test_counts() -> None:
    rows = {row.entry: row for row in table_of(season(terms(), FOUR, ROUND_ROBIN))}
    assert [(row.played, row.won, row.level, row.lost) for _, row in sorted(rows.items())] == [
        (3, 2, 0, 1),
        (3, 2, 0, 1),
        (3, 1, 1, 1),
        (3, 0, 1, 2),
    ]


def test_sonneborn_berger_by_hand() -> None:
    rows = table_of(season(terms(), FOUR, ROUND_ROBIN))
    # 1 beat 2 and 4; 2 beat 3 and 4; 3 beat 1 and drew with 4; 4 drew with 3.
    assert breaks(rows, 1) == {1: 2 * 240 + 2 * 60, 2: 2 * 180 + 2 * 60, 3: 2 * 240 + 60, 4: 180}


def test_a_circle_of_three_is_level_by_direct_and_shares_a_place() -> None:
    circle = [met(1, {1: 120, 2: 0}), met(2, {2: 120, 3: 0}), met(3, {3: 120, 1: 0})]
    rows = table_of(season(terms(tiebreaks=("direct", "wins", "lot")), FOUR[:3], circle))
    assert breaks(rows, 0) == {1: 2, 2: 2, 3: 2}
    assert places(rows) == {1: 1, 2: 1, 3: 1}


def test_direct_is_empty_where_two_of_the_level_did_not_meet() -> None:
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {2: 120, 4: 0}), met(3, {3: 120, 4: 0})]
    rows = table_of(season(terms(tiebreaks=("direct", "lot")), FOUR, fixtures))
    assert breaks(rows, 0) == {1: None, 2: None, 3: None, 4: None}
    assert places(rows) == {1: 1, 2: 1, 3: 1, 4: 4}


def test_direct_is_empty_where_some_met_more_often_than_others() -> None:
    fixtures = [
        met(1, {1: 120, 2: 0}),
        met(2, {1: 0, 2: 120}),
        met(3, {1: 60, 3: 60}),
        met(4, {2: 60, 3: 60}),
        met(5, {3: 60, 4: 60}),
    ]
    rows = table_of(season(terms(tiebreaks=("direct", "lot")), FOUR, fixtures))
    assert [row.points for row in rows] == [180, 180, 180, 60]
    assert breaks(rows, 0) == {1: None, 2: None, 3: None, 4: None}


def test_direct_counts_both_legs() -> None:
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {2: 60, 1: 60}), bye(3, 2, 60, "half_bye"), bye(4, 2, 60, "half_bye")]
    rows = table_of(season(terms(tiebreaks=("direct", "lot"), legs=2), FOUR[:2], fixtures))
    assert breaks(rows, 0) == {1: 3, 2: 1}


def test_direct_is_not_worked_out_anew_once_a_later_break_has_split_the_group() -> None:
    # 1, 2 and 3 are level in a circle; wins put 1 behind, who drew elsewhere; 2 beat 3, but direct does not go back.
    fixtures = [
        *(met(1, {1: 120, 2: 0}), met(2, {2: 120, 3: 0}), met(3, {3: 120, 1: 0})),
        *(met(4, {2: 120, 4: 0}), met(5, {3: 120, 4: 0}), met(6, {1: 60, 4: 60}), bye(7, 1, 60, "half_bye")),
    ]
    rows = table_of(season(terms(tiebreaks=("direct", "wins", "lot")), FOUR, fixtures))
    assert breaks(rows, 0) == {1: 2, 2: 2, 3: 2, 4: None}
    assert places(rows) == {2: 1, 3: 1, 1: 3, 4: 4}


def test_buchholz_counts_means_and_ones_own_points() -> None:
    fixtures = [
        met(1, {1: 120, 2: 0}, round=1),
        met(2, {3: 60, 4: 60}, round=1),
        met(3, {1: 120, 3: 0}, "forfeit", round=2),
        met(4, {2: 120, 4: 0}, "decision", round=2),
        met(5, {1: 0, 4: 0}, "unfinished", round=3),
        bye(6, 2, 120, round=3),
        bye(7, 3, 60, "half_bye", round=3),
    ]
    of = terms("swiss", tiebreaks=("buchholz_cut1", "buchholz", "lot"))
    rows = table_of(season(of, FOUR, fixtures, rounds=3))
    assert {row.entry: row.points for row in rows} == {1: 240, 2: 240, 3: 120, 4: 60}
    assert breaks(rows, 1) == {
        1: 60 * (240 + 240 + 240),  # 2, then its own points for the forfeit and for what was not finished
        2: 60 * (240 + 60 + 240),  # 1, 4, then its own for the bye
        3: 60 * (60 + 120 + 120),  # 4, then its own for the forfeit and the half bye
        4: 60 * (120 + 240 + 60),  # 3, 2, then its own
    }
    assert breaks(rows, 0) == {1: 60 * 480, 2: 60 * 480, 3: 60 * 240, 4: 60 * 360}


@pytest.mark.parametrize("why", ["bye", "half_bye", "zero_bye"])
def test_without_opponents_cutting_the_lowest_leaves_nothing(why: Why) -> None:
    of = terms("swiss", tiebreaks=("buchholz_cut1", "buchholz", "lot"))
    rows = table_of(season(of, FOUR[:2], [bye(1, 1, 60, why)], rounds=3))
    assert breaks(rows, 0) == {1: 0, 2: 0}
    assert breaks(rows, 1) == {1: 3600, 2: 0}


def test_at_a_table_of_four_buchholz_is_the_mean_of_the_others() -> None:
    of = terms("swiss", sides=4, place_points=(6, 3, 1, 0), tiebreaks=("buchholz", "sonneborn_berger", "lot"))
    rows = table_of(season(of, FOUR, [met(1, {1: 720, 2: 240, 3: 240, 4: 0})], rounds=3))
    assert breaks(rows, 0) == {1: 20 * 480, 2: 20 * 960, 3: 20 * 960, 4: 20 * 1200}
    assert breaks(rows, 1) == {1: 2 * 480, 2: 240, 3: 240, 4: 0}
    assert [(row.won, row.level, row.lost) for row in rows] == [(1, 0, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1)]


def test_those_who_share_the_first_place_of_a_table_are_level() -> None:
    of = terms("swiss", sides=3, tiebreaks=("wins", "lot"))
    rows = table_of(season(of, FOUR[:3], [met(1, {1: 90, 2: 90, 3: 0})], rounds=3))
    assert [(row.won, row.level, row.lost) for row in rows] == [(0, 1, 0), (0, 1, 0), (0, 0, 1)]


def test_what_is_not_finished_is_played_but_neither_won_nor_lost() -> None:
    rows = table_of(season(terms(), FOUR[:2], [met(1, {1: 60, 2: 60}, "unfinished")]))
    assert [(row.played, row.won, row.level, row.lost, row.points) for row in rows] == [(1, 0, 0, 0, 60)] * 2
    assert breaks(rows, 0) == {1: None, 2: None}
    assert breaks(rows, 1) == {1: 0, 2: 0}


def test_struck_fixtures_count_for_nothing() -> None:
    struck = met(1, {1: 120, 2: 0}, "withdrawal", status="struck")
    rows = table_of(season(terms(), FOUR[:2], [struck]))
    assert [(row.played, row.points) for row in rows] == [(0, 0), (0, 0)]


def test_seeds_are_higher_first_and_those_without_one_last() -> None:
    entries = [entry(1, seed_mu=24.5), entry(2, seed_mu=31.0), entry(3)]
    rows = table_of(season(terms(tiebreaks=("seed", "lot")), entries, []))
    assert places(rows) == {2: 1, 1: 2, 3: 3}
    assert breaks(rows, 0) == {1: 24.5, 2: 31.0, 3: None}


def test_the_lot_is_empty_and_splits_nobody_until_the_secret_is_open() -> None:
    rows = table_of(season(terms(tiebreaks=("lot",)), FOUR, []))
    assert places(rows) == dict.fromkeys((1, 2, 3, 4), 1)
    assert breaks(rows, 0) == dict.fromkeys((1, 2, 3, 4))


def test_the_lowest_lot_is_first() -> None:
    digest = "0d58c874a9841ad38f2896b3d1d6ef2f798f60ca68a272748257b7ad7aea728e"
    entries = [entry(3), entry(7), entry(10)]
    rows = table_of(season(terms(tiebreaks=("lot",)), entries, [], lot=Lots(bytes(range(32)), digest)))
    # The lots begin with 02e5, dfab and 347c (test_lots).
    assert places(rows) == {3: 1, 10: 2, 7: 3}
    assert breaks(rows, 0)[10] == "347c66ccbbe74a7661981b20946df89f71f0ac11fab5ecd4c14ca966592312fe"


def test_an_entry_that_left_before_it_played_is_not_in_the_table() -> None:
    entries = [entry(1), entry(2, left=True), entry(3, left=True)]
    rows = table_of(season(terms("swiss"), entries, [met(1, {1: 120, 3: 0})], rounds=3))
    assert places(rows) == {1: 1, 3: 2}
