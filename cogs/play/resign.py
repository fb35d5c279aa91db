"""`/resign` and the button Resign: giving up, after being asked once more."""

from __future__ import annotations

from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import MatchButton
from cogs.core.context import seat_of, whoami
from cogs.core.converters import WHICH_OWN, OwnNumber, own_match
from cogs.core.custom_ids import MatchId
from cogs.core.text import mark
from cogs.ui import confirmation
from cogs.ui.match_buttons import ABANDON
from engine.text import Text, say
from hosting.match.errors import MatchOver, StaleBoard
from hosting.match.model import Match
from hosting.match.turns import playing_seat

CONFIRM, KEEP = "resignyes", "resignno"


class ResignCog(ArenaCog):
    """Lets players resign."""

    @app_commands.command(
        description=mark("Resign a match, or abandon one that you play alone; you are asked once more")
    )
    @app_commands.describe(match=WHICH_OWN)
    async def resign(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        """Ask the player to confirm that they resign."""
        await ask(interaction, await own_match(interaction, match))

    async def ask(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Ask the player to confirm that they resign; an old board asks nothing."""
        match = await match_for(interaction, match_id)
        playing_seat(match, await whoami(interaction), seq)
        await ask(interaction, match)

    async def confirm(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Resign, if the board is still the one on which the player was asked."""
        alone = (await match_for(interaction, match_id)).alone
        try:
            await self.bot.arena.matches.forfeit(match_id, await whoami(interaction), seq)
        except (StaleBoard, MatchOver) as error:
            await confirmation.close(interaction, error.text)
            return
        text = say("You've abandoned the match.") if alone else say("You have resigned.")
        await confirmation.close(interaction, text)

    async def keep(self, interaction: Interaction, _match_id: int, _seq: int) -> None:
        """Take the question back."""
        await confirmation.close(interaction, say("You play on; nothing was changed."))


async def ask(interaction: Interaction, match: Match) -> None:
    """Ask a player in private to confirm that they resign."""
    seat = await seat_of(interaction, match)
    if match.alone:
        words = say("Do you really want to abandon the match? It counts as a defeat and cannot be taken back.")
        await ask_twice(interaction, match, words, (CONFIRM, ABANDON))
        return
    words = (
        say("Do you really want to resign? Your partner loses with you.")
        if match.mode.team_of(seat) is not None
        else say("Do you really want to resign? It cannot be taken back.")
    )
    await ask_twice(interaction, match, words, (CONFIRM, say("Resign", context="button")))


async def ask_twice(interaction: Interaction, match: Match, question: Text, deed: tuple[str, Text]) -> None:
    """Ask whether a player really wants something that ends a match; `deed` is the action that does it, in words."""
    action, label = deed
    await confirmation.ask(
        interaction,
        question,
        MatchButton,
        (MatchId(match.id, match.seq, action).text, label),
        (MatchId(match.id, match.seq, KEEP).text, say("Play on")),
    )
