"""What is chosen at each step towards a move is said in the words of the game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.asking import Stepping
from engine.chance import Chance
from engine.game import Setup
from engine.replica.game import REPLICA
from engine.replicants.game import REPLICANTS
from engine.session import Session


def asked(session: Session, text: str) -> list[str]:
    """Return what is asked on the way to a move of whoever's turn it is."""
    game: Any = session.game
    (seat,) = session.to_act
    steps = game.choices(session.state, seat, game.parse(session.state, seat, text))
    assert isinstance(game, Stepping)
    return [str(game.step(session.state, steps[:count])) for count in range(len(steps))]


def begun(game: Any, *turns: str) -> Session:
    session = Session.start(game, Setup("2"), Chance.from_text("steps"))
    for turn in turns:
        session = session.play(min(session.to_act), turn)
    return session


def test_replica_asks_for_a_piece_and_where_it_goes() -> None:
    session = begun(REPLICA)
    (seat,) = session.to_act
    move = REPLICA.format(session.state, seat, REPLICA.legal(session.state, seat)[0])
    assert asked(session, move) == ["Choose what to do.", "Choose a piece.", "Choose where it goes."]


@pytest.mark.parametrize(("kind", "last"), [("Create", "Choose a hex."), ("Rotate", "Choose a direction.")])
def test_replicants_asks_for_what_each_action_takes(kind: str, last: str) -> None:
    session = begun(REPLICANTS)
    for _ in range(200):
        (seat,) = session.to_act
        moves = REPLICANTS.legal(session.state, seat)
        found = [move for move in moves if type(move).__name__ == kind]
        if found:
            break
        session = session.move(seat, REPLICANTS.format(session.state, seat, moves[-1]))
    first = {"Create": "Choose a soul.", "Rotate": "Choose a Replicant."}[kind]
    text = REPLICANTS.format(session.state, seat, found[0])
    assert asked(session, text) == ["Choose an action.", first, last]
