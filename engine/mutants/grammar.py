"""Reading what was typed, without a position: upper and lower case are equal, spaces hardly matter (N1, N2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

_DASHES = re.compile("[\u2010-\u2015\u2212]")
# Only from its first stroke on: tried from every stroke, a long row of them would take for ever.
_ARROWS = re.compile("(?<!-)-+>|(?<!=)=+>|\u2192|\u21d2|\u203a|\u00bb")
_ACTION = re.compile(r"(?P<verb>D|B|I|DEPLOY|BREED|INCUBATE)\s+(?P<rest>\S.*)", re.IGNORECASE)
_PILE = re.compile(r"\s*@\s*(?P<pile>[0-9]{1,2})\s*\Z")
_HALF = re.compile(r"\s*\.\s*(?P<half>D|L|DEPLOY|LEAVE)\s*\Z", re.IGNORECASE)
_MOST_CARDS = 12
"""Cards that are joined in one text at most."""


@dataclass(frozen=True, slots=True)
class WrittenTop:
    """A reserve top: the words for its card, and the pile as it was written, if it was."""

    card: str
    pile: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """An action: `"D"`, `"B"` or `"I"`, the words for its cards, and the top if there is one."""

    verb: str
    cards: tuple[str, ...]
    top: WrittenTop | None


@dataclass(frozen=True, slots=True)
class WrittenCopy:
    """What to copy: a zone or the words for a card, and `"deploy"`, `"leave"` or nothing."""

    place: str
    half: str


Written: TypeAlias = WrittenAction | WrittenTop | WrittenCopy | tuple[str, ...]


def plain(text: str) -> str:
    """Return a text with plain dashes and arrows."""
    return _ARROWS.sub(">", _DASHES.sub("-", text))


def read_action(text: str) -> WrittenAction | None:
    """Return the action that a text writes, or None if it writes none."""
    found = _ACTION.fullmatch(plain(text))
    if found is None:
        return None
    verb = found["verb"][0].upper()
    words, arrow, top = found["rest"].partition(">")
    cards = read_cards(words)
    if bool(arrow) != (verb != "D") or len(cards) != (2 if verb == "B" else 1) or not all(cards):
        return None
    return WrittenAction(verb, cards, read_top(top) if arrow else None)


def read_cards(text: str) -> tuple[str, ...]:
    """Return the words for each of the cards that a text joins."""
    return tuple(word.strip() for word in text.split("+", _MOST_CARDS))


def read_top(text: str) -> WrittenTop:
    """Return the reserve top that a text writes."""
    found = _PILE.search(text)
    if found is None:
        return WrittenTop(text.strip())
    return WrittenTop(text[: found.start()].strip(), int(found["pile"]))


def read_copy(text: str) -> WrittenCopy:
    """Return what to copy, as a text writes it."""
    found = _HALF.search(text)
    if found is None:
        return WrittenCopy(text.strip(), "")
    half = "deploy" if found["half"][0].upper() == "D" else "leave"
    return WrittenCopy(text[: found.start()].strip(), half)


def read_yes(text: str) -> bool | None:
    """Return True for yes, False for no, None for anything else."""
    return {"Y": True, "YES": True, "N": False, "NO": False}.get(text.strip().upper())
