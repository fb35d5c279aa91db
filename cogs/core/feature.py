"""What a feature of the bot offers, as a list: its `setup` fills one in, so that all of it stands in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from discord import app_commands
from discord.ext import commands

from cogs.core.bot import ArenaBot, Delivery, Press
from cogs.core.components import Persistent
from hosting.match.pipeline import Listener, ListenerOrder
from hosting.runtime import Handler


@dataclass(frozen=True, slots=True)
class Feature:
    """What is registered for a feature when the bot starts.

    Attributes:
        cogs: With their commands and listeners.
        menus: Commands in the menus of persons and messages.
        controls: Buttons and menus that outlive a restart.
        presses: What the buttons under boards do, by action (`cogs.core.components.MatchButton`).
        deliveries: Who posts what is no board and no status, by kind of post (`hosting.outbox`).
        hears: Who hears of changes of matches.
        keeps: Who keeps each kind of appointment.
    """

    cogs: Sequence[commands.Cog]
    menus: Sequence[app_commands.ContextMenu] = ()
    controls: Sequence[type[Persistent]] = ()
    presses: Mapping[str, Press] = field(default_factory=dict)
    deliveries: Mapping[str, Delivery] = field(default_factory=dict)
    hears: Mapping[ListenerOrder, Listener] = field(default_factory=dict)
    keeps: Mapping[str, Handler] = field(default_factory=dict)

    async def open(self, bot: ArenaBot) -> None:
        """Register all of it. Raises ValueError if another room has one of the presses or deliveries."""
        if taken := (bot.presses.keys() & self.presses.keys()) | (bot.deliveries.keys() & self.deliveries.keys()):
            raise ValueError(f"another room has {', '.join(sorted(taken))}")
        bot.presses |= self.presses
        bot.deliveries |= self.deliveries
        bot.add_dynamic_items(*self.controls)
        for hearer, listener in self.hears.items():
            bot.arena.matches.listen(hearer, listener)
        for kind, handler in self.keeps.items():
            bot.arena.schedule.handle(kind, handler)
        for menu in self.menus:
            bot.tree.add_command(menu)
        for cog in self.cogs:
            await bot.add_cog(cog)
            if under := getattr(cog, "under", ""):
                _put_under(bot, cog, under)


def _put_under(bot: ArenaBot, cog: commands.Cog, word: str) -> None:
    """Move a cog's commands from the top of the tree to below a word."""
    above = bot.tree.get_command(word)
    if not isinstance(above, app_commands.Group):
        raise LookupError(f"no word {word!r} for commands to stand under")
    for command in [cog.app_command] if cog.app_command is not None else cog.get_app_commands():
        bot.tree.remove_command(command.name)
        above.add_command(command)
