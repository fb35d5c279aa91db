"""`/move` and the button Play: a turn typed in notation, with completion, or picked from menus."""

from __future__ import annotations

from discord import app_commands

from cogs.core.access import check_acting, match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.context import seat_of, whoami
from cogs.core.converters import WHICH_OWN, OwnNumber, chosen, own_match
from cogs.core.language import locale_of
from cogs.core.limits import MOST_CHOICES
from cogs.core.text import mark, plain
from cogs.play.builder.presses import acknowledge, open_builder
from cogs.ui.completion import Words, named, untangled
from cogs.ui.played import choice_of
from engine.errors import ArenaError, TurnError
from engine.events import Event
from engine.extras import Taught
from engine.text import Text, say
from hosting.match.model import Match
from hosting.match.turns import complete, playing_seat, preview, rehearsed

ASKED = say("Nothing is played yet: **Confirm** plays this turn, **Back** and **Start over** change it.")
"""What is told of a turn that was typed by a player who wants to be asked (`/settings mine`)."""


class MoveCog(ArenaCog):
    """Takes turns."""

    @app_commands.command(description=mark("Play your turn: type it, or leave it out to pick it from menus"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(turn=mark("In notation, e.g. E/5E3/E3-"), which=WHICH_OWN)
    @app_commands.rename(which="match")
    async def move(self, interaction: Interaction, turn: str = "", which: OwnNumber | None = None) -> None:
        """Play a turn, or help to find one."""
        match = await own_match(interaction, which)
        seat = await seat_of(interaction, match)
        text = untangled(match.session, seat, turn, _words(interaction, match))
        if not text.strip():
            await open_builder(interaction, match, notice=await _welcome(interaction, match))
            return
        person_id = await whoami(interaction)
        try:
            if (await self.bot.arena.settings.player(person_id)).confirms:
                entries = rehearsed(match, person_id, text).entries
                await open_builder(interaction, match, tuple(entry.text for entry in entries), ASKED)
                return
            after = await self.bot.arena.matches.play(match.id, person_id, text)
        except TurnError as error:
            if error.code not in ("turn-incomplete", "barrier"):
                raise
            # What comes behind something hidden waits: the part before it stands ready to be played.
            begun_text = error.suggestions[0] if error.code == "barrier" else text
            match = await self.bot.arena.matches.get(match.id)  # others may have moved while it was waited for
            begun = preview(match, person_id, begun_text)
            await open_builder(interaction, match, tuple(entry.text for entry in begun.entries), notice(error))
            return
        await acknowledge(interaction, after, seat)

    @move.autocomplete("turn")
    async def _complete(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer what the turn could go on with; nothing to those who cannot play now."""
        try:
            match = await own_match(interaction, chosen(interaction))
            seat = await seat_of(interaction, match)
            words = _words(interaction, match)
            text = untangled(match.session, seat, current, words, half=True)
            found = complete(match, await whoami(interaction), text, MOST_CHOICES)
        except ArenaError:
            return []
        return [app_commands.Choice(name=name, value=value) for name, value in named(match.session, seat, found, words)]

    async def press(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Open the builder, from the latest board only."""
        match = await match_for(interaction, match_id, direct=True)
        await check_acting(interaction, match)
        playing_seat(match, await whoami(interaction), seq)
        await open_builder(interaction, match, notice=await _welcome(interaction, match))


async def _welcome(interaction: Interaction, match: Match) -> Text | None:
    """Return what helps a player at the first turn of their first match of a game, once; None later on."""
    person_id, game = await whoami(interaction), match.session.game
    seat = match.seat_of(person_id)
    if seat is None or not isinstance(game, Taught) or choice_of(match, seat, sealed=True) is not None:
        return None
    arena = interaction.client.arena
    if not await arena.lists.is_first_turn(match, person_id) or not await arena.lessons.greet(person_id, match.game):
        return None
    return say(
        "👋 Your first turn in {game}: nothing is played before **Confirm**. "
        "New here? `/learn game:{key}`, or **Rules**.",
        game=match.session.game.info.name,
        key=match.game,
    )


def notice(error: TurnError) -> Text:
    """Return why a turn was not played, by which rule."""
    if not error.rule:
        return error.text
    return say("{reason} The rule is {rule}: see `/rules topic:{rule}`.", reason=error.text, rule=error.rule)


def _words(interaction: Interaction, match: Match) -> Words:
    def words(event: Event) -> str:
        return plain(event.text(), locale_of(interaction), match.names)

    return words
