"""Leaf counts of every game: by the engine, by its second implementation, and as its rules page tells them."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.apex.game import APEX
from engine.chance import Chance
from engine.game import Setup
from engine.perft import divide, perft, sample
from tests.engine.apex.kit import KIT, state
from tests.engine.kit import Kit, Reference
from tests.engine.kits import KITS
from tests.volume import many

_DATA = Path(__file__).parents[1] / "data"


def blocks(game: str) -> list[tuple[dict[str, str], tuple[int, ...]]]:
    """Return the fields of each block of a game's `perft.txt`, and its leaf counts by depth."""
    found = []
    for block in (_DATA / game / "perft.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split(" ", 1) for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            fields = {key: value for key, value in lines if key != "perft"}
            counts = [tuple(map(int, value.split())) for key, value in lines if key == "perft"]
            assert [depth for depth, _ in counts] == list(range(1, len(counts) + 1))
            found.append((fields, tuple(leaves for _, leaves in counts)))
    return found


@dataclass(frozen=True)
class Case:
    """A block of a `perft.txt`.

    Attributes:
        kit: Of the game.
        key: What the block is called.
        setup: Of the position.
        leaves: By depth, from 1.
    """

    kit: Kit
    key: str
    setup: Setup
    leaves: tuple[int, ...]

    def state(self) -> Any:
        return self.kit.game.initial(self.setup, Chance.from_text("test"))


def cases_of(kit: Kit) -> list[Case]:
    found = []
    for fields, leaves in blocks(kit.game.info.key):
        options = tuple((key, value) for key, _, value in (each.partition("=") for each in _words(fields, "options")))
        position = "" if fields["position"] == "start" else fields["position"]
        mode = fields.get("mode", kit.game.info.modes[0].key)
        setup = Setup(mode, options, position=position)
        found.append(Case(kit, fields["id"], setup, leaves))
    return found


def _words(fields: dict[str, str], key: str) -> list[str]:
    return fields.get(key, "").split()


CASES = [case for kit in KITS for case in cases_of(kit)]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kit.game.info.key}-{case.key}")
each_game = pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.game.info.key)


def reference_perft(reference: Reference, depth: int) -> int:
    """Count as `engine.perft` does: where several decide at once, a ply is one joint decision."""
    acting = reference.acting()
    if not acting:
        return 0
    answers = [sorted(reference.answers(seat)) for seat in acting]
    if depth == 1:
        return math.prod(map(len, answers))
    return sum(
        reference_perft(reference.after(dict(zip(acting, joint, strict=True))), depth - 1)
        for joint in itertools.product(*answers)
    )


@each_case
def test_perft(case: Case) -> None:
    state, most = case.state(), many(1_000_000, 10_000_000)
    for depth, leaves in enumerate(case.leaves, 1):
        if leaves > most:
            break
        found = perft(case.kit.game, state, depth)
        assert found == leaves, f"depth {depth}: {found}, not {leaves}; {divide(case.kit.game, state, depth)}"


@each_case
def test_the_reference_counts_the_same(case: Case) -> None:
    reference, most = case.kit.like(case.state()), many(case.kit.counted // 3, case.kit.counted)
    for depth, leaves in enumerate(case.leaves, 1):
        if leaves <= most or depth == 1:
            assert reference_perft(reference, depth) == leaves


@each_game
def test_the_file_covers_every_setup_and_kind_of_move(kit: Kit) -> None:
    cases = cases_of(kit)
    shown = {(case.setup.mode, case.setup.options) for case in cases}
    assert shown == {(setup.mode, setup.options) for setup in kit.setups}
    assert {kind for case in cases for kind in kit.kinds(case.state())} >= set(kit.every_kind)
    assert any(case.setup.position for case in cases)


@each_game
def test_the_leaf_counts_of_the_rules_page(kit: Kit) -> None:
    leaves = {case.key: case.leaves for case in cases_of(kit)}
    for key, published in kit.published.items():
        assert leaves[key][: len(published)] == tuple(published)


# Trees of APEX that are counted by hand, or estimated by random walks.


def case(key: str) -> Case:
    """Return a block of `tests/data/apex/perft.txt`."""
    return next(each for each in cases_of(KIT) if each.key == key)


@pytest.mark.parametrize(
    ("mode", "factors"),
    [
        ("2", (6 * 2, 5 * 1, (10 * 4 * 9) ** 2)),
        ("3", (6 * 3, 5 * 2, 4 * 1, (6 * 4) ** 3)),
        ("6", (36, 25, 16, 9, 4, 1)),
    ],
)
@pytest.mark.parametrize("exploration", [False, True])
def test_small_counts_by_hand_face_up_or_down(mode: str, factors: tuple[int, ...], *, exploration: bool) -> None:
    start = state(mode, exploration=exploration)
    depths = range(1, 1 + min(len(factors), many(3, 4)))
    assert [perft(APEX, start, depth) for depth in depths] == [math.prod(factors[:depth]) for depth in depths]


def test_the_estimate_of_a_count_is_near_it() -> None:
    worked = case("expand-worked")

    def estimate() -> Any:
        return sample(APEX, worked.state(), 2, 400, Chance.from_text("walk"))

    found = estimate()
    assert found.walks == 400
    assert abs(found.leaves - worked.leaves[1]) < 4 * found.error
    assert estimate() == found


def test_an_estimate_is_exact_where_nothing_branches_differently() -> None:
    found = sample(APEX, state("3"), 3, 5, Chance.from_text("walk"))
    assert found.leaves == 18 * 10 * 4
    assert found.error == 0


def test_walks_that_come_to_the_end_count_no_leaf() -> None:
    found = sample(APEX, case("war-last").state(), 50, 4, Chance.from_text("walk"))
    assert found.leaves == 0
    assert found.ended == 4
