"""`/matches`, and the button More: a person's matches, and everything else that can be done with a match."""

from __future__ import annotations

from typing import Literal, cast

import discord
from discord import app_commands

from cogs.core.access import guild_of, match_for, outside_of, seen_channels, whoami
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import MatchButton, Persistent
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal
from cogs.core.messages import accounts_of, reply
from cogs.core.text import MESSAGE_LIMIT, Locale, locale_of, mark, shown
from cogs.ui.boards import (
    ABANDON,
    ASK_BACK,
    BOARD,
    CARDS,
    HAND,
    LABELS,
    OFFER,
    RECORD,
    REPLAY,
    RESIGN,
    SPECTATE,
    has_moves_text,
)
from cogs.ui.match_list import LINES, UNSURE, page_text, players_on
from cogs.ui.pictures import has_hands
from engine.text import say
from hosting.match.model import Match

Which = Literal["mine", "here"]

# Literals are not extracted for translation.
mark("mine")
mark("here")


class PageButton(Persistent, template=r"w:(?P<which>mine|here):(?P<first>\d{1,5})"):
    """Turns to another page of a list, which is made from current data."""

    async def act(self, interaction: Interaction) -> None:
        content, view = await _page(interaction, cast("Which", self.fields["which"]), int(self.fields["first"]))
        done = interaction.response.is_done()
        edit = interaction.edit_original_response if done else interaction.response.edit_message
        await edit(content=content, view=view, allowed_mentions=discord.AllowedMentions.none())


class MatchesCog(ArenaCog):
    """Lists matches."""

    @app_commands.command(description=mark("List matches, the most urgent first, with links"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(which=mark("Yours, or all in this server"))
    async def matches(self, interaction: Interaction, which: Which = "mine") -> None:
        content, view = await _page(interaction, which, 0)
        await reply(interaction, content, view=view, suppress_embeds=True)


async def _page(interaction: Interaction, which: Which, first: int) -> tuple[str, discord.ui.View]:
    locale, lists = locale_of(interaction), interaction.client.arena.lists
    person_id = await whoami(interaction)
    view, below = discord.ui.View(timeout=None), ""
    if which == "mine":
        outside = await outside_of(interaction)
        page = await lists.of_person(person_id, first, LINES, outside=outside.all)
        below = f"\n{shown(UNSURE, locale)}" if outside.unsure else ""
        title, empty = say("Your matches"), say("You aren't in any match right now. `/new` opens a table.")
    else:
        if interaction.guild_id is None:
            raise Refusal(
                say(
                    "In direct messages I list only your own matches. In a server, `/matches which:{choice}` "
                    "lists all of its matches.",
                    choice=say("here"),
                ),
                code="servers-only",
            )
        guild = guild_of(interaction)
        page = await lists.in_guild(guild.id, person_id, seen_channels(interaction.user, guild), first, LINES)
        title, empty = say("Matches in this server"), say("There's no match to see in this server right now.")
    if not page.lines:
        return await _page(interaction, which, 0) if first else (shown(empty, locale) + below, view)
    accounts = await accounts_of(interaction.client, players_on(page))
    text, count = page_text(title, page, first, person_id, accounts, locale, room=MESSAGE_LIMIT - len(below))
    if first:
        view.add_item(PageButton.button(f"w:{which}:{max(0, first - LINES)}", say("◀ Previous page"), locale))
    if page.more or count < len(page.lines):
        view.add_item(PageButton.button(f"w:{which}:{first + count}", say("Next page ▶"), locale))
    return text + below, view


# The button More: everything else that can be done with a match, as a private menu of buttons.


TYPED = say("-# You can also type `/board`, `/undo`, `/resign` and everything under `/match`.")


class MoreCog(ArenaCog):
    """Offers the rarer actions of a match."""

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id)
        plays = match.seat_of(await whoami(interaction)) is not None
        locale = locale_of(interaction)
        await reply(interaction, shown(TYPED, locale), view=_menu(match, locale, plays=plays))


def _menu(match: Match, locale: Locale, *, plays: bool) -> discord.ui.View:
    holds = plays and not match.over and has_hands(match.game)
    hand = (HAND,) if holds and has_moves_text(match.session.game) else ()
    looks = (BOARD, *hand, REPLAY, RECORD, *((CARDS,) if match.session.game.info.cards else ()))
    deeds: tuple[str, ...] = ()
    if not match.over:
        asks = () if match.alone else (OFFER,)
        deeds = (ASK_BACK, *asks, RESIGN) if plays else (SPECTATE,)
    view = discord.ui.View(timeout=None)
    for row, actions in enumerate((looks, deeds)):
        for action in actions:
            text, style = LABELS[action]
            label = ABANDON if action == RESIGN and match.alone else text
            pressed = MatchId(match.id, match.seq, action).text
            view.add_item(MatchButton.button(pressed, label, locale, style, row=row))
    return view
