"""Pictures of a game that does not have all there may be."""

from __future__ import annotations

from cogs.core.reader import Reader
from cogs.ui.pictures import draw_hand, has_hands
from engine import registry
from engine.chance import Chance
from engine.info import Setup
from engine.session import Session
from render.theme import Theme


async def test_a_game_without_hands_has_none_to_draw() -> None:
    session = Session.start(registry.get("replicants"), Setup("2"), Chance.from_text("pictures"))
    assert not has_hands("replicants")
    assert await draw_hand("replicants", session.view(1), ("ann", "bob"), Reader(None, Theme())) is None
