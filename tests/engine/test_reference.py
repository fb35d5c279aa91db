"""The engine against an independent reading of the rules: same positions, same legal moves, same results."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from engine.chance import Chance
from engine.extras import CountsLegal
from engine.game import Setup
from engine.seat import Seat
from tests.engine.kit import Kit, Reference, label, seats_of
from tests.engine.kits import KITS
from tests.volume import many

PLIES = 3
"""How far each crowded position is played on."""


def cases(kits: list[Kit]) -> pytest.MarkDecorator:
    """Try a test with every setup of some games."""
    return pytest.mark.parametrize(
        ("kit", "setup"),
        [pytest.param(kit, setup, id=f"{kit.game.info.key}-{label(setup)}") for kit in kits for setup in kit.setups],
    )


def compared(kit: Kit, setup: Setup, state: Any, reference: Reference) -> dict[Seat, dict[str, Any]]:
    """Check that both have the same position and the same legal moves; return these by their texts."""
    game, found = kit.game, dict[Seat, dict[str, Any]]()
    assert reference.told() == kit.told(state)
    assert sorted(reference.acting()) == sorted(game.to_act(state))
    for seat in range(1, seats_of(game, setup) + 1):
        moves = game.legal(state, seat)
        texts = {game.format(state, seat, move): move for move in moves}
        assert len(texts) == len(moves)
        assert set(texts) == reference.answers(seat), game.write_position(state)
        if isinstance(game, CountsLegal):
            assert game.count_legal(state, seat) == len(moves)
        if moves:
            found[seat] = texts
    return found


def played(
    kit: Kit, state: Any, reference: Reference, found: Mapping[Seat, Mapping[str, Any]], draw: random.Random
) -> tuple[Any, Reference]:
    """Play the same moves, drawn by lot, in both."""
    texts = {seat: kit.pick(draw, sorted(moves)) for seat, moves in found.items()}
    state = kit.game.apply(state, {seat: found[seat][text] for seat, text in texts.items()}).state
    reference = reference.after(texts)
    kit.follow(reference, state)
    return state, reference


@cases(list(KITS))
def test_whole_random_games(kit: Kit, setup: Setup) -> None:
    for seed in range(many(1, 8)):
        draw = random.Random(f"games {label(setup)} {seed}")
        state = kit.game.initial(setup, Chance.from_text(f"reference {seed}"))
        reference = kit.start(setup, state)
        while found := compared(kit, setup, state, reference):
            state, reference = played(kit, state, reference, found, draw)
        assert kit.game.outcome(state) is not None


@cases([kit for kit in KITS if kit.crowded is not None])
def test_crowded_positions(kit: Kit, setup: Setup) -> None:
    assert kit.crowded is not None
    draw = random.Random(f"positions {label(setup)}")
    for _ in range(many(50, 500)):
        state = kit.crowded(draw, setup)
        reference = kit.like(state)
        for _ in range(PLIES):
            found = compared(kit, setup, state, reference)
            if not found:
                break
            state, reference = played(kit, state, reference, found, draw)
