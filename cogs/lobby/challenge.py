"""Challenge, in the menu of a member: a table with an invitation, as `/new` opens it, for a game that is picked."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.components import ArenaModal
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import DIALOG_LIMIT, OPTION_LIMIT
from cogs.core.text import Locale, cut, mark, plain
from cogs.lobby.new import Wish
from cogs.lobby.opening import check_opponents, open_table
from engine import registry
from engine.info import GameInfo, Mode
from engine.text import Text, say
from hosting.clock.control import Terms

NAME = mark("Challenge")


def challenge_menu() -> app_commands.ContextMenu:
    """Return the command in the menu of a member."""
    return app_commands.ContextMenu(name=NAME, callback=challenge)


def _games() -> dict[str, tuple[Text, tuple[GameInfo, Mode]]]:
    """Return what can be played against others, by the value in the menu."""
    return {
        f"{game.info.key}:{mode.key}": (say("{game}: {mode}", game=game.info.name, mode=mode.name), (game.info, mode))
        for game in registry.games()
        for mode in game.info.modes
        if not mode.alone
    }


async def challenge(interaction: Interaction, member: discord.Member) -> None:
    """Ask which game it is to be, unless this member cannot be challenged here."""
    if not isinstance(member, discord.Member):
        raise Refusal(say("{player} is not in this server any more.", player=member.mention), code="absent")
    check_opponents(interaction, (member,))
    await interaction.response.send_modal(ChallengeDialog(member, locale_of(interaction)))


class ChallengeDialog(ArenaModal):
    """Asks for the game; everything else is as `/new` has it where nothing is chosen."""

    def __init__(self, opponent: discord.Member, locale: Locale) -> None:
        super().__init__(title=cut(plain(say("Challenge", context="title"), locale), DIALOG_LIMIT))
        self._opponent = opponent
        self.game: discord.ui.Select[Any] = discord.ui.Select(
            custom_id="game",
            options=[
                discord.SelectOption(label=cut(plain(text, locale), OPTION_LIMIT), value=value)
                for value, (text, _) in _games().items()
            ],
        )
        self.add_item(
            discord.ui.Label(
                text=cut(plain(say("Which game?"), locale), DIALOG_LIMIT),
                description=cut(
                    plain(say("The clock and all else are set with **Terms** at the table."), locale), OPTION_LIMIT
                ),
                component=self.game,
            )
        )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Open the table."""
        _, found = _games().get("".join(self.game.values), (None, None))
        if found is None:
            raise Refusal(say("There is no such game."), code="no-such-game")
        info, mode = found
        terms = Terms(interaction.client.default_clock)
        wish = Wish(info, mode, info.opening(mode.key), opponents=(self._opponent,), terms=terms)
        await open_table(interaction, wish)
