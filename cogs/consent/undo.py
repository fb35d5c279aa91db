"""`/undo`: taking back one's own last turn, at once or with the consent of the others, as the table agreed."""

from __future__ import annotations

from discord import app_commands

from cogs.consent.requests import tell_asked, told
from cogs.core.access import check_acting, match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.context import whoami
from cogs.core.converters import WHICH_OWN, OwnNumber, own_match
from cogs.core.text import mark
from cogs.ui import confirmation
from engine.text import say
from hosting.consent.agreements import TakeBack
from hosting.match.errors import StaleBoard


class UndoCog(ArenaCog):
    """Lets players take back."""

    @app_commands.command(description=mark("Take back your last turn, with the others' consent if needed"))
    @app_commands.describe(match=WHICH_OWN)
    async def undo(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        """Take back a turn, or ask the others."""
        found = await own_match(interaction, match)
        answer = await self.bot.arena.requests.ask(found.id, await whoami(interaction), TakeBack())
        await tell_asked(interaction, answer)

    async def press_asking(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Do what `/undo` does, from the menu More."""
        match = await match_for(interaction, match_id)
        answer = await self.bot.arena.requests.ask(match.id, await whoami(interaction), TakeBack())
        await tell_asked(interaction, answer)

    async def press(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Take back the turn under whose answer the button stands; once others have acted, say what else there is."""
        match = await match_for(interaction, match_id, direct=True)
        await check_acting(interaction, match)
        try:
            answer = await self.bot.arena.requests.ask(match.id, await whoami(interaction), TakeBack(), seen=seq)
            text = told(answer)
        except StaleBoard:
            text = (
                say("The match has gone on since. `/undo` takes your last turn back.")
                if match.alone
                else say("The match has gone on since. `/undo` takes your turn back if the others agree.")
            )
        await confirmation.close(interaction, text, match.names)
