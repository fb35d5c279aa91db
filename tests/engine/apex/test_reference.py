"""Random games, compared move by move with the second implementation."""

from __future__ import annotations

import random

import pytest

from engine.apex.game import APEX
from engine.chance import Chance
from engine.game import Setup
from tests.engine.apex.reference import like, told

GAMES = {"2": 10, "3": 7, "4": 5, "5": 4, "6": 4}


@pytest.mark.parametrize("mode", GAMES)
def test_the_same_moves_are_legal_and_come_to_the_same(mode: str) -> None:
    seats = range(1, int(mode) + 1)
    positions = 0
    for seed in range(GAMES[mode]):
        choose = random.Random(f"{mode} {seed}")
        state = APEX.initial(Setup(mode), Chance.from_text(f"reference {seed}"))
        views = {seat: APEX.view(state, seat) for seat in seats}
        reference = like(views)
        while APEX.to_act(state):
            assert reference.acting() == sorted(APEX.to_act(state))
            moves, texts = {}, {}
            for seat in seats:
                legal = {APEX.format(state, seat, move): move for move in APEX.legal(state, seat)}
                assert set(legal) == reference.answers(seat)
                if legal:
                    texts[seat] = _pick(choose, sorted(legal))
                    moves[seat] = legal[texts[seat]]
            state = APEX.apply(state, moves).state
            reference = reference.after(texts)
            views = {seat: APEX.view(state, seat) for seat in seats}
            if state.round == 1 and state.age and not state.spent and not any(reference.hand.values()):
                reference.take_hands(views)  # dealt
            assert reference.told() == told(views[1])
            assert [reference.hand[seat] for seat in seats] == [
                list(views[seat].sides[seat - 1].hand or ()) for seat in seats
            ]
            positions += 1
    assert positions > 400


def _pick(choose: random.Random, texts: list[str]) -> str:
    """Return a move: seldom nothing, and ambushes and conversions where there are some, so that a lot happens."""
    rare = [text for text in texts if text.startswith(("AMB", "CONV"))]
    doing = [text for text in texts if text != "-"]
    return choose.choice(
        rare if rare and choose.random() < 0.5 else doing if doing and choose.random() < 0.9 else texts
    )
