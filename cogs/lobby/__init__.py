"""Tables on Discord: `/new` and the messages at which players gather; `/settings block`, `/seek`."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.lobby.blocks import BlockCog
from cogs.lobby.building import Building
from cogs.lobby.cog import ExpiryNotices, Lobby, archive_thread, new_command, show_table
from cogs.lobby.loadouts import LoadoutControl, SavedLoadoutsCog, choosing_games
from cogs.lobby.opening import Reopening, challenge_menu
from cogs.lobby.rematch import DECLINE, RematchMessages
from cogs.lobby.seeks import Announcements, SeekCog, StepBackButton, show_pairing
from cogs.lobby.terms_panel import OptionMenu, TermsControl
from cogs.ui.boards import NEW_TABLE, REMATCH
from cogs.ui.lobby import LobbyControl
from hosting.lobby.starter import ARCHIVING


def feature(bot: ArenaBot) -> Feature:
    lobby, arena = Lobby(bot), bot.arena
    rematch, another = RematchMessages(bot), Reopening(bot)
    loadouts = [SavedLoadoutsCog(bot)] if choosing_games() else []
    return Feature(
        cogs=(lobby, BlockCog(bot), SeekCog(bot), *loadouts),
        commands=(new_command(computers=arena.core.computers_offered), challenge_menu()),
        controls=(LobbyControl, OptionMenu, TermsControl, LoadoutControl, StepBackButton),
        presses={REMATCH: rematch.press, DECLINE: rematch.decline, NEW_TABLE: another.press},
        table_press=lobby.pressed,
        shows={"table": partial(show_table, bot), "rematch": rematch.show, "pairing": partial(show_pairing, bot)},
        handlers={ARCHIVING: partial(archive_thread, bot)},
        serves=(
            partial(arena.starter.set_builder, Building(bot)),
            partial(arena.pairings.set_announcer, Announcements(bot)),
            partial(arena.table_expiry.set_announcer, ExpiryNotices(bot)),
        ),
    )
