"""Order by points and tie-breaks, in tables small enough to be worked out by hand."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.model import points_text
from hosting.league.pairing import formats
from hosting.league.pairing.values import PairingSeason
from hosting.league.standings import values
from hosting.league.standings.explain import Explanation, Neighbour, PlaceChange, Term, ended, explain
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Row, TableSeason
from hosting.league.terms import LeagueTerms, Lots, commitment, entries_digest
from hosting.results import scores
from store.league.seasons import Division, Fixture, Kind, Side, Why
from tests.hosting.league.drawn import draw
from tests.hosting.league.pairing import seasons as pairing
from tests.hosting.league.standings.seasons import ahead, breaks, bye, entry, met, places, season, terms
from tests.volume import many

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


# Lots, against sums that `sha256sum` computed.


SECRET = bytes(range(32))
# printf '3,11\n7,12;13\n10,5\n' | sha256sum
DIGEST = "0d58c874a9841ad38f2896b3d1d6ef2f798f60ca68a272748257b7ad7aea728e"


def test_the_commitment_is_the_sum_of_the_bytes_of_the_secret() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_digest_is_of_a_line_for_each_entry_in_the_order_of_numbers() -> None:
    entries = [entry(10, players=(5,)), entry(3, players=(11,)), entry(7, players=(12, 13))]
    assert entries_digest(entries) == DIGEST


def test_who_comes_later_is_not_in_the_digest() -> None:
    entries = [entry(10, players=(5,)), entry(3, players=(11,)), entry(7, players=(12, 13))]
    assert entries_digest([*entries, entry(11, players=(14,), from_round=3)]) == DIGEST


def test_the_captain_comes_first_in_the_digest() -> None:
    assert entries_digest([entry(7, players=(12, 13))]) != entries_digest([entry(7, players=(13, 12))])


@pytest.mark.parametrize(
    ("purpose", "number", "lot"),
    [
        # printf '%s' "$SECRET:$DIGEST:lot:3" | sha256sum
        ("lot", 3, "02e557c3d77ae64ea90145634de77e80e0c716edcc66b100278106a6d0a1e9a6"),
        ("lot", 7, "dfabf1cfa889cca43b51639899fa7313a802fcb4fde1a73766baff2025321dc5"),
        ("lot", 10, "347c66ccbbe74a7661981b20946df89f71f0ac11fab5ecd4c14ca966592312fe"),
        ("number", 3, "111e89da8564089c2218bf1a2aa6a98fa9200530961f8c66b90c310574664ab4"),
    ],
)
def test_a_lot_is_the_sum_of_secret_entries_purpose_and_number(purpose: str, number: int, lot: str) -> None:
    assert Lots(SECRET, DIGEST)(purpose, number).hex() == lot


@pytest.mark.parametrize("secret", [b"", SECRET[:31], SECRET + b"\0"])
def test_a_secret_has_32_bytes(secret: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(secret)
    with pytest.raises(ValueError, match="32 bytes"):
        Lots(secret, DIGEST)


@pytest.mark.parametrize("digest", ["", DIGEST[:-1], DIGEST.upper()])
def test_a_digest_is_in_hex(digest: str) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        Lots(SECRET, digest)


@pytest.mark.parametrize("purpose", ["", "lot:3", "Lot", "löt"])
def test_a_purpose_cannot_be_read_in_two_ways(purpose: str) -> None:
    with pytest.raises(ValueError, match="purpose"):
        Lots(SECRET, DIGEST)(purpose, 3)


# Possible places in seasons that are paired as they really are: every format, in whatever order fixtures end.


def rows(now: PairingSeason) -> dict[int, Row]:
    rounds = formats.rounds(now.terms, len(now.entries), now.tables)
    of = TableSeason(now.terms, (Division(1),), now.entries, now.fixtures, rounds=rounds)
    return {row.entry: row for row in table_of(of)}


def end(now: PairingSeason, fixture: Fixture, rng: random.Random) -> PairingSeason:
    """Return a season after a fixture ended in some way."""
    terms, who = now.terms, fixture.entries
    absent = rng.sample(who, rng.randint(1, len(who)))
    why, given = rng.choice(
        [
            *[("played", values.points_by_ranks(terms, {each: rng.randint(1, len(who)) for each in who}, who))] * 4,
            ("forfeit", values.forfeit_points(terms, who, absent)),
            ("unfinished", values.unfinished_points(terms, len(who))),
        ]
    )
    after = pairing.over(fixture, given, why)  # type: ignore[arg-type]
    return replace(now, fixtures=tuple(after if each.id == fixture.id else each for each in now.fixtures))


def play(kind: Kind, sides: int, count: int, seed: int) -> None:
    """Play a season and hold what was possible after every event against the end."""
    rng = random.Random(seed)
    terms = LeagueTerms(
        kind,
        "nim",
        "two",
        sides=sides,
        legs=rng.choice([1, 2]),
        advance=rng.randint(1, sides - 1),
        rounds=None,
        place_points=rng.choice([None, (3, 1)]),
        unfinished="half",
    )
    now = replace(pairing.season(terms, *pairing.entries(count)), round=1)
    seen = [rows(now)]
    for _ in range(400):
        made = formats.plan(now)
        still = [each for each in now.fixtures if each.status == "planned"]
        if made:
            now = pairing.made(now, made)
        elif still:
            now = pairing.noted(end(now, rng.choice(still), rng))
        elif formats.finished(now):
            break
        else:
            now = replace(now, round=now.round + 1)
            continue
        seen.append(rows(now))
    else:
        pytest.fail("the season does not end")
    last = seen[-1]
    ranked = kind in {"swiss", "round-robin"}
    for name, row in last.items():
        # Lots are still to be drawn.
        shared = sum(other.place == row.place for other in last.values()) if ranked else 1
        assert (row.min_place, row.max_place) == (row.place, row.place + shared - 1)
        for before, after in itertools.pairwise(seen):
            one, other = before[name], after[name]
            assert one.min_place <= other.min_place <= other.max_place <= one.max_place, (name, one, other)


FORMATS: list[tuple[Kind, int]] = [
    ("round-robin", 2),
    ("round-robin", 3),
    ("round-robin", 4),
    ("swiss", 2),
    ("swiss", 3),
    ("swiss", 4),
    ("knockout", 2),
    ("knockout", 3),
    ("knockout", 4),
    ("double-knockout", 2),
]


@settings(max_examples=many(30, 1000), deadline=None, derandomize=True)
@given(of=st.sampled_from(FORMATS), count=st.integers(4, 12), seed=st.integers(0, 10**9))
def test_no_event_widens_what_is_possible_and_the_end_was_possible_all_along(
    of: tuple[Kind, int], count: int, seed: int
) -> None:
    play(*of, count, seed)


# Points of fixtures.


SCORE = terms()
LISTED = terms(place_points=(6, 3, 1, 0), sides=4)


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 2, 3, 4), (720, 360, 120, 0)),
        ((4, 3, 2, 1), (0, 120, 360, 720)),
        ((1, 1, 3, 4), (540, 540, 120, 0)),
        ((1, 2, 2, 2), (720, 160, 160, 160)),
        ((1, 1, 1, 1), (300, 300, 300, 300)),
    ],
)
def test_places_have_points_that_ties_share(ranks: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert values.points_by_ranks(LISTED, dict(enumerate(ranks)), range(4)) == expected


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
def test_without_a_list_the_points_are_the_score(sides: int) -> None:
    for ranks in ((1,) * sides, tuple(range(1, sides + 1)), (1, *(2,) * (sides - 1)), (2, 1, *(2,) * (sides - 2))):
        assert values.points_by_ranks(SCORE, dict(enumerate(ranks)), range(sides)) == scores(ranks, (None,) * sides)


def test_a_seat_that_is_missing_ranks_last() -> None:
    assert values.points_by_ranks(LISTED, {1: 2, 2: 1, 4: 3}, [1, 2, 3, 4]) == (360, 720, 0, 120)
    assert values.points_by_ranks(SCORE, {1: 1, 2: 2}, [1, 2, 3]) == (120, 60, 0)


def test_two_that_are_missing_share_the_last_places() -> None:
    assert values.points_by_ranks(LISTED, {2: 1, 3: 2}, [1, 2, 3, 4]) == (60, 720, 360, 60)


@pytest.mark.parametrize(("listed", "sides", "expected"), [((3,), 4, (360, 0, 0, 0)), ((4, 2, 1), 2, (480, 240))])
def test_a_list_is_filled_up_or_cut(listed: tuple[int, ...], sides: int, expected: tuple[int, ...]) -> None:
    assert values.place_points(terms(place_points=listed, sides=4), sides) == expected


def test_who_does_not_come_gets_nothing_and_the_opponent_everything() -> None:
    assert values.forfeit_points(SCORE, [8, 9], [9]) == (120, 0)
    assert values.forfeit_points(SCORE, [8, 9], [8, 9]) == (0, 0)
    assert values.forfeit_points(LISTED, [6, 7, 8, 9], [7]) == (400, 0, 400, 400)


@pytest.mark.parametrize(("given", "each"), [("none", 0), ("adjudicate", 0), ("half", 360)])
def test_what_is_not_finished_gives_nothing_or_half(given: str, each: int) -> None:
    assert values.unfinished_points(terms(place_points=(6, 3, 1), unfinished=given), 3) == (each,) * 3


def test_the_most_that_a_fixture_gives() -> None:
    assert values.most_points(LISTED, 4) == 1200
    assert values.most_points(SCORE, 2) == 120
    # Half of a first place to each of four is more than all four places.
    assert values.most_points(terms(place_points=(6, 3, 1, 0), unfinished="half"), 4) == 1440


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (0, "0"),
        (60, "½"),
        (780, "6½"),
        (40, "⅓"),
        (400, "3 ⅓"),
        (160, "1 ⅓"),
        (320, "2 ⅔"),
        (96, "⅘"),
        (220, "1 ⅚"),
        (30, "¼"),
    ],
)
def test_shares_are_written_as_people_write_them(given: int, text: str) -> None:
    assert points_text(given) == text


def test_other_fractions_are_made_of_small_digits_and_exact() -> None:
    assert points_text(7, 60) == "⁷⁄₆₀"
    assert points_text(127, 60) == "2 ⁷⁄₆₀"
    assert not any("/" in points_text(each, 60 * 120) for each in range(60 * 120))


# Explanations: every number is the sum of its terms, and what decides is what is said to.


EXPLAIN_ROUND_ROBIN = [
    met(1, {1: 120, 2: 0}),
    met(2, {2: 120, 3: 0}),
    met(3, {3: 120, 1: 0}),
    met(4, {1: 120, 4: 0}),
    met(5, {4: 0, 2: 120}, "forfeit", match_id=None),
    ahead(6, 3, 4),
]


def explained(of: TableSeason, who: int) -> Explanation:
    found = explain(of, who)
    assert found is not None
    return found


def test_a_round_robin_in_full() -> None:
    found = explained(season(terms(), FOUR, EXPLAIN_ROUND_ROBIN, divisions=(Division(1, "", 1, 1),)), 1)
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
    found = explained(season(terms(), FOUR, EXPLAIN_ROUND_ROBIN), 4)
    assert found.above == Neighbour(3, 3, "points", 0, 120)
    assert found.changes == (PlaceChange(6, 4, "won", 3), PlaceChange(6, 4, "level", 4), PlaceChange(6, 4, "lost", 4))
    # A win puts 3 level with 1 and 2 in a circle that no tie-break splits; a loss puts it behind 4, who beat it.
    assert [
        (each.outcome, each.place) for each in explained(season(terms(), FOUR, EXPLAIN_ROUND_ROBIN), 3).changes
    ] == [
        ("won", 1),
        ("level", 3),
        ("lost", 4),
    ]


def test_a_neighbours_fixture_may_change_a_place() -> None:
    found = explained(season(terms(), FOUR, [*EXPLAIN_ROUND_ROBIN[:3], ahead(7, 3, 4)]), 2)
    # 4 is next below: with a win it shares the place of all; otherwise 3 goes ahead, and 1, who beat 2.
    assert found.changes == (PlaceChange(7, 4, "won", 1), PlaceChange(7, 4, "level", 3), PlaceChange(7, 4, "lost", 3))


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
    assert explained(of, 3).changes == (PlaceChange(2, 3, "won", 1), PlaceChange(2, 3, "lost", 3))


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
    assert found.changes == (PlaceChange(3, 1, "won", 1), PlaceChange(3, 1, "level", 2), PlaceChange(3, 1, "lost", 2))
    decided = explain(of, 1, draws=False)
    assert decided is not None
    assert decided.changes == (PlaceChange(3, 1, "won", 1), PlaceChange(3, 1, "lost", 2)), (
        "no draw, nothing said of one"
    )


def test_who_is_not_in_the_table_is_not_explained() -> None:
    assert explain(season(terms(), [entry(1), entry(2, left=True)], []), 2) is None


def test_a_closed_season_changes_no_more() -> None:
    of = season(terms(), FOUR, EXPLAIN_ROUND_ROBIN[:5], closed=True)
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
