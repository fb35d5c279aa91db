"""A player's hand as parts of a message made of components: pictures with alt texts, and every card in words.

A gallery with several pictures cuts each of them to a square tile. So each card of a hand whose cards have long texts
is a square picture with an alt text of its own, and they share a gallery; a row of other cards would lose its edges
there, and has a gallery to itself, which shows a single picture whole, as wide as the message. Below each the words of
every card stand as text, which screen readers read card by card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.core.bot import Reader
from cogs.core.text import ALT_LIMIT, LAYOUT_LIMIT, MOST_FILES, cut, plain, safe_words, shown
from cogs.ui.layout import Part, Scene, gallery
from cogs.ui.pictures import Position, described, in_thread, look_of
from engine.seat import Seat
from engine.text import Text, say, say_n
from hosting.match.model import Match
from render.registry import renderer
from render.renderer import Held, Shelf


@dataclass(frozen=True, slots=True)
class Holdings:
    """All that a seat holds now, for that seat alone.

    Attributes:
        first: What a message shows first: the hand alone where the game can say it in short, else everything.
        others: What is behind a button of that message.
    """

    match: Match
    seat: Seat
    reader: Reader
    first: tuple[Shelf, ...]
    others: tuple[Shelf, ...]

    async def hand(self) -> Scene:
        return await self._shown(self.first, short=bool(self.others))

    async def rest(self) -> Scene:
        if self.reader.text_boards:  # there it stands below the hand
            return await self._shown(self.others)
        return await self._shown(self.others, [self._in_words(note) for shelf in self.first for note in shelf.notes])

    async def _shown(self, shelves: Sequence[Shelf], above: Sequence[str] = (), *, short: bool = False) -> Scene:
        reader, session = self.reader, self.match.session
        if not shelves:
            return Scene()
        notice = session.game.info.reconstruction(self.match.setup.data)
        head, tail = "\n".join(above), "" if notice is None else self._in_words(say("-# {notice}", notice=notice))
        room = LAYOUT_LIMIT - len(head) - len(tail)
        texts = in_room(shelves, reader, room)
        made, view = Scene([discord.ui.TextDisplay(head)] if head else []), session.view(self.seat)
        for shelf, text in zip(shelves, texts, strict=True):
            if not reader.text_boards and len(made.files) < MOST_FILES:  # what has no room for a picture has its words
                made += await drawn_shelf(self.match, view, shelf, reader)
            words = cut(in_short(shelf, reader), room) if short and made.files else text
            if words:
                made.parts.append(discord.ui.TextDisplay(words))
        if tail:
            made.parts.append(discord.ui.TextDisplay(tail))
        return made

    def _in_words(self, text: Text) -> str:
        return shown(text, self.reader.locale)


def holdings(match: Match, seat: Seat, reader: Reader) -> Holdings:
    """Return all that a seat holds now, for that seat alone; empty in games without hands."""
    artist, view = renderer(match.game), match.session.view(seat)
    shelves = artist.shelves(view, look_of(reader, match.names), tiles=0 if reader.text_boards else MOST_FILES)
    count = 1 if shelves and shelves[0].short else len(shelves)
    return Holdings(match, seat, reader, shelves[:count], shelves[count:])


def asked_shelf(match: Position, view: Any, reader: Reader, picked: Sequence[str] = ()) -> Shelf | None:  # noqa: ANN401 - each game has its own view
    """Return the options of a decision in one picture; None where they are not in the viewer's hand."""
    artist = renderer(match.game)
    if not (key := artist.asked_shelf(view)):
        return None
    shelves = artist.shelves(view, look_of(reader, match.names), picked=picked)
    return next((each for each in shelves if each.key == key), None)


async def asked_scene(
    match: Position,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    reader: Reader,
    picked: Sequence[str] = (),
    *,
    above: Scene | None = None,
    room: int = LAYOUT_LIMIT,
) -> Scene:
    """Return the options of a decision; empty where they are not in the viewer's hand.

    A hand is a gallery, card by card, if there is room for its files; the rest of its picture stands below it. `picked`
    options are marked. `above` is the scene above it with the position, which tells what is reconstructed.
    """
    shelf = asked_shelf(match, view, reader, picked)
    if shelf is None:
        return Scene()
    notice = match.session.game.info.reconstruction(match.setup.data)
    is_shown = above is not None and bool(above.parts)
    head = "" if notice is None or is_shown else shown(say("-# {notice}", notice=notice), reader.locale)
    if reader.text_boards:
        (words,) = in_room([shelf], reader, max(room - len(head), 0))
        return Scene([discord.ui.TextDisplay(each) for each in (words, head) if each])
    tiled = _tiled(match, view, shelf, reader, picked, MOST_FILES - (0 if above is None else len(above.files)))
    made = Scene()
    for each in tiled or (shelf,):
        made += await drawn_shelf(match, view, each, reader, picked)
    if tiled and head:  # a picture of a whole hand says it itself
        made.parts.append(discord.ui.TextDisplay(head))
    return made


def _tiled(
    match: Position,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    shelf: Shelf,
    reader: Reader,
    picked: Sequence[str],
    files: int,
) -> list[Shelf]:
    """Return a hand as a shelf with `codes`, and the other places of its picture as others; empty without room."""
    artist = renderer(match.game)
    titles = {held.title for held in shelf.places}
    others = len(titles) > 1
    shelves = artist.shelves(view, look_of(reader, match.names), tiles=max(files - others, 0), picked=picked)
    found = [each for each in shelves if each.places and {held.title for held in each.places} <= titles]
    return found if found and found[0].codes else []


async def drawn_shelf(
    match: Position,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    shelf: Shelf,
    reader: Reader,
    picked: Sequence[str] = (),
) -> Scene:
    if shelf.codes:
        files = await draw_tiles(match, shelf, reader)
    else:
        files = [await draw_shelf(match, view, shelf, reader, picked)]
    return Scene(list(galleries(files)), files)


def galleries(files: Sequence[discord.File]) -> Iterator[Part]:
    """Yield galleries that show square pictures nearly whole.

    Three in a row are squares, and two nearly so. The first of three, seven or ten pictures would be much wider than
    high, as would each of four: these are divided into two galleries.
    """
    first = {3: 2, 4: 2, 7: 5, 10: 5}.get(len(files), len(files))
    yield from (gallery(each) for each in (files[:first], files[first:]) if each)


async def draw_tiles(match: Position, shelf: Shelf, reader: Reader) -> list[discord.File]:
    """Return each card of a shelf that has `codes` as a square picture, with its own alt text.

    Files are named by their place: no name reveals a card.
    """
    artist = renderer(match.game)
    look, data = look_of(reader), match.setup.data
    notice = look.notice(match.session.game.info.reconstruction(data))
    (held,), marks = shelf.places, shelf.marks or ("",) * len(shelf.codes)

    def drawn() -> list[discord.File]:
        return [
            described(artist.draw_tile(code, data, look, mark=mark), f"{shelf.key}-{number}.png", f"{notice}{card}")
            for number, (code, card, mark) in enumerate(zip(shelf.codes, held.cards, marks, strict=True), 1)
        ]

    return await in_thread(drawn)


async def draw_shelf(
    match: Position,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    shelf: Shelf,
    reader: Reader,
    picked: Sequence[str] = (),
) -> discord.File:
    artist = renderer(match.game)
    look = look_of(reader, match.names)
    notice = look.notice(match.session.game.info.reconstruction(match.setup.data))

    def drawn() -> discord.File:
        picture = artist.draw_shelf(view, shelf.key, look, picked=picked)
        return described(picture, f"{shelf.key}.png", alt_text(shelf, reader, notice))

    return await in_thread(drawn)


def alt_text(shelf: Shelf, reader: Reader, notice: str = "") -> str:
    """Return the alt text of a shelf, `notice` first: as many cards as fit into `ALT_LIMIT` with all they do."""
    if shelf.alt:
        return cut(shelf.alt, ALT_LIMIT)
    lines, full = [notice.strip()] if notice else [], dict[int, str]()
    for held in shelf.places:
        lines.append(plain(_title(held), reader.locale))
        full |= {len(lines) + place: card for place, card in enumerate(held.cards)}
        lines += held.brief or held.cards
    room = ALT_LIMIT - sum(len(line) + 1 for line in lines)
    for place, card in full.items():
        more = len(card) - len(lines[place])
        if more <= room:
            lines[place], room = card, room - more
    return cut("\n".join(lines), ALT_LIMIT)


def in_words(shelf: Shelf, reader: Reader, most: int | None = None) -> str:
    """Return every card of a shelf, a line each, below the name of its place; `most` of them with all that they do."""
    lines: list[str] = []
    for held in shelf.places:
        lines.append(shown(say("**{place}**", place=_title(held)), reader.locale))
        whole = len(held.cards) if most is None else min(most, len(held.cards))
        lines += [f"-# {safe_words(card)}" for card in (*held.cards[:whole], *(held.brief or held.cards)[whole:])]
        most = None if most is None else most - whole
    lines += [shown(note, reader.locale) for note in shelf.notes]
    return "\n".join(lines)


def in_short(shelf: Shelf, reader: Reader) -> str:
    title = shown(say("**{place}**", place=_title(shelf.places[0])), reader.locale)
    return "\n".join([title, *(f"-# {safe_words(each)}" for each in shelf.short)])


def in_room(shelves: Sequence[Shelf], reader: Reader, room: int) -> list[str]:
    """Return shelves in words, in at most `room` characters together.

    Every card is named; the first ones, as many as fit, with all that they do. The last cards are only cut if not even
    all names fit.
    """
    names, texts = [len(in_words(shelf, reader, 0)) for shelf in shelves], list[str]()
    for place, shelf in enumerate(shelves):
        own = max(room - sum(names[place + 1 :]), min(room, names[place]))
        counts = range(sum(len(held.cards) for held in shelf.places), -1, -1)
        told = (in_words(shelf, reader, count) for count in counts)
        text = cut(next((each for each in told if len(each) <= own), in_words(shelf, reader, 0)), max(own, 0))
        texts.append(text)
        room -= len(text)
    return texts


def _title(held: Held) -> Text:
    count = len(held.cards) if held.count is None else held.count
    return say_n("{place}: {count} card", "{place}: {count} cards", count, place=held.title)
