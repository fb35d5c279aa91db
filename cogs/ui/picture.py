"""Boards and reference sheets for messages, as pictures with alt texts or as text; drawn beside the event loop."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.ui.drawing import beside
from cogs.ui.reader import Reader
from engine.game import Event, Seat
from engine.reach import Reach
from locales import translator
from render.overlay import Overlay
from render.registry import renderer


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
        # An embed, as a message's own text would leave too little room beside the board.
        return Board(embeds=[discord.Embed(description=f"```\n{text}\n```")])

    def drawn() -> discord.File:
        picture = artist.draw(
            view, last, names=names, theme=reader.theme, overlay=overlay, side=side, translate=translate
        )
        words = artist.alt_text(view, last, names=names, side=side, translate=translate)
        return discord.File(io.BytesIO(picture), "board.png", description=words)

    return Board(files=[await beside(drawn)])


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
