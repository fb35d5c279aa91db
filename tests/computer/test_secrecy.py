"""A player and an analysis know no more than a seat: positions that it cannot tell apart are one, with one decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

from computer import analysis
from computer.players import known, player
from engine.chance import Chance
from engine.script import Entry
from tests.computer import HIDDEN
from tests.every_mode import Row
from tests.volume import many


@pytest.mark.parametrize("row", HIDDEN, ids=lambda row: row.name)
def test_positions_that_look_alike_are_one_world_and_one_decision(row: Row) -> None:
    rng = random.Random(row.name)
    beginner = player(row.key, row.setup.mode, "1", 0.01)
    twins = kinds = 0
    asked = set[str]()
    for number in range(many(2, 10)):
        state = row.begin(f"{number}").state
        while acting := sorted(row.game.to_act(state)):
            moves = {seat: rng.choice(row.game.legal(state, seat)) for seat in acting}
            for seat in acting if rng.random() < 0.4 else ():
                twin = row.game.alike(state, seat, Chance.from_text(f"{rng.random()}"))
                here, there = known(row.game, state, seat), known(row.game, twin, seat)
                assert here == there
                played = Entry(row.game.turn(state), seat, row.game.format(state, seat, moves[seat]))
                judged, other = (analysis.decision(row.game, each, played, 1, 2) for each in (state, twin))
                assert analysis.piece(row.game, row.setup, judged) == analysis.piece(row.game, row.setup, other)
                assert row.game.view(here, seat) == row.game.view(state, seat)
                twins += row.game.write_position(twin) != row.game.write_position(state)
                question = _question(state)
                if question not in asked:
                    asked.add(question)
                    decisions = [beginner(row.game, each, seat, "twin") for each in (here, there)]
                    assert decisions[0] == decisions[1]
                    kinds += 1
            state = row.game.apply(state, moves).state
    # With two players all cards are dealt and the hands are swapped: a seat knows where each of them is (A70, A72).
    assert twins > 10 or row.name == "apex-2-standard"
    assert kinds >= 4


def _question(state: Any) -> str:
    """Return the kind of a decision."""
    ask = getattr(state, "ask", None)
    return str(getattr(state, "phase", ask.kind if ask is not None else "pick"))
