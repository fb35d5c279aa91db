"""`/match cards` and the button Cards: where the cards are, as far as the reader may know, and what the rest may be.

With a name it looks a card up, as it does where nothing is played (`cogs.play.catalogue`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import Choices, Completed
from cogs.core.components import MatchButton
from cogs.core.context import whoami
from cogs.core.converters import WHICH_SEEN, seen_choices, seen_match
from cogs.core.custom_ids import MatchId
from cogs.core.direct import is_direct, urgent_match, whereabouts
from cogs.core.errors import Refusal
from cogs.core.limits import EMBED_LIMIT, TITLE_LIMIT
from cogs.core.reader import Reader
from cogs.core.readers import reader_of
from cogs.core.replies import reply
from cogs.core.text import cut, mark, plain, shown
from cogs.play import catalogue
from cogs.ui.match_buttons import HAND, LABELS
from cogs.ui.pictures import draw_deck, has_hands
from engine.cards import CardList, Pile
from engine.extras import Carded
from engine.game import Game
from engine.registry import games
from engine.seat import Seat
from engine.text import say
from hosting.match.model import Match


async def _choices(interaction: Interaction, current: str) -> Choices[int]:
    return await seen_choices(interaction, current, {game.info.key for game in games() if isinstance(game, Carded)})


CardedNumber: TypeAlias = app_commands.Transform[int, Completed(_choices)]
"""The number of a match whose game has cards."""


class CardsCog(ArenaCog):
    """Shows cards, in private."""

    under = "match"

    @app_commands.command(description=mark("Your hand, which cards are gone and which others may hold; or any card"))
    @app_commands.describe(
        name=mark("A card or group of cards to look up, in English or French"),
        match=WHICH_SEEN,
    )
    async def cards(self, interaction: Interaction, name: str = "", match: CardedNumber | None = None) -> None:
        """Show the cards of a match, or an entry of the catalogue."""
        found = None if match is None else await seen_match(interaction, match)
        if found is None and not name and is_direct(interaction):
            found = await urgent_match(interaction, _has_cards)
        if name or (found is None and await catalogue.comes_first(interaction)):
            await catalogue.show(interaction, name, found)
        else:
            await _show(interaction, found or await seen_match(interaction, None))

    @cards.autocomplete("name")
    async def _names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await catalogue.complete(interaction, current)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show the cards as they are now; an old board will do."""
        await _show(interaction, await match_for(interaction, match_id, direct=True))


async def _show(interaction: Interaction, match: Match) -> None:
    session, seat = match.session, match.seat_of(await whoami(interaction))
    if not isinstance(session.game, Carded):
        text = say("{game} has no cards. `/board` shows how the match stands.", game=session.game.info.name)
        raise Refusal(text, code="no-cards")
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = await reader_of(interaction)
    found = session.game.cards(session.state, seat)
    title = plain(say("{game}: {what}", game=session.game.info.name, what=found.heading), reader.locale)
    picture = await draw_deck(match.game, session.view(seat), reader)
    embed = discord.Embed(
        title=cut(title, TITLE_LIMIT), description=cards_text(found, match, reader, brief=picture is not None)
    )
    files = [] if picture is None else [picture]
    if picture is not None:
        embed.set_image(url=f"attachment://{picture.filename}")
    view = _hand_view(match, seat, reader)
    await reply(interaction, *await whereabouts(interaction, match), embeds=[embed], files=files, view=view)


def _hand_view(match: Match, seat: Seat | None, reader: Reader) -> discord.ui.View | None:
    """Return the button that shows players what they hold, card by card; None for the others."""
    if seat is None or not has_hands(match.game):
        return None
    text, style = LABELS[HAND]
    view = discord.ui.View(timeout=None)
    return view.add_item(MatchButton.button(MatchId(match.id, match.seq, HAND).text, text, reader.locale, style))


def _has_cards(game: Game[Any, Any, Any]) -> bool:
    return isinstance(game, Carded)


def cards_text(found: CardList, match: Match, reader: Reader, *, brief: bool) -> str:
    """Return the piles of a list of cards, and the odds; `brief` if a picture beside it shows what each card is."""
    notice = match.session.game.info.reconstruction(match.setup.data)
    lines = [] if notice is None else [shown(notice, reader.locale)]
    lines += [line for pile in found.piles for line in _lines(pile, match, reader, brief=brief)]
    lines += [shown(text, reader.locale, match.names) for text in found.odds]
    return cut("\n".join(lines), EMBED_LIMIT)


def _lines(pile: Pile, match: Match, reader: Reader, *, brief: bool) -> list[str]:
    title = say("**{pile}** ({count})", pile=pile.title, count=len(pile.keys))
    head = shown(title, reader.locale, match.names)
    if brief or not pile.texts:
        return [f"{head}: {', '.join(pile.keys)}"]
    texts = (shown(text, reader.locale, match.names) for text in pile.texts)
    return [head, *(f"`{key:>2}` {text}" for key, text in zip(pile.keys, texts, strict=True))]
