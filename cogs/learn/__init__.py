"""Learning games: a lesson for each, task after task, in private."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.learn.cog import LearnCog
from cogs.learn.presses import LessonControl


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    await Room(cogs=(LearnCog(bot),), controls=(LessonControl,)).open(bot)
