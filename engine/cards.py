"""Cards: entries that can be looked up outside of a match, and the piles of a running game."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from engine.text import Text

# Entries of a game that people look up outside of a match, such as cards, and the search by name.
#
# Comparison ignores case, accents, spaces and signs, in every language.


MOST_TYPED = 100
"""Compared characters of a name; no name is longer."""

Translated = Callable[[Text], str]
"""Puts a title into the reader's language."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A card, or a page of related cards.

    Attributes:
        key: Unique in its catalogue; at most 40 letters, digits and hyphens, e.g. `"ZOM"`, `"gene-A"`.
        names: Other names, in any language, and its code.
        texts: Its whole description in sentences, reconstructed parts marked.
        cards: The keys of a page's cards, in their order; none for a card.
    """

    key: str
    title: Text
    names: tuple[str, ...]
    texts: tuple[Text, ...]
    cards: tuple[str, ...] = ()


class _Fit(IntEnum):
    WHOLE = 0
    BEGINNING = 1
    WORD = 2
    PART = 3


def folded(name: str) -> str:
    """Return a name reduced to letters and digits, without case and accents, for comparisons."""
    spread = unicodedata.normalize("NFKD", name[:MOST_TYPED].casefold())
    return "".join(sign for sign in spread if sign.isalnum())


def completed(entries: Iterable[CatalogueEntry], typed: str, translate: Translated = str) -> Sequence[CatalogueEntry]:
    """Return the entries that fit the typed text, best first and then in their order; all for an empty text."""
    wanted = folded(typed)
    if not wanted:
        return tuple(entries)
    fitting = [(fit, entry) for entry in entries if (fit := _fit(entry, wanted, translate)) is not None]
    return [entry for _, entry in sorted(fitting, key=lambda each: each[0])]


def found(entries: Iterable[CatalogueEntry], typed: str, translate: Translated = str) -> Sequence[CatalogueEntry]:
    """Return the entry that a person means; several if the text is ambiguous, none if nothing has that name."""
    entries, wanted = tuple(entries), folded(typed)
    for entry in entries:
        if typed.strip().casefold() == entry.key.casefold():
            return (entry,)
    fits = {entry.key: _fit(entry, wanted, translate) for entry in entries} if wanted else {}
    best = min((fit for fit in fits.values() if fit is not None), default=None)
    return [entry for entry in entries if best is not None and fits[entry.key] is best]


def _fit(entry: CatalogueEntry, wanted: str, translate: Translated) -> _Fit | None:
    return min((fit for name in _names(entry, translate) if (fit := _fit_of(name, wanted)) is not None), default=None)


def _names(entry: CatalogueEntry, translate: Translated) -> Iterator[str]:
    yield translate(entry.title)
    yield entry.key
    yield from entry.names


def _fit_of(name: str, wanted: str) -> _Fit | None:
    whole = folded(name)
    if whole == wanted:
        return _Fit.WHOLE
    if whole.startswith(wanted):
        return _Fit.BEGINNING
    if wanted not in whole:
        return None
    words = name.replace("-", " ").replace("'", " ").split()
    later = any(folded("".join(words[start:])).startswith(wanted) for start in range(1, len(words)))
    return _Fit.WORD if later else _Fit.PART


# The places of a game's cards, as far as a reader may know: shown by `/match cards`.


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards in one place, as one player sees it.

    Attributes:
        title: The place, e.g. "Your hand".
        keys: The cards' names, in order.
        texts: One line on each card; empty where the name is enough.
    """

    title: Text
    keys: tuple[str, ...]
    texts: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class CardList:
    """Every card of a game.

    Attributes:
        heading: The part of the game, e.g. "Age 2, round 3".
        piles: Those that are not empty, the most important first.
        odds: How likely cards are that the reader does not see, one sentence a line.
    """

    heading: Text
    piles: tuple[Pile, ...]
    odds: tuple[Text, ...] = ()
