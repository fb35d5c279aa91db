"""What organisers are told, nobody else is told, whichever of their commands is tried."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from cogs.moderation.cog import OrganiseCog
from tests.cogs.conftest import World, private

NEEDED: dict[str, dict[str, Any]] = {
    "pause": {"reason": "other"},
    "extend": {"player": "ann", "hours": 1},
    "substitute": {"seat": "ann"},
    "adjudicate": {"reason": "other", "winner": "ann"},
    "void": {"reason": "other"},
    "correct": {"what": "doesn't count", "reason": "other"},
    "takeback": {"turn": "1"},
    "set-position": {"position": "-"},
}
"""What each of the commands cannot do without."""


async def test_no_command_of_organisers_answers_others(world: World) -> None:
    match = await world.begin()
    for command in OrganiseCog.__cog_app_commands__:
        assert isinstance(command, app_commands.Command)
        options = {**NEEDED.get(command.name, {}), "match": match.id}
        if command.name == "substitute":
            options["player"] = world.dan
        for person in (world.ann, world.eve):
            told = private(await person.slash(world.channel, f"organise {command.name}", **options))
            assert "Only organisers can do that" in told, command.name
