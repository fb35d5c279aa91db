"""Games to look at: `/record`, `/replay`, `/import`, Verify and the viewer."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.review.imports import Importing
from cogs.review.record import RecordCog
from cogs.review.replay import Replay
from cogs.review.verify import VerifyCog
from cogs.review.viewer import Viewer


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    for cog in (RecordCog(bot), VerifyCog(bot), Viewer(bot), Replay(bot), Importing(bot)):
        await bot.add_cog(cog)
