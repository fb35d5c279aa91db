"""Leaf counts: one ply is one action."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.perft import divide, perft
from engine.replicants.game import REPLICANTS
from engine.replicants.rules import CURRENT
from engine.replicants.state import State
from tests.engine.perft_file import blocks
from tests.engine.replicants.positions import start
from tests.engine.replicants.reference import Reference


@dataclass(frozen=True)
class Case:
    key: str
    mode: str
    position: str
    rules: int
    leaves: tuple[int, ...]

    def state(self) -> State:
        return start(self.mode, "" if self.position == "start" else self.position, self.rules)


def cases() -> list[Case]:
    return [
        Case(fields["id"], fields["mode"], fields["position"], int(fields.get("rules", CURRENT)), leaves)
        for fields, leaves in blocks("replicants")
    ]


def reference_perft(reference: Reference, depth: int) -> int:
    moves = reference.moves()
    return len(moves) if depth == 1 else sum(reference_perft(reference.play(text), depth - 1) for text in moves)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.key)
def test_perft(case: Case) -> None:
    state = case.state()
    for depth, leaves in enumerate(case.leaves, 1):
        found = perft(REPLICANTS, state, depth)
        assert found == leaves, f"depth {depth}: {found}, not {leaves}; {divide(REPLICANTS, state, depth)}"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.key)
def test_the_reference_counts_the_same(case: Case) -> None:
    reference = Reference.like(REPLICANTS.view(case.state(), None), case.rules)
    for depth, leaves in enumerate(case.leaves, 1):
        if leaves <= 3000:
            assert reference_perft(reference, depth) == leaves


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_the_leaf_counts_of_the_rules_page(mode: str) -> None:
    (case,) = (case for case in cases() if case.key == f"start-{mode}")
    assert case.leaves == (1, 11, 143, 143, 1573, 20449, 20449)


def test_the_file_covers_every_mode_and_kind_of_action() -> None:
    assert {case.mode for case in cases()} == {"2", "3", "4", "teams"}
    assert sum(case.position != "start" for case in cases()) >= 6
    first = {text[0] for case in cases() for text in _texts(case.state())}
    assert first >= set("E#x!0")


def _texts(state: State) -> list[str]:
    """Return the texts of the first two actions."""
    texts = []
    for move in REPLICANTS.legal(state, state.seat):
        texts.append(REPLICANTS.format(state, state.seat, move))
        after = REPLICANTS.apply(state, {state.seat: move}).state
        if after.seat == state.seat:
            texts += [REPLICANTS.format(after, after.seat, each) for each in REPLICANTS.legal(after, after.seat)]
    return texts
