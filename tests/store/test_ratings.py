"""The model, held to numbers that it gave when it was chosen, and to its published formula."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from importlib.metadata import version

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from store.ratings.model import BEGINNER, MODEL, Skill, rate
from store.ratings.stored import Moved, Rated, Seated, can_be_rated, rate_match
from tests.volume import many

MUS, SIGMAS = st.floats(-50, 100), st.floats(0.01, 20)
Numbers = tuple[float, float]
Sides = tuple[tuple[Numbers, ...], ...]

GOLDEN: tuple[tuple[str, Sides, tuple[int, ...], Sides], ...] = (
    (
        "two beginners",
        (
            ((25.0, 8.333333333333334),),
            ((25.0, 8.333333333333334),),
        ),
        (1, 2),
        (
            ((27.635389493140497, 8.06590141354368),),
            ((22.364610506859503, 8.06590141354368),),
        ),
    ),
    (
        "a draw of unequals",
        (
            ((31.5, 3.25),),
            ((22.0, 7.5),),
        ),
        (1, 1),
        (
            ((31.269618667689496, 3.2400370140871426),),
            ((23.226228103184884, 7.181705291396989),),
        ),
    ),
    (
        "the favourite loses",
        (
            ((31.5, 3.25),),
            ((22.0, 7.5),),
        ),
        (2, 1),
        (
            ((30.745191513627724, 3.2400370140871426),),
            ((26.017545038174646, 7.181705291396989),),
        ),
    ),
    (
        "three, losers share the last rank",
        (
            ((25.0, 8.333333333333334),),
            ((28.0, 4.0),),
            ((19.5, 2.5),),
        ),
        (3, 1, 3),
        (
            ((22.36140198040446, 7.659445399603308),),
            ((28.747037072695008, 3.982516612563795),),
            ((19.44570505876534, 2.496763264052846),),
        ),
    ),
    (
        "four, ties above and below",
        (
            ((25.0, 8.333333333333334),),
            ((27.0, 6.0),),
            ((24.0, 5.0),),
            ((33.0, 2.0),),
        ),
        (1, 3, 3, 1),
        (
            ((26.42561919707149, 8.196727584547325),),
            ((26.267986043459647, 5.904391445034706),),
            ((23.753857323172127, 4.957238718593669),),
            ((33.038650619612454, 2.001098343972065),),
        ),
    ),
    (
        "five in order of seats",
        (
            ((20.0, 8.0),),
            ((21.0, 7.0),),
            ((22.0, 6.0),),
            ((23.0, 5.0),),
            ((24.0, 4.0),),
        ),
        (5, 4, 3, 2, 1),
        (
            ((15.371649438088745, 7.642686484308181),),
            ((20.182180568169418, 6.786644773426338),),
            ((22.411430961076977, 5.918519369047123),),
            ((23.77463468844017, 4.975836015598093),),
            ((24.745839451393696, 3.9960192790472995),),
        ),
    ),
    (
        "six, all tied",
        (
            ((25.0, 7.0),),
            ((25.5, 7.0),),
            ((26.0, 7.0),),
            ((26.5, 7.0),),
            ((27.0, 7.0),),
            ((27.5, 7.0),),
        ),
        (1, 1, 1, 1, 1, 1),
        (
            ((25.025204535806232, 6.980528635395245),),
            ((25.515458761938948, 6.9801177220482895),),
            ((26.005465711253994, 6.979701314675555),),
            ((26.495219109665257, 6.979279528256661),),
            ((26.984712523895965, 6.9788524938213925),),
            ((27.473939357439605, 6.978420359535291),),
        ),
    ),
    (
        "six, two beginners win together",
        (
            ((25.0, 8.333333333333334),),
            ((25.0, 8.333333333333334),),
            ((30.0, 3.0),),
            ((18.0, 2.0),),
            ((40.0, 1.5),),
            ((25.0, 5.0),),
        ),
        (1, 1, 3, 3, 3, 6),
        (
            ((26.508662365658235, 8.274735000097726),),
            ((26.508662365658235, 8.274735000097726),),
            ((29.94931651916922, 2.9983133694029864),),
            ((18.029395760938883, 2.001420089284596),),
            ((39.94073365384113, 1.5020633552510214),),
            ((24.527503058278242, 4.983209192339321),),
        ),
    ),
    (
        "two teams of two",
        (
            (
                (25.0, 8.333333333333334),
                (30.0, 2.0),
            ),
            (
                (26.0, 6.0),
                (24.0, 4.0),
            ),
        ),
        (2, 1),
        (
            (
                (21.7213686038201, 8.034163006217621),
                (29.810841884251996, 1.9976541635332516),
            ),
            (
                (27.69980039887939, 5.907440761693083),
                (24.755648971922277, 3.973381390114775),
            ),
        ),
    ),
    (
        "two teams of two, drawn",
        (
            (
                (25.0, 8.333333333333334),
                (30.0, 2.0),
            ),
            (
                (26.0, 6.0),
                (24.0, 4.0),
            ),
        ),
        (1, 1),
        (
            (
                (24.465009161710316, 8.034163006217621),
                (29.969134115219163, 1.9976541635332516),
            ),
            (
                (26.277365013151886, 5.907440761693083),
                (24.12330305791998, 3.973381390114775),
            ),
        ),
    ),
    (
        "three teams of two",
        (
            (
                (25.0, 8.333333333333334),
                (25.0, 8.333333333333334),
            ),
            (
                (35.0, 3.0),
                (20.0, 7.0),
            ),
            (
                (28.0, 4.0),
                (22.0, 2.5),
            ),
        ),
        (2, 1, 2),
        (
            (
                (23.743011933554456, 7.9754651255716285),
                (23.743011933554456, 7.9754651255716285),
            ),
            (
                (35.32603010142583, 2.995604768582166),
                (21.7739355634249, 6.929733903737706),
            ),
            (
                (27.710293221362164, 3.985307490771523),
                (21.8867566995433, 2.497590214266812),
            ),
        ),
    ),
    (
        "two teams of three",
        (
            (
                (25.0, 8.333333333333334),
                (30.0, 2.0),
                (27.0, 5.0),
            ),
            (
                (26.0, 6.0),
                (24.0, 4.0),
                (15.0, 3.0),
            ),
        ),
        (1, 2),
        (
            (
                (26.13606457668503, 8.144873766533419),
                (30.06554437163756, 1.9991459093978559),
                (27.409055948469433, 4.9601846100428375),
            ),
            (
                (25.411009416047207, 5.9454493250348),
                (23.738163298744226, 3.9845692960400827),
                (14.852667157688183, 2.9942838462240426),
            ),
        ),
    ),
)
"""Matches: mu and sigma before, ranks, mu and sigma as openskill 6.2.0 returned them."""

BETA, KAPPA, TAU = 25 / 6, 1e-4, 25 / 300


def by_formula(sides: Sides, ranks: Sequence[int]) -> list[list[Numbers]]:
    """Return what Algorithm 4 of Weng and Lin (JMLR 12, 2011) makes of a match, sums as they stand in the paper."""
    grown = [[(mu, sigma**2 + TAU**2) for mu, sigma in side] for side in sides]
    mus = [sum(mu for mu, _ in side) for side in grown]
    variances = [sum(variance for _, variance in side) for side in grown]
    c = math.sqrt(sum(variance + BETA**2 for variance in variances))
    number = range(len(sides))
    ties = [sum(ranks[s] == ranks[q] for s in number) for q in number]
    left = [sum(math.exp(mus[s] / c) for s in number if ranks[s] >= ranks[q]) for q in number]
    after = []
    for i in number:
        wins = [(q, math.exp(mus[i] / c) / left[q]) for q in number if ranks[q] <= ranks[i]]
        omega = variances[i] / c * sum(((q == i) - chance) / ties[q] for q, chance in wins)
        eta = variances[i] / c**2 * sum(chance * (1 - chance) / ties[q] for q, chance in wins)
        delta = math.sqrt(variances[i]) / c * eta
        shares = [(mu, variance, variance / variances[i]) for mu, variance in grown[i]]
        after.append(
            [
                (mu + share * omega, math.sqrt(variance * max(1 - share * delta, KAPPA)))
                for mu, variance, share in shares
            ]
        )
    return after


def skills(sides: Sides) -> list[list[Skill]]:
    return [[Skill(mu, sigma, 3) for mu, sigma in side] for side in sides]


def test_the_release_is_the_one_whose_name_pools_have() -> None:
    assert f"openskill {version('openskill')} PlackettLuce" == MODEL
    assert Skill(25, 25 / 3, 0) == BEGINNER


@pytest.mark.parametrize(("sides", "ranks", "after"), [row[1:] for row in GOLDEN], ids=[row[0] for row in GOLDEN])
def test_every_digit_is_as_it_was(sides: Sides, ranks: tuple[int, ...], after: Sides) -> None:
    assert rate(skills(sides), ranks) == [list(side) for side in after]


@pytest.mark.parametrize(("sides", "ranks"), [row[1:3] for row in GOLDEN], ids=[row[0] for row in GOLDEN])
def test_the_numbers_are_those_of_the_published_formula(sides: Sides, ranks: tuple[int, ...]) -> None:
    rated, computed = rate(skills(sides), ranks), by_formula(sides, ranks)
    flat = [number for side in rated for numbers in side for number in numbers]
    assert flat == pytest.approx([number for side in computed for numbers in side for number in numbers], rel=1e-12)


@settings(max_examples=many(100, 5000), derandomize=True, database=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.lists(st.tuples(MUS, SIGMAS), min_size=1, max_size=3)), min_size=2, max_size=6
    )
)
def test_every_bit_is_that_of_the_library(match: list[tuple[int, list[Numbers]]]) -> None:
    """The formula is called without the copies that the library makes (`store.ratings.model.rate`)."""
    ranks: list[float] = [rank for rank, _ in match]
    model = PlackettLuce()
    rated = model.rate([[model.rating(*numbers) for numbers in side] for _, side in match], ranks=ranks)
    ours = rate([[Skill(mu, sigma, 0) for mu, sigma in side] for _, side in match], [rank for rank, _ in match])
    assert ours == [[(each.mu, each.sigma) for each in team] for team in rated]


def test_sides_that_tie_are_not_averaged() -> None:
    """The step that would do so has no effect in this release: the formula above has none like it."""
    ((first,), (second,)) = rate([[Skill(30, 8, 0)], [Skill(20, 2, 0)]], [1, 1])
    assert first[0] - 30 != pytest.approx(second[0] - 20)


def test_only_the_order_of_ranks_matters() -> None:
    sides = skills(GOLDEN[4][1])
    assert rate(sides, [1, 3, 3, 1]) == rate(sides, [2, 9, 9, 2])


def test_a_match_moves_mu_to_the_winner_and_makes_both_surer() -> None:
    ((won,), (lost,)) = rate([[BEGINNER], [BEGINNER]], [1, 2])
    assert won[0] > 25 > lost[0]
    assert won[1] == lost[1] < BEGINNER.sigma


# What a match makes of ratings, by how each seat enters.


def seats(*each: tuple[int, Rated, int | None], teams: tuple[int, ...] = ()) -> list[Seated]:
    """Return the seats of a match from rank, way of entering and person."""
    return [
        Seated(seat, teams[seat - 1] if teams else None, rank, rated, person_id)
        for seat, (rank, rated, person_id) in enumerate(each, 1)
    ]


def after(moved: list[Moved]) -> dict[int, Skill]:
    return {each.person_id: each.after for each in moved}


KNOWN = {1: Skill(30.0, 3.0, 12), 2: Skill(22.0, 6.0, 4), 3: Skill(26.0, 2.0, 40), 4: Skill(18.0, 5.0, 9)}


def test_two_who_played_to_the_end_are_rated_against_each_other() -> None:
    moved = rate_match(seats((2, "full", 1), (1, "full", 2)), KNOWN)
    ((first,), (second,)) = rate([[KNOWN[1]], [KNOWN[2]]], [2, 1])
    assert moved == [Moved(1, 1, KNOWN[1], Skill(*first, 13)), Moved(2, 2, KNOWN[2], Skill(*second, 5))]


def test_who_was_never_rated_is_a_beginner() -> None:
    moved = rate_match(seats((1, "full", 7), (2, "full", 8)), {})
    assert [each.before for each in moved] == [BEGINNER, BEGINNER]
    assert [each.after.games for each in moved] == [1, 1]


def test_a_seat_that_is_held_enters_and_stays() -> None:
    moved = rate_match(seats((1, "hold", 1), (2, "full", 2)), KNOWN)
    full = rate_match(seats((1, "full", 1), (2, "full", 2)), KNOWN)
    assert moved[0].after is moved[0].before
    assert moved[1] == full[1]


def test_a_seat_that_can_only_gain_does_not_fall() -> None:
    """Second of four is above the middle, and yet too little for a strong player."""
    known = {1: Skill(45.0, 3.0, 3)}
    match = seats((2, "gain", 1), (1, "full", 2), (3, "full", 3), (4, "full", 4))
    assert after(rate_match([match[0]._replace(rated="full"), *match[1:]], known))[1].mu < 45
    assert after(rate_match(match, known))[1] == Skill(45.0, 3.0, 4)
    known = {1: Skill(15.0, 3.0, 3)}
    assert after(rate_match(match, known)) == after(rate_match([match[0]._replace(rated="full"), *match[1:]], known))


def test_a_seat_that_is_out_is_left_out() -> None:
    moved = rate_match(seats((1, "full", 1), (3, "out", None), (2, "full", 3)), KNOWN)
    alone = rate_match(seats((1, "full", 1), (2, "full", 3)), KNOWN)
    assert after(moved) == after(alone)
    assert [each.seat for each in moved] == [1, 3]


def test_partners_are_rated_as_one_side_wherever_they_sit() -> None:
    moved = rate_match(seats((1, "full", 1), (2, "full", 2), (1, "full", 3), (2, "hold", 4), teams=(0, 1, 0, 1)), KNOWN)
    sides = rate([[KNOWN[1], KNOWN[3]], [KNOWN[2], KNOWN[4]]], [1, 2])
    assert [each.person_id for each in moved] == [1, 2, 3, 4]
    assert [(each.after.mu, each.after.sigma) for each in moved[:3]] == [sides[0][0], sides[1][0], sides[0][1]]
    assert moved[3].after is KNOWN[4]


@pytest.mark.parametrize(
    ("match", "possible"),
    [
        (seats((1, "full", 1), (2, "full", 2)), True),
        (seats((1, "hold", 1), (2, "hold", 2)), True),
        (seats((1, "full", 1), (2, "out", None), (2, "full", 3)), True),
        (seats((1, "full", 1), (2, "out", None)), False),
        (seats((1, "full", 1)), False),
        (seats((1, "full", 1), (2, "full", 1)), False),
        (seats((1, "full", 1), (2, "full", None)), False),
        (seats((1, "full", 1), (1, "full", 2), (2, "full", 3), (2, "full", 4), teams=(0, 0, 1, 1)), True),
        (seats((1, "full", 1), (1, "full", 2), (2, "full", 3), (2, "out", None), teams=(0, 0, 1, 1)), False),
        (seats((1, "full", 1), (1, "full", 2), teams=(0, 0)), False),
    ],
)
def test_a_match_is_rated_if_whole_sides_are_left_to_compare(match: list[Seated], possible: bool) -> None:
    assert can_be_rated(match) is possible


@settings(max_examples=many(50, 2000), derandomize=True, database=None)
@given(st.integers(2, 6), st.randoms(use_true_random=False))
def test_other_seats_give_the_same_ratings(count: int, rng: random.Random) -> None:
    """But for the last digits: sums are taken in the order of seats."""
    ways: list[Rated] = ["full", "gain", "hold"]
    entered = [(rng.randint(1, count), rng.choice(ways), person) for person in range(1, count + 1)]
    known = {person: Skill(rng.uniform(10, 40), rng.uniform(1, 9), person) for person in range(1, count)}
    moved = after(rate_match(seats(*entered), known))
    other = after(rate_match(seats(*rng.sample(entered, count)), known))
    assert {person: (each.mu, each.sigma) for person, each in other.items()} == {
        person: pytest.approx((each.mu, each.sigma), rel=1e-12) for person, each in moved.items()
    }
