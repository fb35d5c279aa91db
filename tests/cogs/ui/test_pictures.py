"""Which games have hands to draw."""

from __future__ import annotations

import pytest

from cogs.ui.pictures import has_hands


@pytest.mark.parametrize(
    ("game", "held"), [("replicants", False), ("replica", False), ("apex", True), ("mutants", True)]
)
def test_a_game_with_cards_has_hands(game: str, held: bool) -> None:
    assert has_hands(game) is held
