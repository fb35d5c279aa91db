"""What is chosen at each step towards a move is said in the words of the game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import Chance
from engine.extras import Stepping
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


def begun(game: Any) -> Session:
    return Session.start(game, Setup("2"), Chance.from_text("steps"))


def test_replica_asks_for_a_piece_and_where_it_goes() -> None:
    session = begun(REPLICA)
    (seat,) = session.to_act
    move = REPLICA.format(session.state, seat, REPLICA.legal(session.state, seat)[0])
    assert asked(session, move) == ["Choose what to do.", "Choose a piece.", "Choose where it goes."]


def first_of(session: Session, kind: str) -> tuple[Session, str]:
    """Return a session in which a kind of action is legal for the first time, and such an action."""
    game: Any = session.game
    while True:
        (seat,) = session.to_act
        texts = {
            type(move).__name__: game.format(session.state, seat, move) for move in game.legal(session.state, seat)
        }
        if kind in texts:
            return session, texts[kind]
        session = session.move(seat, list(texts.values())[-1])


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("Create", ["Choose an action.", "Choose a soul.", "Choose a hex."]),
        ("Rotate", ["Choose an action.", "Choose a Replicant.", "Choose a direction."]),
        ("Go", ["Choose an action.", "Choose a Replicant.", "Choose a hex."]),
    ],
)
def test_replicants_asks_for_what_each_action_takes(kind: str, words: list[str]) -> None:
    assert asked(*first_of(begun(REPLICANTS), kind)) == words
