"""Private messages made of components alone: pictures first, then the text, then rows of buttons and menus.

In other messages the text stands above the pictures, so that a phone shows lines of text where a player looks for the
board. Once a message is made of components alone it stays so: what takes its place is made by `layout`, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import discord

from cogs.core.components import Item, Persistent
from cogs.core.limits import LAYOUT_LIMIT
from cogs.core.text import cut
from cogs.ui.pictures import Board

ROW_WIDTH = 5
"""Buttons in a row; a menu takes all of it."""

Part: TypeAlias = discord.ui.MediaGallery[Any] | discord.ui.TextDisplay[Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands above a message's text: `parts` in their order, which refer to `files`; nothing for nothing."""

    parts: list[Part] = field(default_factory=list)
    files: list[discord.File] = field(default_factory=list)

    def __add__(self, other: Scene) -> Scene:
        """Return two scenes as one, the other one below."""
        return Scene([*self.parts, *other.parts], [*self.files, *other.files])

    @property
    def room(self) -> int:
        """How many characters there are left for the text."""
        return LAYOUT_LIMIT - sum(len(part.content) for part in self.parts if isinstance(part, discord.ui.TextDisplay))


def scene_of(board: Board) -> Scene:
    """Return a board or a sheet as a scene: each picture as wide as the message, or the text that stands for it."""
    texts: list[Part] = [discord.ui.TextDisplay(each.description) for each in board.embeds if each.description]
    return Scene([*(gallery([file]) for file in board.files), *texts], board.files)


def gallery(files: Iterable[discord.File]) -> discord.ui.MediaGallery[Any]:
    """Return pictures side by side, each with its alt text; one alone is shown as wide as the message."""
    items = (discord.MediaGalleryItem(f"attachment://{file.filename}", description=file.description) for file in files)
    return discord.ui.MediaGallery(*items)


def layout(
    text: str, scene: Scene | None = None, items: Iterable[Item | Persistent] = (), *, below: Iterable[Part] = ()
) -> discord.ui.LayoutView:
    """Return a message made of components alone.

    Args:
        text: Not empty; it is cut to what there is room for.
        scene: What stands above it.
        items: The controls at its end, in the order of their rows; those without a row share one.
        below: What stands between the text and them.
    """
    above = scene or Scene()
    view = discord.ui.LayoutView(timeout=None)
    for part in above.parts:
        view.add_item(part)
    view.add_item(discord.ui.TextDisplay(cut(text, above.room)))
    for part in below:
        view.add_item(part)
    for row in _rows(items):
        view.add_item(discord.ui.ActionRow(*row))
    return view


def _rows(items: Iterable[Item | Persistent]) -> list[list[Item | Persistent]]:
    """Return controls row by row: those of one row together, and each menu, which tells no row, in one of its own."""
    rows: list[list[Item | Persistent]] = []
    for item in items:
        if rows and rows[-1][-1].row == item.row and sum(each.width for each in rows[-1]) + item.width <= ROW_WIDTH:
            rows[-1].append(item)
        else:
            rows.append([item])
    return rows
