"""`/match cards`: where no game has a catalogue, and which matches have cards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.lobby.cog import new_command
from engine import registry
from engine.apex.game import APEX
from tests.cogs.apex import party
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels, message_of, more, status


@pytest.fixture
def uncatalogued(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave no game that has cards to look up."""
    monkeypatch.setattr(registry, "_GAMES", (APEX,))
    new_command.cache_clear()
    yield
    new_command.cache_clear()


@pytest.mark.usefixtures("uncatalogued")
async def test_there_is_nothing_to_look_up(world: World) -> None:
    answer = message_of(await world.eve.slash(world.channel, "match cards", name="zombie"))
    assert answer.ephemeral
    assert answer.content.startswith("No game here has cards to look up by name.")
    assert await world.eve.autocomplete(world.channel, "match cards", "name", "zom") == []
    nowhere = message_of(await world.eve.slash(world.channel, "match cards"))
    assert nowhere.content.startswith("There's no match in this channel.")


async def test_only_matches_with_cards_are_offered_and_the_others_say_what_to_do(world: World) -> None:
    await world.begin()
    found = await world.ann.autocomplete(world.channel, "match cards", "match", "")
    assert found == [], "Replicants has no cards"
    assert len(await world.ann.autocomplete(world.channel, "board", "match", "")) == 1
    told = "Replicants has no cards. `/board` shows the position."
    assert private(await world.ann.slash(world.channel, "match cards")) == told
    assert private(await world.ann.slash(world.channel, "match cards", match=1)) == told
    assert "Cards" not in labels(status(world))
    assert "Cards" not in labels(await more(world.ann, status(world)))
    forged = await world.forge("m:1:0:cards")
    assert private(await world.ann.click(forged, label="forged")) == told


async def test_a_match_with_cards_is_offered(world: World) -> None:
    await party.begin(world, 2)
    found = await world.ann.autocomplete(world.channel, "match cards", "match", "")
    assert [each["value"] for each in found] == [1]
    assert "Cards" in labels(await more(world.ann, status(world)))
