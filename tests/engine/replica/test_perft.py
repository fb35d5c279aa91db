"""Leaf counts: one ply is one move."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.perft import divide, perft
from engine.replica.game import REPLICA
from engine.replica.state import State
from tests.engine.perft_file import blocks
from tests.engine.replica import reference
from tests.engine.replica.positions import EVERY_OPTION, start, texts
from tests.engine.replica.reference import Reference


@dataclass(frozen=True)
class Case:
    key: str
    sight: str
    power: str
    position: str
    leaves: tuple[int, ...]

    def state(self) -> State:
        return start("" if self.position == "start" else self.position, sight=self.sight, power=self.power)


def cases() -> list[Case]:
    found = []
    for fields, leaves in blocks("replica"):
        options = dict(pair.split("=") for pair in fields["options"].split())
        found.append(Case(fields["id"], options["sight"], options["king_power"], fields["position"], leaves))
    return found


each_case = pytest.mark.parametrize("case", cases(), ids=lambda case: case.key)


@each_case
def test_perft(case: Case) -> None:
    state = case.state()
    for depth, leaves in enumerate(case.leaves, 1):
        found = perft(REPLICA, state, depth)
        assert found == leaves, f"depth {depth}: {found}, not {leaves}; {divide(REPLICA, state, depth)}"


@each_case
def test_the_reference_counts_the_same(case: Case) -> None:
    here = Reference.like(REPLICA.view(case.state(), None))
    for depth, leaves in enumerate(case.leaves, 1):
        if leaves <= 3000:
            assert reference.perft(here, depth) == leaves


def test_the_leaf_counts_of_the_rules_page() -> None:
    (case,) = (case for case in cases() if case.key == "start-all-none")
    assert case.leaves[:2] == (43, 1849)


def test_the_file_covers_every_option_and_kind_of_move() -> None:
    assert {(case.sight, case.power) for case in cases()} == set(EVERY_OPTION)
    assert sum(case.position != "start" for case in cases()) >= 12
    written = {text[2:3] for case in cases() for text in texts(case.state())}
    assert written == {"-", "x", "=", ""}
