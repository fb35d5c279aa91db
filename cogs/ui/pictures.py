"""Boards and reference sheets for messages, as pictures with alt texts or as text; drawn beside the event loop."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.core.reader import Reader
from cogs.ui.drawing import beside
from engine.extras import Reach
from engine.game import Event, Seat
from locales import translator
from render.hands import DeckRenderer, Dressing, HandRenderer
from render.overlay import Overlay
from render.registry import renderer
from render.theme import Theme


@dataclass(frozen=True, slots=True)
class Board:
    """A board as parts of a message: one of them is empty."""

    files: list[discord.File] = field(default_factory=list)
    embeds: list[discord.Embed] = field(default_factory=list)


async def draw_board(
    game: str,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    last: Sequence[Event],
    names: Sequence[str],
    reader: Reader,
    overlay: Overlay | None = None,
    side: Seat | None = None,
) -> Board:
    """Return a position for a reader.

    Args:
        game: Its key.
        view: What the reader may know.
        last: What happened last, to be marked.
        names: The players.
        reader: For whom.
        overlay: What one piece may do.
        side: From whose side; None for the game's own orientation.
    """
    artist, translate = renderer(game), translator(reader.locale)
    if reader.text_boards:
        text = artist.text_board(view, names=names, side=side, translate=translate)
        # An embed, as a message's own text would leave too little room beside the board. Names could end the quotation.
        quoted = text.replace("`", "'")
        return Board(embeds=[discord.Embed(description=f"```\n{quoted}\n```")])

    def drawn() -> discord.File:
        picture = artist.draw(
            view, last, names=names, theme=reader.theme, overlay=overlay, side=side, translate=translate
        )
        words = artist.alt_text(view, last, names=names, side=side, translate=translate)
        return discord.File(io.BytesIO(picture), "board.png", description=words)

    return Board(files=[await beside(drawn)])


def dressed(game: str, view: Any, theme: Theme) -> Theme:  # noqa: ANN401 - each game has its own type of view
    """Return a reader's theme as the pictures of a view use it; so should whatever is shown together with them."""
    artist = renderer(game)
    return artist.dress_for(theme, view) if isinstance(artist, Dressing) else artist.dress(theme)


def has_hands(game: str) -> bool:
    """Return whether a game has hands that are drawn by themselves."""
    return isinstance(renderer(game), HandRenderer)


async def draw_hand(
    game: str,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    names: Sequence[str],
    reader: Reader,
    picked: str = "",
) -> Board | None:
    """Return the hand of a view's reader; None where a game has no hands to draw.

    Args:
        game: Its key.
        view: What the reader may know.
        names: The players.
        reader: For whom.
        picked: What is chosen so far, in the game's notation.
    """
    artist, translate = renderer(game), translator(reader.locale)
    if not isinstance(artist, HandRenderer):
        return None
    if reader.text_boards:
        return Board(embeds=[discord.Embed(description=artist.hand_text(view, translate=translate))])

    def drawn() -> discord.File:
        picture = artist.draw_hand(view, picked=picked, names=names, theme=reader.theme, translate=translate)
        return discord.File(io.BytesIO(picture), "hand.png", description=artist.hand_text(view, translate=translate))

    return Board(files=[await beside(drawn)])


async def draw_deck(game: str, view: Any, reader: Reader) -> discord.File | None:  # noqa: ANN401 - as above
    """Return where all cards are, as far as a view's reader may know; None where a game has no cards to draw."""
    artist, translate = renderer(game), translator(reader.locale)
    if not isinstance(artist, DeckRenderer) or reader.text_boards:
        return None

    def drawn() -> discord.File:
        picture = artist.draw_cards(view, theme=reader.theme, translate=translate)
        return discord.File(io.BytesIO(picture), "cards.png", description=artist.cards_text(view, translate=translate))

    return await beside(drawn)


async def draw_sheet(game: str, reader: Reader, data: str = "") -> discord.File:
    """Return a game's reference sheet; `data` is the version of its data file, empty for the current one."""
    artist, translate = renderer(game), translator(reader.locale)

    def drawn() -> discord.File:
        picture = artist.sheet(data=data, theme=reader.theme, translate=translate)
        return discord.File(
            io.BytesIO(picture), "sheet.png", description=artist.sheet_text(data=data, translate=translate)
        )

    return await beside(drawn)


def overlay_of(reach: Reach) -> Overlay:
    """Return what a piece can do as marks on a picture."""
    return Overlay(
        origin=reach.origin,
        walks=reach.walks,
        leaps=reach.leaps,
        captures=reach.captures,
        arcs=reach.arcs,
        threatened=reach.threatened,
        flips=reach.flips,
    )
