"""Boards and reference sheets for messages, as pictures with alt texts or as text; drawn beside the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.core.reader import Reader
from cogs.core.text import called
from cogs.ui.drawing import beside, described
from engine.choices import Reach
from engine.events import Event
from engine.seat import Seat
from locales import translator
from render.extras import DeckRenderer, Dressing, EntryRenderer, HoldingRenderer
from render.look import Look
from render.overlay import Overlay
from render.registry import renderer
from render.theme import Theme


@dataclass(frozen=True, slots=True)
class Board:
    """A board as parts of a message: one of them is empty."""

    files: list[discord.File] = field(default_factory=list)
    embeds: list[discord.Embed] = field(default_factory=list)


def look_of(reader: Reader, names: Sequence[str] = (), side: Seat | None = None) -> Look:
    """Return how a reader sees a game, from a side of the board or, with None, in the game's own orientation."""
    return Look(called(names, reader.locale), reader.theme, side=side, translate=translator(reader.locale))


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
    artist, look = renderer(game), look_of(reader, names, side)
    if reader.text_boards:
        text = artist.text_board(view, look)
        # An embed, as a message's own text would leave too little room beside the board. Names could end the quotation.
        quoted = text.replace("`", "'")
        return Board(embeds=[discord.Embed(description=f"```\n{quoted}\n```")])

    def drawn() -> discord.File:
        picture = artist.draw(view, last, look, overlay=overlay)
        return described(picture, "board.png", artist.alt_text(view, last, look))

    return Board(files=[await beside(drawn)])


def dressed(game: str, view: Any, theme: Theme) -> Theme:  # noqa: ANN401 - each game has its own type of view
    """Return a reader's theme as the pictures of a view use it; so should whatever is shown together with them."""
    artist = renderer(game)
    return artist.dress_for(theme, view) if isinstance(artist, Dressing) else artist.dress(theme)


def has_hands(game: str) -> bool:
    """Return whether players of a game hold what is drawn by itself (`cogs.ui.holding`)."""
    return isinstance(renderer(game), HoldingRenderer)


async def draw_deck(game: str, view: Any, reader: Reader) -> discord.File | None:  # noqa: ANN401 - as above
    """Return where all cards are, as far as a view's reader may know; None where a game has no cards to draw."""
    artist, look = renderer(game), look_of(reader)
    if not isinstance(artist, DeckRenderer) or reader.text_boards:
        return None

    def drawn() -> discord.File:
        picture = artist.draw_cards(view, look)
        return described(picture, "cards.png", artist.cards_text(view, look))

    return await beside(drawn)


async def draw_entry(game: str, key: str, reader: Reader, data: str = "") -> discord.File | None:
    """Return what a game's catalogue has by a key; None where nothing is drawn of it. `data` is as for a sheet."""
    artist, look = renderer(game), look_of(reader)
    if not isinstance(artist, EntryRenderer) or reader.text_boards:
        return None

    def drawn() -> discord.File:
        picture = artist.draw_entry(key, data, look)
        return described(picture, f"{key.lower()}.png", artist.entry_text(key, data, look))

    return await beside(drawn)


async def draw_sheet(game: str, reader: Reader, data: str = "") -> discord.File:
    """Return a game's reference sheet; `data` is the version of its data file, empty for the current one."""
    artist, look = renderer(game), look_of(reader)

    def drawn() -> discord.File:
        picture = artist.sheet(data, look)
        return described(picture, "sheet.png", artist.sheet_text(data, look))

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
