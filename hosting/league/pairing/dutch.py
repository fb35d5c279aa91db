"""FIDE's Dutch system for two sides, with the library behind one function so that it can be exchanged.

The rules are those of FIDE's handbook C.04.3 in the edition of Baku 2016, as bbpPairings 5 implements them; articles
named in this package are of that edition. Two things differ: in the last round a topscorer may get one seat three times
in a row (C.3), but two players whose difference of seats is already two, to the same side, meet only if there is no
other way; and "one point" (A.8) is the points of a win.

The library does most of its work in Python and gives up the interpreter's lock every few milliseconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, combinations
from typing import TypeAlias

from py4swiss.engines.common import ColorPreference, ColorPreferenceSide, ColorPreferenceStrength, Float
from py4swiss.engines.dutch.bracket import Bracket, BracketPairer, Brackets
from py4swiss.engines.dutch.engine import Engine
from py4swiss.engines.dutch.player import Player
from py4swiss.engines.dutch.validity_matcher import ValidityMatcher

from hosting.league.pairing.values import Contender

Pairs: TypeAlias = list[tuple[Contender, Contender | None]]
"""The contenders with seat 1 and seat 2; None in the pair of a bye."""

TENTHS = 10
"""The library's point in A.8."""


def pair(field: Sequence[Contender], number: int, *, last: bool, full: int) -> Pairs | None:
    """Return the pairs of a round; None if the absolute criteria leave none.

    `number`: the round, from 1; `last`: whether it's the last one; `full`: points of a win, in 120ths.
    """
    apart = {
        (one.entry, other.entry)
        for one, other in combinations(field, 2)
        if last and min(abs(one.difference), abs(other.difference)) > 1 and one.due == other.due
    }
    half = full * (number - 1) / 2
    players = sorted((_player(each, topscorer=last and each.points > half) for each in field), reverse=True)
    possible = ValidityMatcher(players, apart)
    if not possible.is_valid_matching():
        return None
    by_entry = {each.entry: each for each in field}
    brackets = _Brackets(players, number, full)
    paired: Pairs = []
    while not brackets.is_finished():
        pairer = BracketPairer(brackets.get_current_bracket(), possible, initial_color=True)
        pairs = Engine._get_bracket_pairs(pairer)  # noqa: SLF001 - the library reads points in tenths from files only
        if pairs is None:
            brackets.collapse()
            continue
        brackets.apply_bracket_pairings(pairs)
        paired += [(by_entry[one.id], None if one == other else by_entry[other.id]) for one, other in pairs]
    return paired


def _player(each: Contender, *, topscorer: bool) -> Player:
    return Player(
        id=each.entry,
        number=each.number,
        points=each.points,
        points_with_acceleration=each.points,
        color_preference=ColorPreference(
            side=ColorPreferenceSide({0: 0, 1: 1, 2: -1}[each.due]), strength=ColorPreferenceStrength(each.strength)
        ),
        color_difference=each.difference,
        color_double=bool(each.twice),
        float_1=Float(each.floats[0]),
        float_2=Float(each.floats[1]),
        opponents=set(each.met),
        colors=[seat == 1 for seat in each.seats],
        bye_received=each.bye,
        top_scorer=topscorer,
    )


class _Brackets(Brackets):  # type: ignore[misc]
    """Brackets whose point (A.8) is a win's points, where the library counts in tenths of a point."""

    def __init__(self, players: list[Player], number: int, full: int) -> None:
        super().__init__(players, number)
        self._full = full

    def get_current_bracket(self) -> Bracket:
        bracket = super().get_current_bracket()
        lowest = bracket.resident_list[-1].points
        down = [each.points - lowest + self._full for each in bracket.mdp_list + bracket.resident_list]
        met = [
            difference
            for index, each in enumerate(bracket.mdp_list + bracket.resident_list)
            for difference in {
                each.points - other.points
                for other in bracket.resident_list[max(0, index + 1 - len(bracket.mdp_list)) :]
            }
        ]
        counts = Counter(down + met)
        differences = sorted(counts)
        ends = list(accumulate((counts[each].bit_length() for each in differences), initial=0))
        return bracket.model_copy(
            update={
                "min_bracket_score": lowest - self._full + TENTHS,
                "score_difference_bit_dict": dict(zip(differences, ends, strict=False)),
                "score_difference_total_bits": ends[-1],
            }
        )
