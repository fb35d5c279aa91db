"""What is told of a turn in one line."""

from __future__ import annotations

from cogs.ui.story import caption
from engine.history import moments
from engine.session import Session
from tests.engine.parlour.tables import attacked


def latest_caption(session: Session) -> str:
    return str(caption(moments(session)[-1], over=False))


def test_a_surrender_is_told_with_what_was_played_before_it_in_the_same_turn() -> None:
    session = attacked("3")
    first, second, _ = session.state.order
    assert latest_caption(session.forfeit(first)) == f"Player {first}: A {second}. Player {first} resigns."
    assert latest_caption(session.forfeit(second)) == f"Player {second} resigns."
