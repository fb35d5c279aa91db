"""Where commands stand: few at the top for players, those for organisers hidden."""

from __future__ import annotations

from typing import Any

import simcord
from discord import app_commands
from simcord.backend.ops.commands import COMMAND_FIELDS

from cogs.core.bot import FOR_ORGANISERS
from cogs.core.errors import cause_of
from tests.cogs.conftest import World, private

MOST_AT_THE_TOP, MOST = 18, 50
"""Commands that a player without rights sees in Discord's list: before words are opened, and all that can be used."""
TO_COME = {"puzzle", "settings language"}
"""Commands for which there is room already; the latter is there once there are two languages."""


def at_the_top(world: World) -> dict[str, Any]:
    return {
        command.name: command
        for command in world.bot.tree.get_commands()
        if not isinstance(command, app_commands.ContextMenu)
    }


async def test_players_find_few_commands(world: World) -> None:
    found = [command for command in at_the_top(world).values() if command.default_permissions is None]
    used = {
        each.qualified_name
        for command in found
        for each in ((command,) if isinstance(command, app_commands.Command) else command.walk_commands())
        if isinstance(each, app_commands.Command)
    } | TO_COME
    shown = {name.split()[0] for name in used}
    assert len(shown) <= MOST_AT_THE_TOP, sorted(shown)
    assert len(used) <= MOST, sorted(used)
    assert {command.name for command in found} <= shown
    assert shown >= {"new", "move", "board", "legal", "matches", "rules", "help", "undo", "resign"}


async def test_commands_for_organisers_are_hidden_from_players_until_a_server_opens_them(world: World) -> None:
    hidden = {name for name, command in at_the_top(world).items() if command.default_permissions is not None}
    assert hidden == set(FOR_ORGANISERS)
    for command in world.env.backend.commands[None].values():
        if command["name"] == "organise":
            world.guild.set_command_permissions(int(command["id"]), {})
    try:
        await world.ann.slash(world.channel, "organise log", match=1)
    except simcord.SetupError as refused:
        assert "default-member-permissions" in str(refused) or "permission" in str(refused)
    else:
        raise AssertionError("Discord would not have shown that command")


async def test_a_role_for_organisers_is_told_how_it_gets_to_see_them(world: World) -> None:
    assert "Integrations" not in private(await world.ann.slash(world.channel, "doctor"))
    olaf, role = world.organiser(), world.guild.create_role("referees")
    world.env.backend.add_member_role(world.guild.id, world.eve.id, role.id)
    await olaf.slash(world.channel, "settings server", organiser_role=role)
    told = private(await olaf.slash(world.channel, "doctor"))
    assert "Integrations" in told
    assert "`/organise`, `/league-manage`" in told


async def test_a_client_that_sends_a_command_that_is_gone_is_told_to_look_again(world: World) -> None:
    known = world.env.backend.commands[None].values()
    kept = [{key: value for key, value in each.items() if key in COMMAND_FIELDS} for each in known]
    gone = {"name": "abort", "description": "Gone", "type": 1, "options": []}
    world.env.backend.register_commands(None, [*kept, gone])
    assert "This command has just changed" in private(await world.ann.slash(world.channel, "abort"))
    world.foreseen.append(cause_of(world.env.errors[-1]))
