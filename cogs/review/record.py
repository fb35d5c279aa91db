"""`/match record` and the button Record: the match as a file in official notation."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.context import whoami
from cogs.core.converters import WHICH_SEEN, SeenNumber, seen_match
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import mark, shown
from cogs.ui.story import check_turns, story_of
from cogs.ui.turn_options import PlayedTurn
from engine import record
from engine.history import part
from engine.text import say
from hosting.match.model import Match
from hosting.match.record import recorded


class RecordCog(ArenaCog):
    """Hands out records."""

    under = "match"

    @app_commands.command(description=mark("Get the record of a match as a file"))
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first=mark("Number of the first turn, if not all is wanted"),
        last=mark("Number of the last turn, if not all is wanted"),
        match=WHICH_SEEN,
    )
    async def record(
        self,
        interaction: Interaction,
        first: PlayedTurn | None = None,
        last: PlayedTurn | None = None,
        match: SeenNumber | None = None,
    ) -> None:
        """Send the record of a match, or of some of its turns, to the person who asked."""
        found = await seen_match(interaction, match)
        if first is None and last is None:
            await send_record(interaction, found)
        else:
            await send_part(interaction, found, first, last)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Send the record of a board's match; an old board will do."""
        await send_record(interaction, await match_for(interaction, match_id))


async def send_record(interaction: Interaction, match: Match) -> None:
    """Answer with the record, as far as its reader may know it."""
    text = await interaction.client.arena.matches.record(match.id, await whoami(interaction))
    words = (
        say("The record of this match.") if match.over else say("The record so far; the match is still being played.")
    )
    await reply(
        interaction,
        shown(words, locale_of(interaction)),
        files=[discord.File(io.BytesIO(text.encode()), record_name(match))],
    )


async def send_part(interaction: Interaction, match: Match, first: int | None, last: int | None) -> None:
    """Answer with a record of some turns, which starts from the position before them.

    Raises:
        Refusal: There are no such turns.
        SetupError: The game cannot start from a position.
    """
    story = await story_of(interaction.client, match)
    begin, end = check_turns(story, first, last)
    tags, seat = {"Date": f"{match.started_at:%Y.%m.%d}"}, match.seat_of(await whoami(interaction))
    names = recorded(match.names)
    text = record.write(part(match.session, begin, end), names, tags, reveal=match.over, reader=seat)
    await reply(
        interaction,
        shown(say("Turns {first} to {last} of this match.", first=begin, last=end), locale_of(interaction)),
        files=[discord.File(io.BytesIO(text.encode()), f"{match.game}-{match.id}-{begin}-{end}.txt")],
    )


def record_name(match: Match) -> str:
    """Return the name of a match's record as a file to read: Discord shows its text in the message."""
    return f"{match.game}-{match.id}.txt"


def kept_name(match: Match) -> str:
    """Return the name of a match's record as a file to keep, under a result: Discord knows no such text to show."""
    return f"{match.game}-{match.id}.record"


def choices_name(match: Match) -> str:
    """Return the name of the file that opens what stayed closed until the end of a match."""
    return f"choices-{match.id}.opened"
