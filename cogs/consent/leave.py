"""`/match leave`: asking for a substitute."""

from __future__ import annotations

from discord import app_commands

from cogs.consent.requests import tell_asked
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.context import whoami
from cogs.core.converters import WHICH_OWN, OwnNumber, own_match
from cogs.core.errors import tell
from cogs.core.text import mark
from engine.text import say
from hosting.consent.substitutes import what_passes


class LeaveCog(ArenaCog):
    """Lets players hand over their seats."""

    under = "match"

    @app_commands.command(description=mark("Leave a match: ask in its channel for a substitute"))
    @app_commands.describe(match=WHICH_OWN)
    async def leave(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        """Post a call for a substitute."""
        found = await own_match(interaction, match)
        if found.silent:  # R29
            await tell_asked(interaction, await self.bot.arena.announcing.seek(found.id, await whoami(interaction)))
            return
        await self.bot.arena.substitutes.leave(found.id, await whoami(interaction))
        text = say(
            "You asked for a substitute in {channel}. Until one takes over, the seat is yours, with"
            " its clock and its turns; you can withdraw the call there. If you have made a turn, a draw or a loss will"
            " be yours even then, unless an organiser excuses you.",
            channel=f"<#{found.channel_id}>",
        )
        if (passes := what_passes(found)) is not None:
            text = say("{told} {passes}", told=text, passes=passes)
        await tell(interaction, text)
