"""Boards, sheets and cards of matches as files with alt texts, drawn in a thread."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Protocol, TypeVar

import discord

from cogs.core.bot import Reader
from cogs.core.text import ALT_LIMIT, MESSAGE_LIMIT, cut, readable_names, shown
from cogs.ui.replay import ReplayedGame
from engine.choices import Reach
from engine.events import Event
from engine.game import Setup
from engine.history import feats
from engine.outcome import RULINGS, Termination
from engine.seat import Seat
from engine.session import Session
from engine.text import in_a_row, say
from hosting.match.model import Match
from hosting.metrics import DRAWING
from locales import translator
from render.registry import renderer
from render.renderer import Overlay
from render.summary import Summary, draw_summary, short_lines, summary_lines, summary_text
from render.theme import Theme
from render.words import Look

# The threads in which pictures are drawn, and the files that they become.


T = TypeVar("T")

# Each thread that draws takes its share of the interpreter's time from the event loop, which has people to answer.
# More of them would draw no more pictures a second, and everybody would wait longer for an answer.
_THREADS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")


async def in_thread(draw: Callable[[], T]) -> T:
    """Return the result of a drawing function, run in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _timed, draw)


def _timed(draw: Callable[[], T]) -> T:
    with DRAWING.time():
        return draw()


def described(picture: bytes, name: str, words: str) -> discord.File:
    """Return a picture for a message, with its alt text, cut if a language needs more than Discord allows."""
    return discord.File(io.BytesIO(picture), name, description=cut(words, ALT_LIMIT))


@dataclass(frozen=True, slots=True)
class Board:
    """A board as parts of a message: one of them is empty."""

    files: list[discord.File] = field(default_factory=list)
    embeds: list[discord.Embed] = field(default_factory=list)


def look_of(reader: Reader, names: Sequence[str] = (), side: Seat | None = None) -> Look:
    """Return a reader's look at a game, from a side of the board or, with None, in the game's own orientation."""
    translate = translator(reader.locale)
    return Look(readable_names(names, translate), reader.theme, side=side, translate=translate)


async def draw_board(
    game: str,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    last: Sequence[Event],
    names: Sequence[str],
    reader: Reader,
    overlay: Overlay | None = None,
    side: Seat | None = None,
) -> Board:
    """Return a position for a reader, with the events `last` marked.

    `overlay` shows what one piece may do. Without a side the board has the game's own orientation.
    """
    artist, look = renderer(game), look_of(reader, names, side)
    if reader.text_boards:
        text = artist.text_board(view, look)
        # An embed, as a message's own text would leave too little room beside the board. Names could end the quotation.
        quoted = text.replace("`", "'")
        return Board(embeds=[discord.Embed(description=f"```\n{quoted}\n```")])

    picture, words = await in_thread(partial(_board, game, view, tuple(last), look, overlay))
    return Board(files=[described(picture, "board.png", words)])


BOARDS_KEPT = 64
"""About fifty kilobytes each."""


@lru_cache(maxsize=BOARDS_KEPT)
def _board(
    game: str,
    view: Any,  # noqa: ANN401 - as above
    last: tuple[Event, ...],
    look: Look,
    overlay: Overlay | None,
) -> tuple[bytes, str]:
    """Return a board and its alt text. Cached: a board that is posted was the last preview of its turn."""
    artist = renderer(game)
    return artist.draw(view, last, look, overlay=overlay), artist.alt_text(view, last, look)


def dressed(game: str, view: Any, theme: Theme) -> Theme:  # noqa: ANN401 - each game has its own type of view
    """Return the theme for the pictures of a view, and for pictures beside them."""
    return renderer(game).dress_for(theme, view)


def has_hands(game: str) -> bool:
    """Return whether players of a game have hands to be drawn (`cogs.ui.holding`)."""
    return renderer(game).hands


async def draw_deck(game: str, view: Any, reader: Reader) -> discord.File | None:  # noqa: ANN401 - as above
    """Return a picture of where all cards are, as far as the viewer may know; None in games without cards."""
    artist, look = renderer(game), look_of(reader)
    if not artist.deck or reader.text_boards:
        return None

    def drawn() -> discord.File:
        picture = artist.draw_cards(view, look)
        return described(picture, "cards.png", artist.cards_text(view, look))

    return await in_thread(drawn)


async def draw_entry(game: str, key: str, reader: Reader, data: str = "") -> discord.File | None:
    """Return the picture of an entry of a game's catalogue; None for a reader of text boards. `data` as for a sheet."""
    artist, look = renderer(game), look_of(reader)
    if reader.text_boards:
        return None

    def drawn() -> discord.File:
        picture = artist.draw_entry(key, data, look)
        return described(picture, f"{key.lower()}.png", artist.entry_text(key, data, look))

    return await in_thread(drawn)


async def draw_sheet(game: str, reader: Reader, data: str = "") -> discord.File:
    """Return a game's reference sheet; `data` is the version of its data file, empty for the current one."""
    artist, look = renderer(game), look_of(reader)

    def drawn() -> discord.File:
        picture = artist.sheet(data, look)
        return described(picture, "sheet.png", artist.sheet_text(data, look))

    return await in_thread(drawn)


def overlay_of(reach: Reach) -> Overlay:
    """Return a piece's possible actions as marks on a picture."""
    return Overlay(
        origin=reach.origin,
        walks=reach.walks,
        leaps=reach.leaps,
        captures=reach.captures,
        arcs=reach.arcs,
        threatened=reach.threatened,
        flips=reach.flips,
    )


# The names of boards' pictures as files: they tell which position of which match a message shows.


_NAME = re.compile(r"[a-z]+-(?P<match>\d{1,18})-(?P<seq>\d{1,9})\.png")


def picture_name(match: Match, seq: int) -> str:
    """Return the file name of a board's picture: it identifies a message's post."""
    return f"{match.game}-{match.id}-{seq}.png"


def pictured(name: str) -> tuple[int, int] | None:
    """Return the match and the event of a picture by its name; None for other files."""
    found = _NAME.fullmatch(name)
    return None if found is None else (int(found["match"]), int(found["seq"]))


# What pictures and menus of a position are made of, be it of a match or of a private board.


class Position(Protocol):
    """A position of a game and its players; every match is one (`hosting.match.model.Match`)."""

    @property
    def game(self) -> str: ...

    @property
    def setup(self) -> Setup: ...

    @property
    def session(self) -> Session: ...

    @property
    def names(self) -> tuple[str, ...]: ...


# The summary card of a game, as a picture or in words.


FILE_NAME = "summary.png"


def summary_of(story: ReplayedGame) -> Summary:
    """Return the contents of a game's card, which are public."""
    session, seats = story.session, len(story.names)
    game, outcome = session.game, session.outcome
    mode = game.info.mode(session.setup.mode)
    if mode is None:
        raise AssertionError(f"a game in a mode that does not exist: {session.setup.mode}")
    ruled = outcome is not None and outcome.termination in RULINGS
    headline = say("The match is over") if ruled else renderer(story.game).headline(session.view(None))
    card = Summary(game.info.name, mode.name, seats, headline, outcome, story.last, story.took)
    standings = [standing for each in story.history if (standing := game.standing(each.state)) is not None]
    if not standings or not story.played:
        return card
    return replace(
        card,
        feats=tuple(game.feats_text(count) for count in feats(game, story.history, seats)),
        label=standings[0].label,
        curves=tuple(tuple(standing.values[seat] for standing in standings) for seat in range(seats)),
    )


def ranked(story: ReplayedGame) -> bool:
    """Return whether a game's result lists the players' places one by one, each with its count."""
    outcome = story.session.outcome
    return outcome is not None and not outcome.alone and outcome.termination is not Termination.VOID


async def draw_card(story: ReplayedGame, reader: Reader) -> discord.File:
    """Return the card of a game as a picture with its words."""

    def drawn() -> discord.File:
        card = summary_of(story)
        theme = dressed(story.game, story.session.view(None), reader.theme)
        look = replace(look_of(reader, story.names), theme=theme)
        return described(draw_summary(card, look), FILE_NAME, summary_text(card, look))

    return await in_thread(drawn)


async def make_card(story: ReplayedGame, reader: Reader, *, embedded: bool) -> Board:
    """Return the card of a game for a message that also shows a board; empty if nothing was played.

    An embed needs a permission, but two pictures side by side would be small and cut. Its text is for readers who
    cannot see it, beside that of the message, which has each player's result.
    """
    if story.last == 0:
        return Board()
    if not embedded:
        return Board(files=[await draw_card(story, reader)])
    card = summary_of(story)
    lines = [in_a_row(card.facts())] if ranked(story) else short_lines(card)
    words = "\n".join(shown(line, reader.locale, story.names) for line in lines)
    embed = discord.Embed(description=words).set_image(url=f"attachment://{FILE_NAME}")
    return Board(files=[await draw_card(story, reader)], embeds=[embed])


def card_in_words(story: ReplayedGame, reader: Reader) -> str:
    """Return the card of a game as a message."""
    lines = (shown(line, reader.locale, story.names) for line in summary_lines(summary_of(story)))
    return cut("\n".join(lines), MESSAGE_LIMIT)
