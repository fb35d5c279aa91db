"""Tables on Discord: `/new` and the messages at which players gather; `/block`."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.lobby.archiving import put_away
from cogs.lobby.blocks import BlockCog
from cogs.lobby.building import Building
from cogs.lobby.cog import Lobby
from cogs.lobby.kept import KeptCog, choosing_games
from cogs.lobby.lapsing import LapsingTables
from cogs.lobby.loadouts import LoadoutControl
from cogs.lobby.table_options import OptionMenu
from cogs.ui.lobby import LobbyControl
from hosting.lobby.afterwards import ARCHIVING


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    lobby = Lobby(bot)
    bot.arena.starter.set_builder(Building(bot))
    bot.table_press = lobby.pressed
    bot.arena.lapsing.set_announcer(LapsingTables(bot))
    kept = [KeptCog(bot)] if choosing_games() else []
    await Room(
        cogs=(lobby, BlockCog(bot), *kept),
        controls=(LobbyControl, OptionMenu, LoadoutControl),
        keeps={ARCHIVING: partial(put_away, bot)},
    ).open(bot)
