"""Possible places: nothing that can come is excluded, and no result makes more possible than there was."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.standings import values
from hosting.league.standings.possible import most_of_a_round
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Season
from hosting.league.terms import TieBreak
from store.league.values import Fixture, Side
from tests.hosting.league.standings.futures import (
    by_endings,
    closed_now,
    ended,
    endings,
    first_open,
    hold,
    with_fixture,
)
from tests.hosting.league.standings.seasons import BEGAN, ahead, bye, entry, met, season, terms
from tests.volume import many


def bounds(of: Season) -> dict[int, tuple[int, int]]:
    return {row.entry: (row.min_place, row.max_place) for row in table_of(of)}


def robin(count: int, still: int, seed: int, **more: object) -> Season:
    """Return a round robin in which all fixtures but some are over, in one way or another."""
    rng = random.Random(seed)
    of = terms("round-robin", **more)
    pairs = list(itertools.combinations(range(1, count + 1), 2))
    rng.shuffle(pairs)
    fixtures = [ahead(number, *pair) for number, pair in enumerate(pairs, 1)]
    done = [ended(each, rng.choice(list(endings(of, each.entries)))) for each in fixtures[still:]]
    return season(of, [entry(number) for number in range(1, count + 1)], [*fixtures[:still], *done])


@settings(max_examples=many(12, 200), deadline=None, derandomize=True)
@given(
    count=st.integers(3, 6),
    still=st.integers(1, many(2, 3)),
    seed=st.integers(0, 10**6),
    unfinished=st.sampled_from(["none", "half"]),
    place_points=st.sampled_from([None, (3, 1)]),
)
def test_round_robins_are_held_against_every_outcome(
    count: int, still: int, seed: int, unfinished: str, place_points: tuple[int, ...] | None
) -> None:
    hold(robin(count, still, seed, unfinished=unfinished, place_points=place_points), by_endings())


@pytest.mark.parametrize("seed", range(many(2, 20)))
def test_round_robins_with_many_open_fixtures_are_held_against_every_result(seed: int) -> None:
    hold(robin(5, many(5, 8), seed), by_endings(plain=True))


def test_nothing_is_known_before_there_are_fixtures() -> None:
    assert bounds(season(terms(), [entry(n) for n in (1, 2, 3, 4)], [])) == dict.fromkeys((1, 2, 3, 4), (1, 4))


def test_who_cannot_be_reached_is_first_and_who_cannot_reach_is_last() -> None:
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 3: 0}), met(3, {1: 120, 4: 0}), met(4, {2: 120, 4: 0})]
    still = [met(5, {2: 0, 3: 0}), ahead(6, 3, 4)]
    # 1 has 360; the others can reach 120 at most.
    assert bounds(season(terms(), [entry(n) for n in (1, 2, 3, 4)], [*fixtures, *still])) == {
        1: (1, 1),
        2: (2, 3),
        3: (2, 4),
        4: (2, 4),
    }


def test_who_may_withdraw_so_early_that_nothing_of_it_counts_gives_nobody_points_for_certain() -> None:
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 3: 0}), met(3, {1: 120, 4: 0}), met(4, {2: 120, 4: 0})]
    still = [ahead(5, 2, 3), ahead(6, 3, 4)]
    of = season(terms(), [entry(n) for n in (1, 2, 3, 4)], [*fixtures, *still])
    # 3 has played one of three: if it leaves, 1 has 240 and one opponent less.
    assert bounds(of) == {1: (1, 2), 2: (1, 4), 3: (1, 4), 4: (2, 4)}
    gone = replace(
        of,
        entries=tuple(replace(each, left_at=BEGAN) if each.id == 3 else each for each in of.entries),
        fixtures=tuple(
            ended(each, ("struck", "withdrawal", None)) if 3 in each.entries else each for each in of.fixtures
        ),
    )
    assert bounds(gone) == {1: (1, 1), 2: (2, 2), 4: (3, 3)}


def test_what_organisers_decide_after_the_end_is_open_until_the_close() -> None:
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {1: 0, 2: 0}, "unfinished")]
    entries = [entry(1), entry(2)]
    assert bounds(season(terms(), entries, fixtures)) == {1: (1, 1), 2: (2, 2)}
    assert bounds(season(terms(unfinished="adjudicate"), entries, fixtures)) == {1: (1, 2), 2: (1, 2)}
    assert bounds(season(terms(unfinished="adjudicate"), entries, fixtures, closed=True)) == {1: (1, 1), 2: (2, 2)}


def test_organisers_may_give_both_sides_a_win() -> None:
    # 1 has 240; 2 and 3, who have 120 each and meet, could both be given a win after the end.
    fixtures = [met(1, {1: 240, 5: 0}), met(2, {2: 120, 6: 0}), met(3, {3: 120, 4: 0}), ahead(4, 2, 3)]
    of = season(terms(unfinished="adjudicate"), [entry(n) for n in range(1, 7)], fixtures)
    assert bounds(of)[1] == (1, 3)


def test_two_who_meet_cannot_both_reach_a_third() -> None:
    # 1 has 240 and is done; 2 and 3 have 120 each and play each other: one of them at most can reach it.
    fixtures = [met(1, {1: 240, 5: 0}), met(2, {2: 120, 6: 0}), met(3, {3: 120, 4: 0}), ahead(4, 2, 3)]
    found = bounds(season(terms(), [entry(n) for n in range(1, 7)], fixtures))
    assert found[1] == (1, 2)


def test_all_together_cannot_take_more_than_there_is() -> None:
    # Two rounds of a Swiss of 40 are left: 80 wins for 39 others who each need two.
    entries = [entry(n) for n in range(1, 41)]
    fixtures = [met(n, {2 * n - 1: 120, 2 * n: 0}, round=1, stage="swiss") for n in range(1, 21)]
    decided = [bye(100, 1, 120, round=1, stage="swiss")]
    found = bounds(season(terms("swiss"), entries, [*fixtures, *decided], rounds=3))
    # 1 has 240. The 19 other winners need one win each, the 20 losers two; two rounds give 40 wins and one more.
    assert found[1] == (1, 1 + 19 + (40 - 19 + 1) // 2)


def test_when_all_is_over_only_lots_are_open() -> None:
    drawn = [met(1, {1: 60, 2: 60}), met(2, {1: 120, 3: 0}), met(3, {2: 120, 3: 0})]
    assert bounds(season(terms(), [entry(n) for n in (1, 2, 3)], drawn)) == {1: (1, 2), 2: (1, 2), 3: (3, 3)}


def test_who_withdrew_and_still_plays_may_come_into_the_table() -> None:
    entries = [entry(1), entry(2), entry(3, left=True)]
    fixtures = [
        met(1, {1: 120, 2: 0}, round=1, stage="swiss"),
        ahead(2, 2, 3, round=1, stage="swiss", status="running"),
    ]
    of = season(terms("swiss"), entries, fixtures, rounds=1)
    # Only one of those who play can reach 1; 3, who is not in the table yet, can end above 2.
    assert bounds(of) == {1: (1, 2), 2: (1, 3)}
    hold(of, by_endings())


def test_late_entries_may_still_get_what_they_missed() -> None:
    entries = [entry(1), entry(2), entry(3, from_round=3)]
    fixtures = [met(n, {1: 60, 2: 60}, round=n, stage="swiss") for n in (1, 2, 3)]
    assert bounds(season(terms("swiss"), entries, fixtures, rounds=3))[1] == (1, 2)
    later = bounds(season(terms("swiss", late_points=60), entries, fixtures, rounds=3))
    # Two halves are 120, less than the 180 of the others.
    assert later[3] == (3, 3)
    of = season(terms("swiss", late_points=60), [*entries[:2], entry(3, from_round=4)], fixtures, rounds=3)
    assert bounds(of)[3] == (1, 3)


def test_a_round_in_which_nobody_meets_is_over() -> None:
    """All but one sat the last round out, for nothing."""
    fixtures = [
        *(met(1, {1: 120, 3: 0}, round=1, stage="swiss"), met(2, {2: 120, 4: 0}, round=1, stage="swiss")),
        *(met(3, {1: 120, 2: 0}, round=2, stage="swiss"), met(4, {3: 120, 4: 0}, round=2, stage="swiss")),
    ]
    before = bounds(season(terms("swiss"), [entry(number) for number in range(1, 5)], fixtures, rounds=3))
    assert before[4] == (2, 4)
    fixtures += [bye(4 + number, number, 0, "zero_bye", round=3, stage="swiss") for number in (1, 2, 3)]
    fixtures.append(bye(8, 4, 120, round=3, stage="swiss"))
    after = bounds(season(terms("swiss"), [entry(number) for number in range(1, 5)], fixtures, rounds=3))
    assert after[4] == (4, 4), "it gets no more"
    assert after[1] == (1, 1)


def _swiss(season: Season) -> Iterator[Season]:
    """Give what can come next in a Swiss of four: a fixture ends, or a round is paired in any way."""
    fixture = first_open(season)
    if fixture is not None:
        for ending in endings(season.terms, fixture.entries):
            yield with_fixture(season, ended(fixture, ending))
        return
    paired = max(each.round for each in season.fixtures)
    if paired == season.rounds:
        return
    number = max(each.id for each in season.fixtures)
    for other in (2, 3, 4):
        rest = [each for each in (2, 3, 4) if each != other]
        pairs = [(1, other), (rest[0], rest[1])]
        yield replace(season, fixtures=(*season.fixtures, *_round(number, pairs, paired + 1)))
    # One half bye, one that nobody asked for, and a fixture.
    byes = [bye(number + 1, 1, 60, "half_bye", round=paired + 1), bye(number + 2, 2, 120, round=paired + 1)]
    rows = [*byes, *_round(number + 2, [(3, 4)], paired + 1)]
    yield replace(season, fixtures=(*season.fixtures, *rows))


def _round(number: int, pairs: list[tuple[int, int]], round_: int) -> list[Fixture]:
    return [ahead(number + index, *pair, round=round_, stage="swiss") for index, pair in enumerate(pairs, 1)]


@pytest.mark.parametrize("breaks", [("buchholz_cut1", "buchholz", "direct", "wins", "lot"), ("lot",)])
@pytest.mark.parametrize("first", [0, 3])
def test_swiss_rounds_that_are_not_paired_are_held_against_all_pairings(
    breaks: tuple[TieBreak, ...], first: int
) -> None:
    of = terms("swiss", tiebreaks=breaks)
    open_round = _round(0, [(1, 2), (3, 4)], 1)
    ways = list(endings(of, (1, 2)))
    done = [ended(each, ways[(first + index) % len(ways)]) for index, each in enumerate(open_round)]
    hold(season(of, [entry(n) for n in (1, 2, 3, 4)], done, rounds=2), _swiss)


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("listed", [None, (6, 3, 1, 0), (1, 1, 1)])
@pytest.mark.parametrize("count", [2, 3, 7, 12])
def test_no_round_gives_more_than_its_bound(sides: int, listed: tuple[int, ...] | None, count: int) -> None:
    of = terms("swiss", sides=sides, place_points=listed)

    def most(left: int, byes: int) -> int:
        """Return the most that tables of any size, and a few byes, give to so many entries."""
        if left == 0:
            return 0
        ways = [values.most_points(of, size) + most(left - size, byes) for size in range(2, min(sides, left) + 1)]
        if byes:
            ways.append(values.full_points(of) + most(left - 1, byes - 1))
        return max(ways, default=-(10**9))

    assert most(count, sides - 1) <= most_of_a_round(of, count)


@settings(max_examples=many(20, 300), deadline=None, derandomize=True)
@given(sides=st.integers(3, 4), count=st.integers(4, 7), seed=st.integers(0, 10**6))
def test_tables_never_widen_and_never_miss_the_end(sides: int, count: int, seed: int) -> None:
    rng = random.Random(seed)
    of = terms("swiss", sides=sides, place_points=rng.choice([None, (6, 3, 1, 0), (1,)]), unfinished="half")
    tables = [tuple(rng.sample(range(1, count + 1), sides)) for _ in range(5)]
    now = season(
        of,
        [entry(n) for n in range(1, count + 1)],
        [ahead(number, *who, round=number, stage="swiss") for number, who in enumerate(tables, 1)],
        rounds=5,
    )
    seen = [bounds(now)]
    while (fixture := first_open(now)) is not None:
        ranks = {each: rng.randint(1, sides) for each in fixture.entries}
        given = rng.choice([values.points_by_ranks(of, ranks, fixture.entries), values.unfinished_points(of, sides)])
        now = with_fixture(now, ended(fixture, ("over", "played", given)))
        seen.append(bounds(now))
    for before, after in itertools.pairwise(seen):
        assert all(before[each][0] <= after[each][0] <= after[each][1] <= before[each][1] for each in before)


def _knockout(season: Season) -> Iterator[Season]:
    """Give what can come next in a single knock-out: the first open tie is won by either, or the next round is made."""
    fixture = first_open(season)
    if fixture is not None:
        for winner in (0, 1):
            yield with_fixture(season, _won(fixture, winner))
        return
    now = max(each.round for each in season.fixtures)
    on = [
        s.entry
        for each in sorted(season.fixtures, key=lambda f: f.id)
        if each.round == now
        for s in each.sides
        if s.advances
    ]
    if len(on) > 1:
        number = max(each.id for each in season.fixtures)
        pairs = list(zip(on[::2], on[1::2], strict=True))
        made = [ahead(number + i, *pair, round=now + 1, stage="main") for i, pair in enumerate(pairs, 1)]
        yield replace(season, fixtures=(*season.fixtures, *made))


def _won(fixture: Fixture, winner: int) -> Fixture:
    sides = tuple(
        Side(side.seat, side.entry, 120 if seat == winner else 0, seat == winner)
        for seat, side in enumerate(fixture.sides)
    )
    return replace(fixture, status="over", why="played", sides=sides)


@pytest.mark.parametrize("count", [4, 5, 8])
def test_knock_outs_are_held_against_every_outcome(count: int) -> None:
    full = 8 if count > 4 else 4
    pairs = [(n, full + 1 - n) for n in range(1, full // 2 + 1)]
    first = [
        ahead(n, *pair, round=1, stage="main")
        if pair[1] <= count
        else bye(n, pair[0], 120, round=1, stage="main", sides=(Side(0, pair[0], 120, True),))
        for n, pair in enumerate(pairs, 1)
    ]
    hold(season(terms("knockout"), [entry(n) for n in range(1, count + 1)], first), _knockout)


def test_more_may_go_on_from_a_table_where_too_few_would_be_left() -> None:
    byes = bye(2, 1, 120, round=1, stage="main", sides=(Side(0, 1, 120, True),))
    fixtures = [ahead(1, 2, 3, 4, 5, round=1, stage="main"), byes]
    of = season(terms("knockout", sides=4, advance=1), [entry(n) for n in range(1, 6)], fixtures)
    # 1 and the best of the table are two, and a table is of four: up to three may go on.
    assert bounds(of) == {1: (1, 4), 2: (1, 5), 3: (1, 5), 4: (1, 5), 5: (1, 5)}
    full = season(terms("knockout", sides=4, advance=2), [entry(n) for n in range(2, 6)], fixtures[:1])
    # All who are left sit at one table: one wins, the others share the second place.
    assert bounds(full) == dict.fromkeys(range(2, 6), (1, 2))


def test_a_knock_out_in_which_one_tie_is_late() -> None:
    # 1, 2 and 3 have gone on, 4 and 5 have not played yet: if they never do, both are above those who are out.
    one = [_won(ahead(n, *pair, round=1, stage="main"), 0) for n, pair in enumerate([(1, 8), (2, 7), (3, 6)], 1)]
    now = season(terms("knockout"), [entry(n) for n in range(1, 9)], [*one, ahead(4, 4, 5, round=1, stage="main")])
    assert bounds(now)[8] == (5, 6)
    # Who waits ends fourth at worst, as the other tie of the second round may never end; who has to play, fifth.
    assert bounds(now)[1] == (1, 4)
    assert bounds(now)[5] == (1, 5)
    # One that was called off is played again, later if the season is paused: nothing becomes possible by that.
    off = replace(now.fixtures[-1], status="struck", why="void")
    assert bounds(replace(now, fixtures=(*one, off))) == bounds(now)
    semi = replace(now, fixtures=(*now.fixtures, _won(ahead(5, 1, 2, round=2, stage="main"), 0)))
    # 1 is certain to be above 2; that one of 3, 4 and 5 is, too, is not seen before their tie is made.
    assert bounds(semi)[2] == (2, 5)
    assert bounds(semi)[1] == (1, 3)
    assert {row.entry: row.place for row in table_of(semi)}[2] == 5


def _double(season: Season) -> Iterator[Season]:
    """Give what can come next in a double knock-out of four, with a second final where the first one is not the end."""
    fixture = first_open(season)
    if fixture is not None:
        for winner in (0, 1):
            yield with_fixture(season, _won(fixture, winner))
        return
    results = {each.id: [s.entry for s in sorted(each.sides, key=lambda s: not s.advances)] for each in season.fixtures}
    made: list[Fixture] = []
    if len(results) == 2:
        made = [
            ahead(3, results[1][0], results[2][0], round=3, stage="winners"),
            ahead(4, results[1][1], results[2][1], round=2, stage="losers"),
        ]
    elif len(results) == 4:
        made = [ahead(5, results[3][1], results[4][0], round=4, stage="losers")]
    elif len(results) == 5:
        made = [ahead(6, results[3][0], results[5][0], round=5, stage="final")]
    elif len(results) == 6 and season.terms.reset and results[6][0] == results[5][0]:
        made = [ahead(7, *results[6], round=6, stage="final")]
    if made:
        yield replace(season, fixtures=(*season.fixtures, *made))


@pytest.mark.parametrize("reset", [False, True])
def test_double_knock_outs_are_held_against_every_outcome(reset: bool) -> None:
    first = [ahead(1, 1, 4, round=1, stage="winners"), ahead(2, 2, 3, round=1, stage="winners")]
    ends = hold(season(terms("double-knockout", reset=reset), [entry(n) for n in (1, 2, 3, 4)], first), _double)
    assert ends == {each: {1, 2, 3, 4} for each in (1, 2, 3, 4)}


def test_who_loses_at_once_may_still_end_last_of_all() -> None:
    """Three ties of eight that never end eliminate nobody."""
    pairs = [(1, 8), (4, 5), (2, 7), (3, 6)]
    first = [ahead(n, *pair, round=1, board=n, stage="main") for n, pair in enumerate(pairs, 1)]
    now = season(terms("knockout"), [entry(n) for n in range(1, 9)], [_won(first[0], 0), *first[1:]])
    assert {row.entry: (row.place, row.min_place, row.max_place) for row in table_of(now)}[8] == (8, 5, 8)
    assert closed_now(now)[8] == {8}
    tables = [ahead(n, *range(n, 9, 2), round=1, board=n, stage="main") for n in (1, 2)]
    one = tuple(Side(seat, who, 120 * (seat == 1), seat == 1) for seat, who in enumerate((1, 3, 5, 7), 1))
    over = replace(tables[0], status="over", why="played", sides=one)
    of = season(terms("knockout", sides=4, advance=2), [entry(n) for n in range(1, 9)], [over, tables[1]])
    assert bounds(of)[7] == (3, 6)
    assert closed_now(of)[7] == {6}


def test_an_entry_that_left_before_its_first_tie_counts_among_those_who_are_out() -> None:
    entries = [entry(1), entry(2), entry(3), entry(4, left=True)]
    first = [ahead(1, 1, 4, round=1, stage="main"), ahead(2, 2, 3, round=1, stage="main")]
    of = season(terms("knockout"), entries, first)
    assert bounds(of) == dict.fromkeys((1, 2, 3, 4), (1, 4))
    hold(of, _knockout)


def _challenges(season: Season) -> Iterator[Season]:
    """Give what can come next on a ladder of three: the challenge ends, or another one is made."""
    fixture = first_open(season)
    if fixture is not None:
        for ending in endings(season.terms, fixture.entries):
            yield with_fixture(season, ended(fixture, ending, fixture.id))
    elif len(season.fixtures) < many(2, 3):
        ladder = [row.entry for row in table_of(season)]
        for place in (1, 2):
            sides = (Side(1, ladder[place - 1], challenger=False), Side(2, ladder[place], challenger=True))
            made = ahead(len(season.fixtures) + 1, sides=sides, stage="ladder")
            yield replace(season, fixtures=(*season.fixtures, made))


@pytest.mark.parametrize("left", [False, True])
def test_ladders_are_held_against_challenges(left: bool) -> None:
    entries = [entry(1), entry(2), entry(3, left=left)]
    sides = (Side(1, 2, challenger=False), Side(2, 3, challenger=True))
    running = ahead(1, sides=sides, stage="ladder", status="running")
    of = season(terms("ladder"), entries, [running])
    assert bounds(of) == dict.fromkeys((1, 2) if left else (1, 2, 3), (1, 3))
    hold(of, by_endings() if left else _challenges)


def test_who_left_a_ladder_only_falls() -> None:
    entries = [entry(1), entry(2, left=True), entry(3)]
    sides = (Side(1, 1, 120, challenger=False), Side(2, 2, 0, challenger=True))
    over = met(1, {}, sides=sides, stage="ladder")
    assert bounds(season(terms("ladder"), entries, [over])) == {1: (1, 3), 2: (2, 3), 3: (1, 3)}


def _with_third(season: Season) -> Iterator[Season]:
    """Give what can come next in a knock-out of four: a tie ends, or final and match for the third place are made."""
    fixture = first_open(season)
    if fixture is not None:
        for winner in (0, 1):
            yield with_fixture(season, _won(fixture, winner))
    elif len(season.fixtures) == 2:
        on, out = ([s.entry for f in season.fixtures for s in f.sides if s.advances is won] for won in (True, False))
        last = (ahead(3, *on, round=2, stage="main"), ahead(4, *out, round=2, board=2, stage="third"))
        for made in (last, [replace(each, id=7 - each.id) for each in last]):  # either may be over first
            yield replace(season, fixtures=(*season.fixtures, *made))


def test_the_match_for_the_third_place_is_held_against_every_outcome() -> None:
    first = [ahead(n, *pair, round=1, board=n, stage="main") for n, pair in enumerate([(1, 4), (2, 3)], 1)]
    hold(season(terms("knockout", third=True), [entry(n) for n in range(1, 5)], first), _with_third)
    # Fewer than four have none.
    for count in (2, 3):
        of = season(terms("knockout", third=True), [entry(n) for n in range(1, count + 1)], first[1:])
        assert max(high for _, high in bounds(of).values()) == count
