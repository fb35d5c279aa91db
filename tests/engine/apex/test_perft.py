"""Leaf counts: one ply is one decision; where all choose at once, one joint decision."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import pytest

from engine.apex.game import APEX
from engine.apex.state import State
from engine.chance import Chance
from engine.perft import divide, perft, sample
from tests.engine.apex.positions import state
from tests.engine.apex.reference import Reference, like
from tests.engine.perft_file import blocks


@dataclass(frozen=True)
class Case:
    key: str
    mode: str
    position: str
    leaves: tuple[int, ...]

    def state(self) -> State:
        return state(self.mode, "" if self.position == "start" else self.position)


def cases() -> list[Case]:
    return [Case(fields["id"], fields["mode"], fields["position"], leaves) for fields, leaves in blocks("apex")]


def reference_perft(reference: Reference, depth: int) -> int:
    acting = reference.acting()
    if depth == 0 or not acting:
        return int(depth == 0)
    total = 0
    if depth == 1:
        total = 1
        for player in acting:
            total *= len(reference.answers(player))
        return total
    for joint in itertools.product(*(sorted(reference.answers(player)) for player in acting)):
        total += reference_perft(reference.after(dict(zip(acting, joint, strict=True))), depth - 1)
    return total


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.key)
def test_perft(case: Case) -> None:
    start = case.state()
    for depth, leaves in enumerate(case.leaves, 1):
        found = perft(APEX, start, depth)
        assert found == leaves, f"depth {depth}: {found}, not {leaves}; {divide(APEX, start, depth)}"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.key)
def test_the_reference_counts_the_same(case: Case) -> None:
    start = case.state()
    reference = like({seat: APEX.view(start, seat) for seat in range(1, int(case.mode) + 1)})
    for depth, leaves in enumerate(case.leaves, 1):
        if leaves <= 20_000 or depth == 1:
            assert reference_perft(reference, depth) == leaves


def test_the_file_covers_every_mode_and_kind_of_decision() -> None:
    assert {case.mode for case in cases()} == {"2", "3", "4", "5", "6"}
    assert {APEX.view(case.state(), None).phase for case in cases()} == {"setup", "choose", "war", "colonise", "expand"}


@pytest.mark.parametrize(
    ("mode", "factors"),
    [
        ("2", (6 * 2, 5 * 1, (10 * 4 * 9) ** 2)),
        ("3", (6 * 3, 5 * 2, 4 * 1, (6 * 4) ** 3)),
        ("6", (36, 25, 16, 9, 4, 1)),
    ],
)
def test_small_counts_by_hand_face_up_or_down(mode: str, factors: tuple[int, ...]) -> None:
    for exploration in (False, True):
        start = state(mode, exploration=exploration)
        depths = range(1, 1 + min(len(factors), 4))
        assert [perft(APEX, start, depth) for depth in depths] == [math.prod(factors[:depth]) for depth in depths]


def test_the_estimate_of_a_count_is_near_it() -> None:
    (case,) = (case for case in cases() if case.key == "expand-worked")
    found = sample(APEX, case.state(), 2, 400, Chance.from_text("walk"))
    assert found.walks == 400
    assert abs(found.leaves - case.leaves[1]) < 4 * found.error
    again = sample(APEX, case.state(), 2, 400, Chance.from_text("walk"))
    assert again == found


def test_an_estimate_is_exact_where_nothing_branches_differently() -> None:
    found = sample(APEX, state("3"), 3, 5, Chance.from_text("walk"))
    assert found.leaves == 18 * 10 * 4
    assert found.error == 0


def test_walks_that_come_to_the_end_count_no_leaf() -> None:
    (case,) = (case for case in cases() if case.key == "war-last")
    found = sample(APEX, case.state(), 50, 4, Chance.from_text("walk"))
    assert found.leaves == 0
    assert found.ended == 4
