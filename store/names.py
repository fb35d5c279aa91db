"""Players' names in a match: each must tell its player from the others, in pictures and in records.

What people are called in a server is kept once (`store.people`), and so is who sat where; the names of a match follow
from both, whenever it is read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from store.confusables import skeleton

GONE = "\0"
"""Stands for the name of a person who has none any more, as what was held about them was deleted.

It is never stored: no name has this character. What shows names has words for it.
"""

_UNSEEN = frozenset(("Cc", "Cf", "Cs"))
"""Categories of characters that have no shape: controls, formats and halves of characters."""
_JOINER = "\u200d"
"""Holds signs together that are drawn as one, such as families."""
_MOST_MARKS: Final = 4
"""Combining marks on a letter, those that its own sign has among them: more grow into the lines above and below."""


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names, each on one line, with a number behind those that others could be taken for.

    Letters that look the same, such as `Il` and `ll`, do not tell names apart.

    Characters that nobody sees go: some of them reach beyond the name, and turn the direction of what follows.
    Those that are `GONE` stay so. Records write letters and digits as they are and replace other signs, so only letters
    and digits tell names apart.

    Args:
        names: As people are called.
    """
    used: set[tuple[str, str]] = set()
    result: list[str] = []
    for seat, given in enumerate(names, 1):
        if given == GONE:
            result.append(GONE)
            continue
        name = tame(given) or str(seat)
        candidate, count = name, 1
        while not _core(candidate) or not used.isdisjoint(_faces(candidate)):
            count += 1
            candidate = f"{name}{count}"
        used.update(_faces(candidate))
        result.append(candidate)
    return result


def in_match(starters: Sequence[int], newcomers: Sequence[int], names: Mapping[int, str]) -> dict[int, str]:
    """Return what those are called who ever sat in a match, by person.

    Nobody is called otherwise because another person came or went: who was there first has the name.

    Args:
        starters: Who began it, in the order of the seats.
        newcomers: Who took over a seat, in the order in which they came.
        names: What each is called in the server; those who are missing have no name any more.
    """
    people = list(dict.fromkeys((*starters, *newcomers)))
    return dict(zip(people, distinct([names.get(each, GONE) for each in people]), strict=True))


def tame(name: str) -> str:
    """Return a name on one line, without what nobody sees, turns the direction of a text, or buries its neighbours."""
    return few_marks(_on_a_line(name))


def few_marks(text: str) -> str:
    """Return a text with at most four combining marks a letter."""
    if text.isascii():
        return text
    result, marks = [], 0
    for sign in text:
        if unicodedata.category(sign).startswith("M"):
            marks += len(unicodedata.normalize("NFD", sign))
            if marks > _MOST_MARKS:
                continue
        elif sign != _JOINER:  # it has no shape of its own: marks behind it are on the letter before it
            marks = len(unicodedata.normalize("NFD", sign)) - 1
        result.append(sign)
    return "".join(result)


def _on_a_line(name: str) -> str:
    spaced = (" " if sign.isspace() else sign for sign in name)
    seen = (sign for sign in spaced if sign == _JOINER or unicodedata.category(sign) not in _UNSEEN)
    return " ".join("".join(seen).split())


def _core(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _faces(name: str) -> Iterator[tuple[str, str]]:
    """Give what no other name may share with this one: its letters, and how they look, as written and in lower case."""
    yield "letters", _core(name)
    yield "written", _solid(skeleton(name))
    yield "lower", _solid(skeleton(unicodedata.normalize("NFKC", name).casefold()))


def _solid(text: str) -> str:
    """Return a text without signs that records replace; marks stay, as with them it looks different."""
    return "".join(sign for sign in text if sign.isalnum() or unicodedata.category(sign).startswith("M"))
