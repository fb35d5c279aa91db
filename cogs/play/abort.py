"""`/match abort`: calling a match off before everybody has moved, after being asked once more."""

from __future__ import annotations

from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.context import seat_of, whoami
from cogs.core.converters import WHICH_OWN, OwnNumber, own_match
from cogs.core.text import mark
from cogs.play.resign import ask_twice
from cogs.ui import confirmation
from engine.text import say
from hosting.consent.errors import TooLateToAbort
from hosting.consent.rules import check_abort
from hosting.match.errors import MatchOver, StaleBoard

CONFIRM = "abortyes"


class AbortCog(ArenaCog):
    """Lets players call off what has hardly begun."""

    under = "match"

    @app_commands.command(description=mark("Call a match off before everybody has moved; it does not count then"))
    @app_commands.describe(match=WHICH_OWN)
    async def abort(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        """Ask whether the player really wants to call the match off."""
        found = await own_match(interaction, match)
        await seat_of(interaction, found)
        check_abort(found)
        text = (
            say("Do you really want to call the match off? It does not count then.")
            if found.alone
            else say("Do you really want to call the match off? It ends for everybody and does not count.")
        )
        await ask_twice(interaction, found, text, (CONFIRM, say("Call it off")))

    async def confirm(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Call the match off, if nothing has happened in it since the player was asked."""
        await match_for(interaction, match_id)
        try:
            await self.bot.arena.requests.abort(match_id, await whoami(interaction), seq)
        except (StaleBoard, MatchOver, TooLateToAbort) as error:
            await confirmation.close(interaction, error.text)
            return
        text = say("You have called the match off.")
        await confirmation.close(interaction, text)
