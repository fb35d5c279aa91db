"""Which offers are brought together: properties of every answer, held against all the answers that there could be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.lobby import matchmaking
from hosting.lobby.matchmaking import HIGHEST, LOWEST, GameOffer, Offer, Pair, Pairing, fit, pair, pairs
from tests.volume import many

DUEL, TRIO, OTHER = GameOffer("2", 2), GameOffer("3", 3), GameOffer("2", 2, (("speed", "fast"),))
START = datetime(2026, 1, 1, tzinfo=UTC)


def offer(number: int, person: int | None = None, *, after: int | None = None, **given: object) -> Offer:
    """Return an offer that was served so many days after others, and fits all."""
    ways = given.pop("ways", (DUEL,))
    assert isinstance(ways, tuple)
    ratings = given.pop("ratings", (1500,) * len(ways))
    at = START + timedelta(days=number if after is None else after)
    return Offer(number, number if person is None else person, at, ways, ratings, **given)  # type: ignore[arg-type]


def ids(found: Sequence[Pairing]) -> list[tuple[int, ...]]:
    return [tuple(each.id for each in group.offers) for group in found]


def test_who_waits_longest_is_served_first() -> None:
    assert ids(pair([offer(3), offer(1), offer(2)])) == [(1, 2)]
    assert ids(pair([offer(1, after=9), offer(2), offer(3)])) == [(2, 3)]


def test_who_was_served_waits_behind_the_others() -> None:
    many = offer(1, free=3)
    assert ids(pair([many, offer(2), offer(3), offer(4), offer(5)])) == [(1, 2), (3, 4), (5, 1)]


def test_nobody_meets_themselves_or_who_is_kept_apart_or_the_same_twice() -> None:
    assert pair([offer(1, person=7), offer(2, person=7)]) == []
    assert pair([offer(1), offer(2)], apart={frozenset((1, 2))}) == []
    assert ids(pair([offer(1), offer(2), offer(3)], apart={frozenset((1, 2))})) == [(1, 3)]
    assert ids(pair([offer(1, free=2), offer(2, free=2)])) == [(1, 2)]


def test_who_met_last_meets_again_only_where_nobody_else_waits() -> None:
    met = {frozenset((1, 2))}
    assert ids(pair([offer(1), offer(2), offer(3)], met=met)) == [(1, 3)]
    assert ids(pair([offer(1), offer(2)], met=met)) == [(1, 2)]
    # Three who have not met come before two who have, also where two like that way better.
    both = (DUEL, TRIO)
    assert ids(pair([offer(1, ways=both), offer(2), offer(3, ways=(TRIO,)), offer(4, ways=(TRIO,))], met=met)) == [
        (1, 3, 4)
    ]


def test_ranges_are_mutual() -> None:
    strong, weak = offer(1, ratings=(1900,), low=1700), offer(2, ratings=(1400,))
    assert pair([strong, weak]) == []
    assert pair([offer(1, ratings=(1900,)), offer(2, ratings=(1400,), high=1899)]) == []
    assert ids(pair([offer(1, ratings=(1900,), low=1400), offer(2, ratings=(1400,), high=1900)])) == [(1, 2)]


def test_clocks_and_ways_agree() -> None:
    assert pair([offer(1, clock="1d"), offer(2, clock="3d")]) == []
    (found,) = pair([offer(1), offer(2, clock="3d")])
    assert found.clock == "3d"
    assert pair([offer(1), offer(2, ways=(OTHER,))]) == []
    (found,) = pair([offer(1, ways=(DUEL, OTHER)), offer(2, ways=(OTHER,))])
    assert found.way == OTHER
    # The third may name no clock that one of the first two does not want.
    trio = (TRIO,)
    assert pair([offer(1, ways=trio), offer(2, clock="1d", ways=trio), offer(3, clock="3d", ways=trio)]) == []


def test_a_group_that_cannot_be_completed_keeps_nobody_waiting() -> None:
    assert ids(pair([offer(1, ways=(TRIO,)), offer(2), offer(3)])) == [(2, 3)]


def test_offers_laid_to_fail_late_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five camps, and a match of six for which one of each and one more would be needed."""
    way, steps = GameOffer("6", 6), 0
    people = [offer(number, ways=(way,)) for number in range(1, 41)]
    apart = {each for each in pairs(range(1, 41)) if len({number % 5 for number in each}) == 1}

    def counted(*given: Any) -> bool:
        nonlocal steps
        steps += 1
        return fit(*given)

    monkeypatch.setattr(matchmaking, "STEPS", 100)
    monkeypatch.setattr(matchmaking, "fit", counted)
    assert pair(people, apart) == []
    assert 0 < steps < 40 * 40 * 100


RATINGS = st.integers(1300, 1700)


@st.composite
def offered(draw: st.DrawFn, number: int) -> Offer:
    ways = tuple(draw(st.permutations((DUEL, TRIO, OTHER))))[: draw(st.integers(1, 3))]
    return Offer(
        id=number,
        person_id=draw(st.integers(1, 6)),
        served_at=START + timedelta(days=draw(st.integers(0, 3))),
        ways=ways,
        ratings=tuple(draw(RATINGS) for _ in ways),
        clock=draw(st.sampled_from((None, None, "1d", "3d"))),
        low=draw(st.sampled_from((LOWEST, LOWEST, 1450))),
        high=draw(st.sampled_from((HIGHEST, HIGHEST, 1550))),
        free=draw(st.integers(0, 2)),
    )


@st.composite
def lots(draw: st.DrawFn) -> tuple[list[Offer], AbstractSet[Pair], AbstractSet[Pair]]:
    people = st.frozensets(st.integers(1, 6), min_size=2, max_size=2)
    count = draw(st.integers(0, 7))
    kept, met = draw(st.frozensets(people, max_size=4)), draw(st.frozensets(people, max_size=4))
    return [draw(offered(number)) for number in range(1, count + 1)], kept, met


def groups(offers: Sequence[Offer], apart: AbstractSet[Pair]) -> Iterator[tuple[GameOffer, tuple[Offer, ...]]]:
    """Give every match that some offers could make, the slow way."""
    for way in (DUEL, TRIO, OTHER):
        for some in combinations(offers, way.seats):
            if all(fit(one, other, way, apart) for one, other in combinations(some, 2)):
                yield way, some


@settings(max_examples=many(50, 2000), derandomize=True)
@given(lots(), st.randoms(use_true_random=False))
def test_every_answer_is_fair(lot: tuple[list[Offer], AbstractSet[Pair], AbstractSet[Pair]], random: Random) -> None:
    offers, apart, met = lot
    found = pair(offers, apart, met)
    turned = list(offers)
    random.shuffle(turned)
    assert pair(turned, apart, met) == found

    free, kept = {each.id: each.free for each in offers}, set(apart)
    queue = sorted(offers, key=lambda each: (each.served_at, each.id))
    for group in found:
        people = [each.person_id for each in group.offers]
        now = [each for each in queue if free[each.id]]
        possible = list(groups(now, kept))
        assert (group.way, tuple(sorted(group.offers, key=now.index))) in possible
        assert {each.clock for each in group.offers} <= {None, group.clock}
        served = {each.id for _, some in possible for each in some}
        first = next(each for each in now if each.id in served)
        assert group.offers[0] == first, "of those who can be served, who waits longest"
        if met & set(pairs(people)):
            fresh = [some for _, some in groups(now, kept | met) if first in some]
            assert not fresh, "the same opponents again, although others wait"
        for each in group.offers:
            free[each.id] -= 1
        kept |= set(pairs(people))
        queue = [*(each for each in queue if each not in group.offers), *group.offers]
    assert not list(groups([each for each in offers if free[each.id]], kept)), "nobody waits who could play"
