"""What seats had in a match beside their seat, for games that want results counted by it."""

from __future__ import annotations

from typing import Any

import pytest

from engine import registry
from engine.__main__ import selfplay
from engine.apex.game import APEX
from engine.chance import Chance
from engine.extras import Feature, Featured
from engine.game import Mode, Setup
from engine.mutants.game import MUTANTS
from engine.session import Session

CASES = [
    pytest.param(game, mode, id=f"{game.info.key}-{mode.key}")
    for game in registry.games()
    if isinstance(game, Featured)
    for mode in game.info.modes
]


@pytest.mark.parametrize(("game", "mode"), CASES)
def test_a_seat_has_one_of_each_kind_at_most_and_each_has_a_name(game: Any, mode: Mode) -> None:
    session = Session.start(game, Setup(mode.key), Chance.from_text("features"))
    for seat in range(2, mode.seats + 1):
        session = session.forfeit(seat)
    kinds = [kind.key for kind in game.feature_kinds]
    assert len(set(kinds)) == len(kinds)
    assert not any(":" in kind or kind != kind.lower() for kind in kinds)
    found = game.features(session.state)
    assert len({(each.seat, each.kind) for each in found}) == len(found)
    for each in found:
        assert 1 <= each.seat <= mode.seats
        assert each.kind in kinds
        assert 0 < len(each.value) <= 60
        assert str(game.feature_name(each.kind, each.value)) != each.value
    assert str(game.feature_name(kinds[0], "gone")) == "gone"


def test_apex_counts_by_civilisations() -> None:  # A2
    start = Session.start(APEX, Setup("2"), Chance.from_text("features"))
    assert APEX.features(start.state) == ()
    chosen = start.play(1, start.complete(1, "MIN")[0]).forfeit(2)
    assert Feature(1, "civilisation", "MIN") in APEX.features(chosen.state)
    assert str(APEX.feature_name("civilisation", "MIN")) == "Minerls"
    played = selfplay(APEX, Setup("3"), "features")
    assert [each.seat for each in APEX.features(played.state)] == [1, 2, 3]


def test_mutants_counts_by_ready_decks() -> None:  # M12
    ready = Session.start(MUTANTS, Setup("2", (("decks", "42"), ("reserve", "ready"))), Chance.from_text("features"))
    assert MUTANTS.features(ready.state) == (Feature(1, "deck", "4"), Feature(2, "deck", "2"))
    names = {str(MUTANTS.feature_name("deck", str(number))) for number in range(1, 5)}
    assert len(names - {"1", "2", "3", "4"}) == 4
    drafted = Session.start(MUTANTS, Setup("2"), Chance.from_text("features"))
    assert MUTANTS.features(drafted.state) == ()
