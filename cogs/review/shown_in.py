"""Which position a message shows: for the commands in the menu of a message, Replay from here and Board as text.

Only messages of the bot's own tell: by the name of their picture, or by the ids of their buttons. What they tell is
looked up as if it had been typed, for a person who may look at the match.
"""

from __future__ import annotations

import discord

from cogs.core.access import match_for
from cogs.core.bot import Interaction
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal
from cogs.core.messages import custom_ids
from cogs.ui.match_buttons import PRACTISE
from cogs.ui.picture_names import pictured
from cogs.ui.story import Story, story_of
from engine.text import say
from hosting.match.model import Match


async def position_in(interaction: Interaction, message: discord.Message) -> tuple[Match, Story, int]:
    """Return the match of a message, as everybody may see it, and the number of the turn after which it was posted.

    Raises:
        Refusal: It shows no position of a match, or one that was taken back.
        NoSuchMatch: The person may not look at the match.
        ReplayError: This version of the program cannot play it through.
    """
    shown = _shown_in(message) if message.author == interaction.client.user else None
    if shown is None:
        raise Refusal(
            say(
                "This message shows no position of a match. Open the menu of one of mine with a board, or with the "
                "buttons of a match. `/match replay` and `/board` show any turn of a match."
            ),
            code="no-position",
        )
    number, seq = shown
    match = await match_for(interaction, number)
    there = await interaction.client.arena.matches.at(match, seq)
    count, now = len(there.entries), match.session
    if there.setup != now.setup or there.entries != now.entries[:count]:
        raise Refusal(
            say("What this message shows was taken back. `/match replay` leads through the turns that count."),
            code="taken-back",
        )
    story = await story_of(interaction.client, match)
    return match, story, max(moment.number for moment in story.history if moment.entries <= count)


def _shown_in(message: discord.Message) -> tuple[int, int] | None:
    """Return the match and the event that a message of the bot's own shows; None for one that shows none."""
    found = next(filter(None, (pictured(file.filename) for file in message.attachments)), None)
    if found is not None:
        return found
    pressed = (each for each in map(MatchId.parse, custom_ids(message)) if each is not None)
    # Where one practises from a turn, its number stands in the place of the event's.
    return next(((each.match, each.seq) for each in pressed if each.action != PRACTISE), None)
