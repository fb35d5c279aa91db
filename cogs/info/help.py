"""`/help`: how to play in three steps, what waits for the person, what is not possible here, where to read on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from cogs.core.access import outside_of
from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.context import whoami
from cogs.core.language import locale_of
from cogs.core.limits import LAYOUT_LIMIT
from cogs.core.permissions import FEATURES
from cogs.core.replies import reply_layout
from cogs.core.text import Locale, cut, fitting, mark, shown
from cogs.info.doctor import granted
from cogs.ui.match_list import UNSURE, match_line, players_on
from cogs.ui.rules import RulesMenu
from engine.text import Text, say

MOST_WAITING = 5
"""Matches that wait for the person, listed at most; `/matches` has all of them."""
OTHERS = say("-# More matches wait for you: `/matches` lists them all.")

STEPS = say(
    "### How to play\n"
    "1. **Begin**: `/new` opens a table for a game: set the clock and the rest under **Terms**, others press **Join**, "
    "one of you **Start**. Or `/seek` says what you would like to play, and a match begins once an offer fits yours.\n"
    "2. **Play**: I call you when it is your turn. Press **Play** under the board and pick your turn from menus, or "
    "type it with `/move`, which completes it as you type.\n"
    "3. **Look**: **Moves** shows what a piece can do, `/board` the position, `/match replay` all turns so far. "
    "Something went wrong? `/undo` takes a turn back, and under **More** you ask the others for more time, a pause or "
    "an end."
)
MORE = say(
    "### More\n"
    "-# • `/rules` explains each game with pictures; `/learn` teaches it step by step, for you alone.\n"
    "-# • `/matches` lists all your matches, `/league` has leagues and tournaments.\n"
    "-# • `/settings mine` changes colours, boards as text and reminders; `/settings` has vacations, blocked players "
    "and what you saved for the start of games, too.\n"
    "-# • `/match` has the clock, the record, cards, plans, a pause, more time, leaving a match and calling it off.\n"
    "-# • `/data` shows or deletes what I keep about you.\n"
    "-# • In direct messages to me `/help`, `/learn`, `/rules`, `/matches`, `/board`, `/match cards` and `/move` work, "
    "too.\n"
    "-# • **Apps** in the menu of a message: **Replay from here**, **Board as text**; of a person: **Challenge**, "
    "**Profile**."
)


class HelpCog(ArenaCog):
    """Says how to begin."""

    @app_commands.command(description=mark("How to play, what's waiting for you, and where to read more"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help(self, interaction: Interaction) -> None:
        """Answer in private, with a menu of the games' rules."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        locale = locale_of(interaction)
        waiting = [shown(line, locale) for line in await _waiting(interaction, locale)]
        lacking = "\n".join(shown(line, locale) for line in _lacking(interaction))
        room, found = LAYOUT_LIMIT, list[str]()
        for text in (shown(STEPS, locale), lacking, shown(MORE, locale)):
            found.append(cut(text, room))
            room -= len(found[-1])
        steps, *closing = found
        layout = discord.ui.LayoutView(timeout=None)
        for text in (steps, fitting(waiting, room, shown(OTHERS, locale))):
            if text:
                layout.add_item(discord.ui.TextDisplay[Any](text))
        layout.add_item(discord.ui.ActionRow[Any](RulesMenu.of_all_games(locale)))
        for text in filter(None, closing):
            layout.add_item(discord.ui.TextDisplay[Any](text))
        await reply_layout(interaction, layout)


async def _waiting(interaction: Interaction, locale: Locale) -> list[Text]:
    """Return the matches in which the person is to act, the most urgent first, each as a line; nothing if none does."""
    person_id = await whoami(interaction)
    outside = await outside_of(interaction)
    page = await interaction.client.arena.lists.of_person(person_id, 0, MOST_WAITING + 1, outside=outside.all)
    own = [
        line
        for line in page.lines
        if (seat := line.seat_of(person_id)) is not None and line.readable and seat.seat in line.match.to_act
    ]
    below = [OTHERS] if len(own) > MOST_WAITING else []
    if outside.unsure:
        below.append(UNSURE)
    if not own:
        return below
    accounts = await accounts_of(interaction.client, players_on(page))
    listed = (match_line(line, person_id, accounts, locale) for line in own[:MOST_WAITING])
    return [say("### Waiting for you"), *listed, *below]


def _lacking(interaction: Interaction) -> Iterator[Text]:
    """Yield what cannot be done here for want of permissions; nothing in direct messages, where there are none."""
    if interaction.guild is None:
        return
    server = interaction.guild.me.guild_permissions
    needed = [feature for feature in FEATURES if not feature.optional]
    lacking = [feature for feature in needed if feature.missing(granted(interaction), server)]
    if lacking:
        yield say("### What I cannot do here")
        yield from (say("• {feature}", feature=feature.name) for feature in lacking)
        yield say("An organiser can see with `/doctor` which permissions that needs.")
