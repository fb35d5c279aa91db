"""Text in a reader's language, on pictures and in their stead."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from engine.seat import Seat

Name: TypeAlias = Callable[[Seat], str]
"""Gives the name to show for a seat."""

ALT_LIMIT = 1024
"""Characters that Discord takes as the description of an attachment."""

TEXT_LIMIT = 1900
"""Characters of a text board: a message's 2,000 less its code fence and some room."""

TEXT_COLUMNS = 44
"""Monospaced characters of a row of a text board at most."""

PHONE_COLUMNS = 34
"""Monospaced characters that an upright telephone shows in a row: words keep to them, a wide board may not."""

ELLIPSIS = "…"
INDENT = "  "


def team_letter(team: int) -> str:
    """Return the name of a team of `engine.info.Mode.teams`, counted from 0: A, B, …."""
    return chr(ord("A") + team)


def one_line(text: str, fallback: str, limit: int = 32) -> str:
    """Return a name without control and direction characters and line breaks, cut to a number of characters."""
    if not (text.isascii() and text.isprintable()):  # most names are, and are told in many sentences
        spaced = "".join(" " if character.isspace() else character for character in text)
        text = "".join(character for character in spaced if unicodedata.category(character)[0] != "C")
    line = " ".join(text.split()) or fallback
    return line if len(line) <= limit else line[: limit - 1].rstrip() + ELLIPSIS


def shortened(text: str) -> str:
    """Return a text as the description of an attachment: whole, or cut to `ALT_LIMIT` characters."""
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + ELLIPSIS


def columns(text: str) -> int:
    """Return how many monospaced columns a text takes: wide characters two, combining ones none."""
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


def in_lines(text: str, room: int, most: int = 3) -> list[str]:
    """Return a text as lines of at most `room` monospaced columns, broken between words; all but the first indented.

    What does not fit in the `most` lines, or a word that does not fit in one, is cut.
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line.strip() else line + word
        if line.strip() and len(lines) + 1 < most and columns(longer) > room:
            lines.append(in_columns(line, room).rstrip())
            longer = INDENT + word
        line = longer
    return [*lines, in_columns(line, room).rstrip()]


def in_limit(parts: Iterable[Sequence[str]], limit: int = TEXT_LIMIT) -> str:
    """Return the lines of as many parts of a text board as there is room for, from the first on, as one text."""
    board: list[str] = []
    for part in parts:
        if len("\n".join([*board, *part])) > limit:
            break
        board += part
    return "\n".join(board)
