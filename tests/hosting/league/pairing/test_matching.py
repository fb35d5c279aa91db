"""Our own matching: the least cost, byes, and fields that cannot be paired without fault."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.pairing import swiss
from hosting.league.pairing.swiss import TIERS, cost, pair_by_matching, seats
from hosting.league.pairing.values import Contender
from tests.volume import many


def fields(count: int, seed: int) -> list[Contender]:
    """Return a field whose past was drawn, the highest first."""
    rng = random.Random(seed)
    met: dict[int, dict[int, int]] = {each: {} for each in range(1, count + 1)}
    for one, other in combinations(range(1, count + 1), 2):
        if rng.random() < 0.4:
            met[one][other] = met[other][one] = rng.choice([1, 1, 2])
    found = [
        Contender(
            entry=each,
            number=each,
            points=rng.choice([0, 60, 120, 180]),
            seats=tuple(rng.choice([1, 2]) for _ in range(rng.randint(0, 4))),
            met=met[each],
            floats=(rng.choice([-1, 0, 1]), rng.choice([-1, 0, 1])),
            byes=int(rng.random() < 0.3),
        )
        for each in range(1, count + 1)
    ]
    return sorted(found, key=lambda each: each.rank)


def pairings(members: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not members:
        yield []
    for index in range(1, len(members)):
        for rest in pairings([*members[1:index], *members[index + 1 :]]):
            yield [(members[0], members[index]), *rest]


def total(field: Sequence[Contender], pairs: Sequence[tuple[int, int]]) -> int:
    """Return what pairs of places cost together."""
    sizes: dict[int, int] = {}
    for each in field:
        sizes[each.points] = sizes.get(each.points, 0) + 1
    return sum(
        cost(field[i], field[j], 120, abs(j - i - max(1, sizes[field[i].points] // 2))) for i, j in map(sorted, pairs)
    )


@settings(max_examples=many(30, 600), deadline=None, derandomize=True)
@given(st.sampled_from([2, 4, 6, 8]), st.integers(0, 10**6))
def test_a_small_field_is_paired_at_the_least_cost(count: int, seed: int) -> None:
    field = fields(count, seed)
    place = {each.entry: at for at, each in enumerate(field)}
    pairs = [(place[one.entry], place[other.entry]) for one, other in pair_by_matching(field, 120) if other is not None]
    assert total(field, pairs) == min(total(field, each) for each in pairings(range(count)))


@settings(max_examples=many(15, 300), deadline=None, derandomize=True)
@given(st.integers(20, 40).map(lambda half: 2 * half), st.integers(0, 10**6))
def test_nearest_candidates_leave_no_repeat_that_all_of_them_avoid(count: int, seed: int) -> None:
    field = fields(count, seed)
    whole = sum(other.entry in one.met for one, other in pair_by_matching(field, 120) if other is not None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss, "FEW", 0)
        patch.setattr(swiss, "NEAREST", 1)
        near = [(one, other) for one, other in pair_by_matching(field, 120) if other is not None]
    assert len(near) == count // 2
    assert sum(other.entry in one.met for one, other in near) == whole


def test_every_tier_fits_into_its_bits() -> None:
    worst = Contender(1, 1, 10**6, seats=(1, 1, 1), met={2: 99}, floats=(-1, -1))
    other = Contender(2, 2, 0, seats=(1, 1, 1), met={1: 99}, floats=(1, 1))
    left = cost(worst, other, 120, 999)
    for name, bits in reversed(TIERS):
        amount = left & ((1 << bits) - 1)
        assert 0 < 500 * amount < 1 << bits, name
        left >>= bits
    assert sum(bits for _, bits in TIERS) < 120  # the library counts in 128 bits, and doubles weights


def test_the_bye_goes_to_the_lowest_who_had_none_unless_that_means_repeats() -> None:
    field = [Contender(each, each, points=60 * (5 - each), byes=int(each == 5)) for each in range(1, 6)]
    assert pair_by_matching(field, 120)[-1] == (field[3], None)
    apart = {1: {2: 1, 3: 1, 5: 1}, 2: {1: 1, 3: 1, 5: 1}, 3: {1: 1, 2: 1, 5: 1}, 4: {}, 5: {1: 1, 2: 1, 3: 1}}
    met = [Contender(each, each, points=60 * (5 - each), met=apart[each]) for each in range(1, 6)]
    *pairs, (absent, _) = pair_by_matching(met, 120)
    assert absent.entry != 4  # without 4 all four others would meet again
    assert sum(other.entry in one.met for one, other in pairs if other is not None) == 1


def test_a_field_that_must_all_have_one_seat_is_paired_all_the_same() -> None:
    for count in (201, 33):
        field = [Contender(each, each, seats=(2, 1, 1)) for each in range(1, count + 1)]
        pairs = pair_by_matching(field, 120)
        assert len(pairs) == count // 2 + 1
        assert pairs[-1] == (field[-1], None)


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        ((1,), (2,), 2),  # E.1: both get what they should
        ((1, 2, 1), (1,), 2),  # E.2: strong before mild
        ((2, 1, 1), (1, 2, 1), 2),  # E.2: absolute before strong
        ((2, 1, 1), (1, 1), 1),  # E.2: of two absolute ones the wider difference, which is 2's
        ((1, 2), (1, 2), 1),  # E.4: what the higher one should have
        ((1, 2, 1, 2), (2, 1, 1, 2), 1),  # E.3: the last time that theirs differed, 2 had seat 1
        ((), (), 1),  # E.5: an odd number has seat 1
        ((), (2,), 2),
    ],
)
def test_seats_are_given_by_the_rules_of_colours(one: tuple[int, ...], other: tuple[int, ...], first: int) -> None:
    higher, lower = Contender(1, 1, 120, seats=one), Contender(2, 2, 60, seats=other)
    assert seats(higher, lower)[0].entry == first
