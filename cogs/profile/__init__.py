"""What players and games have done: `/profile`, `/leaderboard`, and Profile in the menu of a person."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.profile.cog import LeaderboardCog, LeaderboardPage, ProfileCog


async def setup(bot: ArenaBot) -> None:
    """Register what this feature offers."""
    profile = ProfileCog(bot)
    await Feature(cogs=(profile, LeaderboardCog(bot)), menus=(profile.menu,), controls=(LeaderboardPage,)).open(bot)
