"""What hosting wants posted, as messages."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.components import MatchButton
from cogs.core.delivery import CALLS
from cogs.core.room import Room
from cogs.delivery.cog import Poster
from cogs.delivery.decisions import Decisions
from cogs.delivery.reminders import Reminders
from cogs.delivery.sealed import Sealed


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    poster = Poster(bot)
    decisions, sealed, reminders = Decisions(bot, poster), Sealed(bot), Reminders(bot)
    bot.arena.outbox.set_poster(poster)
    bot.arena.leftovers.set_remover(poster.remove)
    await Room(
        cogs=(poster,),
        controls=(MatchButton,),
        deliveries={CALLS: decisions, "sealed": sealed, "nudge": reminders, "private": reminders},
    ).open(bot)
