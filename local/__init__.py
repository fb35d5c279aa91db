"""Local mode: the same bot on a simulated Discord in this process, played in the browser by several local players.

No token, no account, no network: SimCord keeps the server in memory, and one loopback page lists its channels and opens
SimCord's own view of the chosen one as the chosen player sees it.

    local.run(make_bot)                      # as `python bot.py --local`
    async with local.opened(make_bot) as site: ...   # inside a running loop; `site.address`, `site.world`

Needs the extra `local` (`simcord[preview]`). SimCord's clock is virtual; here it starts at the present and follows real
time between two actions, so that deadlines and time-outs work.
"""

from local.quiet import simcord as _simcord  # noqa: F401 - before anything else imports it
from local.site import DEFAULT_PORT, Site, opened, run
from local.world import BotMaker, Prepare, World, open_lobby
from local.world import member_counts as _member_counts  # noqa: F401 - SimCord answers it from here on

__all__ = ["DEFAULT_PORT", "BotMaker", "Prepare", "Site", "World", "open_lobby", "opened", "run"]
