"""Taking a turn, and looking before one does: turns, boards, legal moves, cards, plans, resigning, one’s matches."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.play.abort import AbortCog
from cogs.play.board import BoardCog
from cogs.play.cards import CardsCog
from cogs.play.legal import LegalCog
from cogs.play.matches import MatchesCog
from cogs.play.move import MoveCog
from cogs.play.plan import PlanCog
from cogs.play.resign import ResignCog


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    for cog in (
        MoveCog(bot),
        PlanCog(bot),
        BoardCog(bot),
        LegalCog(bot),
        CardsCog(bot),
        ResignCog(bot),
        AbortCog(bot),
        MatchesCog(bot),
    ):
        await bot.add_cog(cog)
