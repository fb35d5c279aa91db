"""What hosting wants posted, as messages."""

from __future__ import annotations

from cogs.core.bot import CALLS, ArenaBot
from cogs.core.components import MatchButton
from cogs.core.feature import Feature
from cogs.delivery.cog import Decisions, Poster, Sealed
from cogs.delivery.reminders import Reminders


async def setup(bot: ArenaBot) -> None:
    """Register what this feature offers."""
    poster = Poster(bot)
    decisions, sealed, reminders = Decisions(bot, poster), Sealed(bot), Reminders(bot)
    bot.arena.outbox.set_poster(poster)
    bot.arena.leftovers.set_remover(poster.remove)
    await Feature(
        cogs=(poster,),
        controls=(MatchButton,),
        deliveries={CALLS: decisions, "sealed": sealed, "nudge": reminders, "private": reminders},
    ).open(bot)
