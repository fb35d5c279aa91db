"""`/help`, `/rules` and `/doctor`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.info.doctor import Doctor
from cogs.info.help import HelpCog, RulesMenu
from cogs.info.rules import RulesCog, TopicMenu
from cogs.ui.match_buttons import AID


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    rules = RulesCog(bot)
    await Room(cogs=(HelpCog(bot), rules, Doctor()), controls=(TopicMenu, RulesMenu), presses={AID: rules.press}).open(
        bot
    )
