"""Explanations: every number is the sum of its terms, and what decides is what is said to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.standings.explain import Change, Explanation, Neighbour, Term, ended, explain
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Season
from store.league.values import Division, Kind, Side
from tests.hosting.league.drawn import draw
from tests.hosting.league.standings.seasons import ahead, bye, entry, met, season, terms
from tests.volume import many

FOUR = [entry(number) for number in (1, 2, 3, 4)]
ROUND_ROBIN = [
    met(1, {1: 120, 2: 0}),
    met(2, {2: 120, 3: 0}),
    met(3, {3: 120, 1: 0}),
    met(4, {1: 120, 4: 0}),
    met(5, {4: 0, 2: 120}, "forfeit", match_id=None),
    ahead(6, 3, 4),
]


def explained(of: Season, who: int) -> Explanation:
    found = explain(of, who)
    assert found is not None
    return found


def test_a_round_robin_in_full() -> None:
    found = explained(season(terms(), FOUR, ROUND_ROBIN, divisions=(Division(1, "", 1, 1),)), 1)
    points, direct, sonneborn, wins, lot = found.numbers
    assert points.value == 240
    assert [(term.fixture, term.opponents, term.value) for term in points.terms] == [
        (1, (2,), 120),
        (3, (3,), 0),
        (4, (4,), 120),
    ]
    assert (direct.value, direct.among) == (2, (1, 2))
    assert direct.terms == (Term(1, 1, "played", (2,), 2, pair=2),)
    assert sonneborn.value == 2 * 240
    assert [(term.fixture, term.pair, term.worth, term.value) for term in sonneborn.terms] == [
        (1, 2, 240, 480),
        (3, 0, 120, 0),
        (4, 2, 0, 0),
    ]
    assert (wins.value, [term.fixture for term in wins.terms]) == (2, [1, 4])
    assert (lot.value, lot.terms) == (None, ())
    assert found.above is None
    assert found.below == Neighbour(2, 2, "direct", 2, 0)
    assert found.level == ()
    # 1 and 2 are done; 3 can still reach 240.
    assert found.changes == ()
    assert found.outlook == "safe"


def test_what_would_change_a_place() -> None:
    found = explained(season(terms(), FOUR, ROUND_ROBIN), 4)
    assert found.above == Neighbour(3, 3, "points", 0, 120)
    assert found.changes == (Change(6, 4, "won", 3), Change(6, 4, "level", 4), Change(6, 4, "lost", 4))
    # A win puts 3 level with 1 and 2 in a circle that no tie-break splits; a loss puts it behind 4, who beat it.
    assert [(each.outcome, each.place) for each in explained(season(terms(), FOUR, ROUND_ROBIN), 3).changes] == [
        ("won", 1),
        ("level", 3),
        ("lost", 4),
    ]


def test_a_neighbours_fixture_may_change_a_place() -> None:
    found = explained(season(terms(), FOUR, [*ROUND_ROBIN[:3], ahead(7, 3, 4)]), 2)
    # 4 is next below: with a win it shares the place of all; otherwise 3 goes ahead, and 1, who beat 2.
    assert found.changes == (Change(7, 4, "won", 1), Change(7, 4, "level", 3), Change(7, 4, "lost", 3))


def test_without_equal_meetings_direct_has_no_terms_but_says_who_is_level() -> None:
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {2: 120, 4: 0}), met(3, {3: 120, 4: 0})]
    number = explained(season(terms(), FOUR, fixtures), 2).numbers[1]
    assert (number.name, number.value, number.terms, number.among) == ("direct", None, (), (1, 2, 3))


def test_buchholz_says_what_was_cut_and_where_ones_own_points_stand_in() -> None:
    fixtures = [
        met(1, {1: 120, 2: 0}, round=1, stage="swiss"),
        bye(2, 1, 60, "half_bye", round=2, stage="swiss"),
        met(3, {3: 120, 2: 0}, round=2, stage="swiss"),
    ]
    of = season(terms("swiss", tiebreaks=("buchholz_cut1", "lot")), FOUR[:3], fixtures, rounds=2)
    cut = explained(of, 1).numbers[1]
    assert cut.value == 60 * 180
    assert cut.terms == (
        Term(1, 1, "played", (2,), 0, worth=0, cut=True),
        Term(2, None, "half_bye", (), 60 * 180, worth=180, own=True),
    )


def test_those_who_are_level_are_named() -> None:
    drawn = [met(1, {1: 60, 2: 60}), met(2, {1: 120, 3: 0}), met(3, {2: 120, 3: 0})]
    found = explained(season(terms(), FOUR[:3], drawn), 2)
    assert (found.level, found.above, found.below) == ((1,), None, Neighbour(3, 3, "points", 180, 0))


def test_a_knock_out_names_the_tie_that_eliminated() -> None:
    sides = (Side(1, 1, 120, True), Side(2, 2, 0, False))
    of = season(
        terms("knockout"),
        FOUR,
        [met(1, {}, sides=sides, round=1, stage="main"), ahead(2, 3, 4, round=1, stage="main")],
    )
    found = explained(of, 2)
    assert [(each.name, each.value, [term.fixture for term in each.terms]) for each in found.numbers] == [
        ("round", 1, [1]),
    ]
    assert found.above == Neighbour(4, 1, "round", 1, None)
    assert explained(of, 3).changes == (Change(2, 3, "won", 1), Change(2, 3, "lost", 3))


def test_a_ladder_names_what_moved_the_entry() -> None:
    up = (Side(1, 1, 0, challenger=False), Side(2, 3, 120, challenger=True))
    in_vain = (Side(1, 1, 120, challenger=False), Side(2, 2, 0, challenger=True))
    still = (Side(1, 3, challenger=False), Side(2, 1, challenger=True))
    of = season(
        terms("ladder"),
        FOUR[:3],
        [
            met(1, {}, sides=up, stage="ladder"),
            met(2, {}, sides=in_vain, stage="ladder"),
            ahead(3, sides=still, stage="ladder"),
        ],
    )
    found = explained(of, 1)
    assert [(each.name, each.value, [term.fixture for term in each.terms]) for each in found.numbers] == [
        ("position", 2, [1]),
    ]
    assert found.above == Neighbour(3, 1, "position", 2, 1)
    assert found.changes == (Change(3, 1, "won", 1), Change(3, 1, "level", 2), Change(3, 1, "lost", 2))
    decided = explain(of, 1, draws=False)
    assert decided is not None
    assert decided.changes == (Change(3, 1, "won", 1), Change(3, 1, "lost", 2)), "no draw, nothing said of one"


def test_who_is_not_in_the_table_is_not_explained() -> None:
    assert explain(season(terms(), [entry(1), entry(2, left=True)], []), 2) is None


def test_a_closed_season_changes_no_more() -> None:
    of = season(terms(), FOUR, ROUND_ROBIN[:5], closed=True)
    found = explained(of, 1)
    assert (found.changes, found.outlook, found.row.movement) == ((), None, "stay")


@settings(max_examples=many(15, 500), deadline=None, derandomize=True)
@given(
    kind=st.sampled_from(["round-robin", "swiss", "knockout", "double-knockout", "ladder"]),
    seed=st.integers(0, 10**9),
)
def test_every_number_is_the_sum_of_its_terms(kind: Kind, seed: int) -> None:
    of = draw(kind, seed)
    rows = table_of(of)
    for row in rows:
        found = explained(of, row.entry)
        assert found.row == row
        if kind in {"round-robin", "swiss"}:
            assert [each.value for each in found.numbers] == [row.points, *row.tiebreaks]
        for number in found.numbers:
            if number.value is not None and number.name not in {"seed", "lot", "round", "position"}:
                assert number.value == sum(term.value for term in number.terms if not term.cut), number.name
        for neighbour in (found.above, found.below):
            if neighbour is not None:
                other = next(each for each in rows if each.entry == neighbour.entry)
                assert (other.division, other.place) == (row.division, neighbour.place)
                assert neighbour.own != neighbour.other
        for change in found.changes:
            fixture = next(each for each in of.fixtures if each.id == change.fixture)
            then = ended(of, fixture, change.entry, change.outcome)
            after = replace(of, fixtures=tuple(then if each.id == then.id else each for each in of.fixtures))
            assert {each.entry: each.place for each in table_of(after)}[row.entry] == change.place


@pytest.mark.parametrize(("outcome", "expected"), [("won", (720, 160, 160, 160)), ("lost", (0, 400, 400, 400))])
def test_at_a_table_the_others_are_level(outcome: str, expected: tuple[int, ...]) -> None:
    of = season(terms("swiss", sides=4, place_points=(6, 3, 1, 0)), FOUR, [])
    then = ended(of, ahead(1, 1, 2, 3, 4), 1, outcome)  # type: ignore[arg-type]
    # Three who share the first place have (6 + 3 + 1) / 3 each, three who share the others (3 + 1 + 0) / 3.
    assert tuple(side.points for side in then.sides) == expected
