"""`/match end`, `pause` and `more-time`: what players can agree on besides taking back: an end, a pause, more time."""

from __future__ import annotations

from datetime import timedelta

import discord
from discord import app_commands

from cogs.consent.requests import tell_asked
from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import offered
from cogs.core.components import MatchButton
from cogs.core.context import whoami
from cogs.core.converters import WHICH_OWN, OwnNumber, own_match
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import called, mark, shown
from engine.text import say, say_n
from hosting.consent.agreements import (
    LONGEST_EXTENSION,
    LONGEST_PAUSE,
    USUAL_EXTENSION,
    USUAL_PAUSE,
    Agreement,
    Draw,
    End,
    Extension,
    Pause,
    Resume,
)
from hosting.consent.errors import NoSuchSeat
from hosting.match.codec import BareMatch
from hosting.match.errors import NotSeated
from hosting.match.model import Match

DAYS = USUAL_PAUSE.days
HOURS = USUAL_EXTENSION // timedelta(hours=1)
END, PAUSE, RESUME, TIME = "offerend", "offerpause", "offerresume", "offertime"
"""Buttons of the menu that the button Ask the others opens."""
_OFFERED = {
    END: say("End it undecided"),
    PAUSE: say_n("Pause it for {count} day", "Pause it for {count} days", DAYS),
    RESUME: say("Resume"),
    TIME: say_n("{count} more hour for me", "{count} more hours for me", HOURS),
}
MOST_HOURS = LONGEST_EXTENSION // timedelta(hours=1)


class OfferCog(ArenaCog):
    """Asks the others; their answers are buttons."""

    under = "match"

    @app_commands.command(description=mark("Offer to end the match: as a draw where the rules know one, or undecided"))
    @app_commands.describe(match=WHICH_OWN)
    async def end(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        """Offer a draw, or an end without a winner where the rules know no draw."""
        found = await own_match(interaction, match)
        await self._ask(interaction, found, Draw() if found.session.game.info.draws else End())

    @app_commands.command(description=mark("Ask to pause the match, or, while it is paused, to go on"))
    @app_commands.describe(days=mark("For how many days at most; a week if you leave it out"), match=WHICH_OWN)
    async def pause(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, 1, LONGEST_PAUSE.days] | None = None,
        match: OwnNumber | None = None,
    ) -> None:
        """Ask for a pause; while there is one, and no other length is asked for, ask for its end."""
        found = await own_match(interaction, match)
        wanted = Resume() if found.paused is not None and days is None else Pause(days or DAYS)
        await self._ask(interaction, found, wanted)

    @app_commands.command(
        name="more-time", description=mark("Ask for more time to decide, for yourself or for another player")
    )
    @app_commands.describe(
        hours=mark("How many hours more; a day if you leave it out"),
        player=mark("For whom; you if you leave it out"),
        match=WHICH_OWN,
    )
    async def time(
        self,
        interaction: Interaction,
        hours: app_commands.Range[int, 1, MOST_HOURS] = HOURS,
        player: str | None = None,
        match: OwnNumber | None = None,
    ) -> None:
        """Ask for more time."""
        found = await own_match(interaction, match)
        seat = found.seat_of(await whoami(interaction)) if player is None else seat_named(found, player)
        if seat is None:
            raise NotSeated
        await self._ask(interaction, found, Extension(seat, hours * 3600))

    @time.autocomplete("player")
    async def _players(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            found = await own_match(interaction, interaction.namespace.match)
        except (Refusal, NotSeated):
            return []
        return seat_choices(found, current, locale_of(interaction))

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show what can be offered, from the menu More; an old board will do."""
        match = await match_for(interaction, match_id)
        if match.seat_of(await whoami(interaction)) is None:
            raise NotSeated
        locale, view = locale_of(interaction), discord.ui.View(timeout=None)
        for action in (RESUME,) if match.paused is not None else (END, PAUSE, TIME):
            text = say("Draw") if action == END and match.session.game.info.draws else _OFFERED[action]
            view.add_item(MatchButton.button(MatchId(match.id, match.seq, action).text, text, locale))
        more = say(
            "What do you want to ask the others for? With `/match pause` and `/match more-time` you choose how long."
        )
        await reply(interaction, shown(more, locale), view=view)

    async def press_end(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Do what `/match end` does."""
        match = await match_for(interaction, match_id)
        await self._ask(interaction, match, Draw() if match.session.game.info.draws else End())

    async def press_pause(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Do what `/match pause` does, for the usual time."""
        await self._ask(interaction, await match_for(interaction, match_id), Pause(DAYS))

    async def press_resume(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Do what `/match pause` does while the match is paused."""
        await self._ask(interaction, await match_for(interaction, match_id), Resume())

    async def press_time(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Do what `/match more-time` does, for the presser and the usual time."""
        match = await match_for(interaction, match_id)
        seat = match.seat_of(await whoami(interaction))
        if seat is None:
            raise NotSeated
        await self._ask(interaction, match, Extension(seat, HOURS * 3600))

    async def _ask(self, interaction: Interaction, match: Match, wanted: Agreement) -> None:
        answer = await self.bot.arena.requests.ask(match.id, await whoami(interaction), wanted)
        await tell_asked(interaction, answer)


def seat_choices(match: Match | BareMatch, current: str, locale: str) -> list[app_commands.Choice[str]]:
    """Offer the players of a match, by seat."""
    return offered([(name, str(seat)) for seat, name in enumerate(called(match.names, locale), 1)], current)


def seat_named(match: Match | BareMatch, text: str) -> int:
    """Return the seat that a choice stands for, or a name that was typed. Raises NoSuchSeat."""
    for each in match.seats:
        if text == str(each.seat) or text.casefold() == each.name.casefold():
            return each.seat
    raise NoSuchSeat
