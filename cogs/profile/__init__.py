"""What players and games have done: `/profile`, `/stats`, `/leaderboard`, and Profile in the menu of a person."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.profile.cog import ProfileCog
from cogs.profile.leaderboard import LeaderboardCog, LeaderboardPage
from cogs.profile.stats import StatsCog


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    profile = ProfileCog(bot)
    await Room(
        cogs=(profile, StatsCog(bot), LeaderboardCog(bot)), menus=(profile.menu,), controls=(LeaderboardPage,)
    ).open(bot)
