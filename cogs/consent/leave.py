"""`/match leave`: asking for a substitute."""

from __future__ import annotations

from discord import app_commands

from cogs.consent.requests import tell_asked
from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.context import whoami
from cogs.core.converters import WHICH_OWN, OwnNumber, own_match
from cogs.core.text import mark
from cogs.play.resign import ask_twice
from cogs.ui import confirmation
from engine.text import say
from hosting.consent.substitutes import what_passes
from hosting.errors import HostingError

CONFIRM = "leaveyes"


class LeaveCog(ArenaCog):
    """Lets players hand over their seats."""

    under = "match"

    @app_commands.command(description=mark("Leave a match: ask in its channel for a substitute"))
    @app_commands.describe(match=WHICH_OWN)
    async def leave(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        """Ask whether the player really wants a call for a substitute to be posted."""
        found = await own_match(interaction, match)
        if found.silent:  # R29
            await tell_asked(interaction, await self.bot.arena.announcing.seek(found.id, await whoami(interaction)))
            return
        await self.bot.arena.substitutes.check_leaving(found, await whoami(interaction))
        question = say(
            "Do you want to leave this match? Everybody in {channel} is told that you ask for a substitute. Until one "
            "takes over, the seat is yours, with its clock and its turns; you can withdraw the call there.",
            channel=f"<#{found.channel_id}>",
        )
        if (passes := what_passes(found)) is not None:
            question = say("{told} {passes}", told=question, passes=passes)
        await ask_twice(interaction, found, question, (CONFIRM, say("Ask for a substitute")))

    async def confirm(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Post the call, however far the match has gone on since the question."""
        found = await match_for(interaction, match_id)
        try:
            await self.bot.arena.substitutes.leave(found.id, await whoami(interaction))
        except HostingError as error:
            await confirmation.close(interaction, error.text, found.names)
            return
        text = say(
            "You asked for a substitute in {channel}. If you've made a turn, a draw or a loss still counts for "
            "you even if one takes over, unless an organiser excuses you.",
            channel=f"<#{found.channel_id}>",
        )
        await confirmation.close(interaction, text, found.names)
