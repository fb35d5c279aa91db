"""What a player holds, as parts of a message made of components: pictures with alt texts, and every card in words.

A gallery with several pictures cuts each of them to a tile, which takes the edges of a row of cards; with a single one
it shows the whole, as wide as the message. So each picture has a gallery of its own, and the words of every card stand
below it as text, which screen readers read card by card.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.core.limits import ALT_LIMIT, LAYOUT_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import cut, plain, safe, shown
from cogs.ui.drawing import beside
from cogs.ui.pictures import look_of
from engine.game import Seat
from engine.text import Text, say, say_n
from hosting.match.model import Match
from render.extras import Held, HoldingRenderer, Shelf
from render.registry import renderer

HEADING_LIMIT = 400


@dataclass(frozen=True, slots=True)
class Holding:
    """What somebody holds: `parts` in the order of the message, which refer to `files`; nothing for nothing."""

    parts: list[discord.ui.Item[Any]] = field(default_factory=list)
    files: list[discord.File] = field(default_factory=list)


async def holding(match: Match, seat: Seat, reader: Reader) -> Holding:
    """Return all that a seat holds now, for that seat alone."""
    artist, view = renderer(match.game), match.session.view(seat)
    if not isinstance(artist, HoldingRenderer):
        return Holding()
    look, made = look_of(reader, match.names), Holding()
    shelves = artist.shelves(view, look)
    notice = match.session.game.info.reconstruction(match.setup.data)
    room = LAYOUT_LIMIT
    if shelves and notice is not None:
        room -= _write(made, shown(say("-# {notice}", notice=notice), reader.locale), HEADING_LIMIT)
    for number, shelf in enumerate(shelves):
        if not reader.text_boards:
            file = await draw_shelf(match, view, shelf, reader)
            made.files.append(file)
            item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=file.description)
            made.parts.append(discord.ui.MediaGallery(item))
        room -= _write(made, _in_words(shelf, reader), room // (len(shelves) - number))
    return made


async def draw_shelf(
    match: Match,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    shelf: Shelf,
    reader: Reader,
    picked: Sequence[str] = (),
) -> discord.File:
    """Return a shelf as a picture with its alt text.

    Args:
        match: A match of a game with a `HoldingRenderer`.
        view: What the one who holds it sees.
        shelf: Which.
        reader: For whom.
        picked: The keys of what is chosen so far, which are marked.
    """
    artist: Any = renderer(match.game)
    look = look_of(reader, match.names)
    notice = look.notice(match.session.game.info.reconstruction(match.setup.data))

    def drawn() -> discord.File:
        picture = artist.draw_shelf(view, shelf.key, look, picked=picked)
        return discord.File(io.BytesIO(picture), f"{shelf.key}.png", description=alt_text(shelf, reader, notice))

    return await beside(drawn)


def alt_text(shelf: Shelf, reader: Reader, notice: str = "") -> str:
    """Return a shelf in words, card by card, in at most `ALT_LIMIT` characters; `notice` comes first."""
    lines = [notice.strip()] if notice else []
    for held in shelf.places:
        lines += [plain(_title(held), reader.locale), *held.cards]
    return cut("\n".join(lines), ALT_LIMIT)


def _in_words(shelf: Shelf, reader: Reader) -> str:
    """Return every card of a shelf, a line each, below the name of its place."""
    lines: list[str] = []
    for held in shelf.places:
        lines.append(shown(say("**{place}**", place=_title(held)), reader.locale))
        lines += [f"-# {safe(card)}" for card in held.cards]
    return "\n".join(lines)


def _title(held: Held) -> Text:
    return say_n("{place}: {count} card", "{place}: {count} cards", len(held.cards), place=held.title)


def _write(made: Holding, text: str, room: int) -> int:
    """Add a text, cut to some characters; return how many it has."""
    words = cut(text, room)
    made.parts.append(discord.ui.TextDisplay(words))
    return len(words)
