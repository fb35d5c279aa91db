"""Tables on Discord: `/new` and the messages at which players gather; `/settings block`, `/seek`."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.lobby.blocks import BlockCog
from cogs.lobby.building import Building
from cogs.lobby.cog import ExpiryNotices, Lobby, put_away, show_behind, show_left
from cogs.lobby.loadouts import LoadoutControl, SavedLoadoutsCog, choosing_games
from cogs.lobby.opening import Reopening, challenge_menu
from cogs.lobby.rematch import DECLINE, RematchMessages
from cogs.lobby.seeks import Announcements, SeekCog, StepBackButton
from cogs.lobby.terms import OptionMenu, TermsControl
from cogs.ui.lobby import LobbyControl
from cogs.ui.status import NEW_TABLE, REMATCH
from hosting.lobby.rematch import ARCHIVING


async def setup(bot: ArenaBot) -> None:
    """Register what this feature offers."""
    lobby = Lobby(bot)
    bot.arena.starter.set_builder(Building(bot))
    bot.table_press = lobby.pressed
    rematch, another = RematchMessages(bot), Reopening(bot)
    bot.arena.rematches.set_show(rematch.show)
    bot.arena.paired.set_announcer(Announcements(bot))
    bot.arena.lapsing.set_announcer(ExpiryNotices(bot))
    bot.arena.farewell.set_show(partial(show_left, bot))
    bot.arena.showing.set_show(partial(show_behind, bot))
    kept = [SavedLoadoutsCog(bot)] if choosing_games() else []
    await Feature(
        cogs=(lobby, BlockCog(bot), SeekCog(bot), *kept),
        menus=(challenge_menu(),),
        controls=(LobbyControl, OptionMenu, TermsControl, LoadoutControl, StepBackButton),
        presses={REMATCH: rematch.press, DECLINE: rematch.decline, NEW_TABLE: another.press},
        keeps={ARCHIVING: partial(put_away, bot)},
    ).open(bot)
