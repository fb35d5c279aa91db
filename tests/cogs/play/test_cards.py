"""`/match cards` where no game has a catalogue."""

from __future__ import annotations

import pytest

from engine import registry
from engine.apex.game import APEX
from tests.cogs.conftest import World
from tests.cogs.playing import message_of


@pytest.fixture
def uncatalogued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no game that has cards to look up."""
    monkeypatch.setattr(registry, "_GAMES", (APEX,))


@pytest.mark.usefixtures("uncatalogued")
async def test_there_is_nothing_to_look_up(world: World) -> None:
    answer = message_of(await world.eve.slash(world.channel, "match cards", name="zombie"))
    assert answer.ephemeral
    assert answer.content.startswith("No game here has cards to look up by name.")
    assert await world.eve.autocomplete(world.channel, "match cards", "name", "zom") == []
    nowhere = message_of(await world.eve.slash(world.channel, "match cards"))
    assert nowhere.content.startswith("No match is played in this channel.")
