"""The Dutch system: beside the library's own engine, and beside a second library of a later edition."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from caissify_pairings.engines.dutch import DutchEngine
from py4swiss.engines.dutch.engine import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from hosting.league.pairing import dutch
from hosting.league.pairing.dutch import Pairs
from hosting.league.pairing.formats import plan
from hosting.league.pairing.swiss import seats
from hosting.league.pairing.values import Absence, Contender, PairingSeason, contenders, numbers
from store.league.seasons import Fixture
from tests.hosting.league.pairing.seasons import entries, made, played, season, terms
from tests.volume import many


def seasons(count: int, length: int, seed: int) -> Iterator[tuple[PairingSeason, tuple[Contender, ...]]]:
    """Give a season before each of its rounds, with the field of that round; one in twelve is away."""
    rng = random.Random(seed)
    now = season(terms("swiss", rounds=length), *entries(count))

    def result(_fixture: Fixture) -> tuple[int, ...]:
        return rng.choices([(120, 0), (60, 60), (0, 120)], [5, 2, 4])[0]

    for number in range(1, length + 1):
        away = {each: rng.random() < 0.5 for each in range(1, count + 1) if rng.random() < 1 / 12}
        absences = tuple(Absence(each, number, half) for each, half in away.items())
        now = replace(now, round=number, absences=absences)
        yield now, contenders(now, 1, number, sorted({each.id for each in now.entries} - set(away)))
        now = played(made(now, plan(now)), result)


def sides(pairs: Sequence[tuple[Contender, Contender | None]]) -> set[tuple[int, int]]:
    return {(one.entry, other.entry if other else 0) for one, other in pairs}


def as_a_file(now: PairingSeason, field: Sequence[Contender]) -> ParsedTrf:
    """Return a season as the library reads it from a file of FIDE's."""
    number_of = numbers(now.entries)
    there = {each.entry for each in field}

    def token(fixture: Fixture, entry: int) -> RoundResult:
        points = next(side.points for side in fixture.sides if side.entry == entry)
        if fixture.is_bye:
            kinds = {"bye": ResultToken.PAIRING_ALLOCATED_BYE, "half_bye": ResultToken.HALF_POINT_BYE}
            return RoundResult(
                id=0,
                color=ColorToken.BYE_OR_NOT_PAIRED,
                result=kinds.get(fixture.why or "", ResultToken.ZERO_POINT_BYE),
            )
        other = next(each for each in fixture.entries if each != entry)
        return RoundResult(
            id=number_of[other],
            color=ColorToken.WHITE if fixture.entries[0] == entry else ColorToken.BLACK,
            result={120: ResultToken.WIN, 60: ResultToken.DRAW, 0: ResultToken.LOSS}[points or 0],
        )

    def section(entry: int) -> PlayerSection:
        own = sorted((each for each in now.fixtures if entry in each.entries), key=lambda each: each.round)
        results = [token(each, entry) for each in own]
        if entry not in there:  # a result of this round already: not to be paired
            results.append(RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE))
        points = sum(side.points or 0 for each in own for side in each.sides if side.entry == entry)
        return PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number_of[entry],
            points_times_ten=points // 12,
            rank=number_of[entry],
            results=results,
        )

    return ParsedTrf(
        player_sections=[section(each.id) for each in now.entries],
        x_section=XSection(number_of_rounds=now.terms.rounds),
    )


@pytest.mark.parametrize("seed", range(many(4, 100)))
def test_rounds_are_those_of_the_librarys_own_engine(seed: int) -> None:
    for now, field in seasons(11 + seed % 2, 6, seed):
        number = now.round
        ours = dutch.pair(field, number, last=number == 6, full=120)
        assert ours is not None
        theirs = Engine.generate_pairings(as_a_file(now, field))
        assert sides(ours) == {(each.white, each.black) for each in theirs}


def by_the_other(field: Sequence[Contender], number: int, length: int) -> set[frozenset[int]]:
    """Return the pairs of the second library; 0 is a bye.

    Its colours are left out: for E.4 and E.5 it takes the lower number for the higher rank, whatever their points are.
    """
    floats = {-1: "down", 0: "none", 1: "up"}
    players = [
        {
            "id": each.entry,
            "score": Fraction(each.points, 120),
            "starting_number": each.number,
            "pairing_number": each.number,
            "color_hist": [{1: "white", 2: "black"}[seat] for seat in each.seats],
            "float_history": [floats[way] for way in reversed(each.floats)][-(number - 1) :] if number > 1 else [],
            "bye_count": int(each.bye),
        }
        for each in field
    ]
    met = {(min(each.entry, other), max(each.entry, other)) for each in field for other in each.met}
    paired = DutchEngine(players, met, number, length).generate_pairings()
    return {frozenset((each["white_id"], each["black_id"] or 0)) for each in paired}


@pytest.mark.parametrize("seed", range(many(6, 150)))
def test_differences_from_the_later_edition_are_those_of_its_articles(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    collapsed: list[int] = []

    def collapse(brackets: dutch._Brackets) -> None:
        collapsed.append(1)
        whole(brackets)

    whole = dutch._Brackets.collapse
    monkeypatch.setattr(dutch._Brackets, "collapse", collapse)
    alike = 0
    for now, field in seasons(8 + seed % 5, 5, seed):
        collapsed.clear()
        ours = dutch.pair(field, now.round, last=now.round == 5, full=120)
        theirs = by_the_other(field, now.round, 5)
        if ours is None:  # where nothing can be paired the other leaves several without an opponent
            assert sum(0 in pair for pair in theirs) > 1
            continue
        pairs = {frozenset(each) for each in sides(ours)}
        if pairs == theirs:
            alike += 1
            continue
        # The editions from 2025 on have no collapsed scoregroup (A.9), and of those who could have the bye they choose
        # by the rounds that each has missed (their C.9).
        free = [next(iter(pair - {0})) for each in (pairs, theirs) for pair in each if 0 in pair]
        assert collapsed or len(set(free)) == 2
    assert alike >= 3


def test_colours_are_those_of_our_own_rules() -> None:
    for now, field in seasons(14, 7, 1):
        ours = dutch.pair(field, now.round, last=now.round == 7, full=120)
        assert ours is not None
        for one, other in ours:
            if other is not None:
                higher, lower = sorted((one, other), key=lambda each: each.rank)
                assert seats(higher, lower) == (one, other)


def test_what_a_win_gives_is_the_point_of_the_rules() -> None:
    for now, field in seasons(12, 6, 2):
        number = now.round
        thrice = [replace(each, points=3 * each.points) for each in field]
        ours = dutch.pair(thrice, number, last=number == 6, full=360)
        assert ours is not None
        assert sides(ours) == sides(dutch.pair(field, number, last=number == 6, full=120) or [])


def test_nothing_is_paired_where_the_absolute_criteria_leave_nothing() -> None:
    met = [Contender(1, 1, met={2: 1}), Contender(2, 2, met={1: 1})]
    assert dutch.pair(met, 2, last=False, full=120) is None
    had = [Contender(1, 1, byes=1)]
    assert dutch.pair(had, 2, last=False, full=120) is None


def pair_of(seats_of_both: tuple[int, ...], *, points: int, last: bool) -> Pairs | None:
    both = [Contender(each, each, points, seats=seats_of_both) for each in (1, 2)]
    return dutch.pair(both, len(seats_of_both) + 1, last=last, full=120)


def test_only_topscorers_have_a_seat_three_times_in_a_row_and_nobody_three_more_of_it() -> None:
    assert pair_of((2, 1, 1), points=360, last=False) is None
    assert pair_of((2, 1, 1), points=180, last=True) is None  # half of what there was is not more than half
    assert pair_of((2, 1, 1), points=240, last=True)
    assert pair_of((1, 1), points=240, last=True) is None
