"""Results of players and games: `/profile`, `/leaderboard`, and Profile in the menu of a person."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.profile.cog import LeaderboardCog, LeaderboardPage, ProfileCog


def feature(bot: ArenaBot) -> Feature:
    profile = ProfileCog(bot)
    return Feature(cogs=(profile, LeaderboardCog(bot)), commands=(profile.menu,), controls=(LeaderboardPage,))
