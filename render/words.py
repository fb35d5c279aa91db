"""Text in a reader's language, a reader's preferences, and results in one line."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import TypeAlias

from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import ENGLISH, Player, Text, Translate, listed, say, say_n
from render.theme import Theme

Name: TypeAlias = Callable[[Seat], str]
"""Gives the name to show for a seat."""

ALT_LIMIT = 1024
"""Discord's limit for the description of an attachment, in characters."""

TEXT_LIMIT = 1900
"""Characters of a text board: a message's 2,000 less its code fence and some room."""

TEXT_COLUMNS = 44
"""The most monospaced characters in a row of a text board."""

PHONE_COLUMNS = 34
"""Monospaced characters in a row of an upright telephone: words fit them, a wide board may not."""

ELLIPSIS = "…"
INDENT = "  "


def team_letter(team: int) -> str:
    """Return the name of a team of `engine.game.Mode.teams`, counted from 0: A, B, …."""
    return chr(ord("A") + team)


def one_line(text: str, fallback: str, limit: int = 32) -> str:
    """Return a name without control and direction characters and line breaks, cut to a number of characters."""
    if not (text.isascii() and text.isprintable()):  # most names are, and many sentences have one
        spaced = "".join(" " if character.isspace() else character for character in text)
        text = "".join(character for character in spaced if unicodedata.category(character)[0] != "C")
    line = " ".join(text.split()) or fallback
    return line if len(line) <= limit else line[: limit - 1].rstrip() + ELLIPSIS


def shortened(text: str) -> str:
    """Return a text as the description of an attachment: whole, or cut to `ALT_LIMIT` characters."""
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + ELLIPSIS


def words_of(text: str) -> list[str]:
    """Return what a text may be broken between: no-break spaces, as in French before `;`, stay in their words."""
    return [word for word in text.replace("\n", " ").split(" ") if word]


def columns(text: str) -> int:
    """Return a text's number of monospaced columns: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def in_columns(text: str, room: int) -> str:
    """Return a text cut or filled with spaces to exactly `room` monospaced columns."""
    taken, end = columns(text), len(text)
    if taken > room:
        while taken >= room:
            end -= 1
            taken -= columns(text[end])
        text, taken = text[:end] + ELLIPSIS, taken + 1
    return text + " " * (room - taken)


@cache
def name_in(room: int) -> Callable[[str, str], str]:
    """Return what cuts a name to so many columns of a text board, for `Look.called`."""

    def cut(name: str, fallback: str) -> str:
        # A backtick could end the code block around the board.
        return in_columns(one_line(name.replace("`", "'"), fallback), room).rstrip()

    return cut


def in_lines(text: str, room: int, most: int = 3) -> list[str]:
    """Return a text as lines of at most `room` monospaced columns, broken between words; all but the first indented.

    The rest after `most` lines, and of a too wide word, is cut.
    """
    lines: list[str] = []
    line = ""
    for word in words_of(text):
        longer = f"{line} {word}" if line.strip() else line + word
        if line.strip() and len(lines) + 1 < most and columns(longer) > room:
            lines.append(in_columns(line, room).rstrip())
            longer = INDENT + word
        line = longer
    return [*lines, in_columns(line, room).rstrip()]


def in_limit(parts: Iterable[Sequence[str]], limit: int = TEXT_LIMIT) -> str:
    """Return the first parts of a text board that fit the limit, as one text."""
    board: list[str] = []
    for part in parts:
        if len("\n".join([*board, *part])) > limit:
            break
        board += part
    return "\n".join(board)


# A reader's preferences: one value for every picture and text.


_THEME = Theme()
WIDTH = 1000
"""Of a picture, in pixels: those of a phone that shows an attachment in its whole width."""
MIN_WIDTH, MAX_WIDTH = 200, 2400
DESIGN_WIDTH = 1200
"""Of the picture in whose pixels the measures of boards, sheets and cards are given."""


def unit_of(width: int) -> float:
    """Return the pixels of one pixel of `DESIGN_WIDTH` in a picture of a width, or of the nearest possible one."""
    return min(max(width, MIN_WIDTH), MAX_WIDTH) / DESIGN_WIDTH


@dataclass(frozen=True, slots=True)
class Look:
    """A reader's preferences; pictures and texts use those that concern them.

    Attributes:
        names: The players' display names for seat 1, 2, …; a missing or empty one is shown as "Player 2".
        width: Of a picture, in pixels.
        side: The seat from whose side the board is seen, with places named as ever and text upright; None is the game's
            own orientation.
        marks: Whether pieces show how they move.
        translate: The reader's language.
    """

    names: Sequence[str] = ()
    theme: Theme = _THEME
    width: int = WIDTH
    side: Seat | None = None
    marks: bool = True
    translate: Translate = ENGLISH

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))  # pictures are cached by their looks

    def called(self, clean: Callable[[str, str], str]) -> Name:
        """Return a function that names each seat; `clean` gets a name and a fallback and returns the name to show."""
        return partial(_called, self.names, self.translate, clean)

    def text_of(self, text: Text) -> str:
        return text.render(self.translate)

    def notice(self, reconstruction: Text | None) -> str:
        """Return the sentence about reconstructed values, empty without any; it comes first, so that cuts keep it."""
        return "" if reconstruction is None else f"{self.text_of(reconstruction)}. "


@lru_cache(maxsize=256)
def _called(names: Sequence[str], translate: Translate, clean: Callable[[str, str], str], seat: Seat) -> str:
    fallback = say("Player {seat}", seat=seat).render(translate)
    return clean(names[seat - 1] if seat <= len(names) else "", fallback)


PLAIN = Look()
"""In English, in the default theme and width, in the game's own orientation, players by number."""


# Who won, as one line that is the same in every game.


MOST_NAMED = 3
"""The most winners by name; more are counted."""


def result_text(outcome: Outcome) -> Text:
    """Return the winner, or the end of a match that people ended without one."""
    winners = [Player(seat) for seat in outcome.winners]
    if outcome.undecided:
        return say("The match is over")
    if outcome.alone:
        return _alone(outcome)
    if len(winners) > MOST_NAMED:
        return say_n("{count} player wins", "{count} players share the victory", len(winners))
    return say_n("{players} wins", "{players} win", len(winners), players=listed(winners))


def result_alone(outcome: Outcome) -> Text:
    """Return the result of a solo game in a word."""
    return say("victory", context="result of a game played alone") if outcome.winners else say("defeat")


def _alone(outcome: Outcome) -> Text:
    player, against = Player(1), outcome.against
    if against is None:
        return say("{player} wins", player=player) if outcome.winners else say("{player} has lost", player=player)
    if outcome.winners:
        return say("{player} has beaten {opponent}", player=player, opponent=against)
    return say("{opponent} has beaten {player}", player=player, opponent=against)
