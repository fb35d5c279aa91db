"""Players' names in a match: each told from the others, confusable letters (UTS #39) included.

What people are called in a server is kept once (`store.tables.people`), and so is who sat where; the names of a match
follow from both, whenever it is read.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

# What a text looks like: Unicode's confusable characters (UTS #39), read from `data/confusables.txt`.
#
# `python -m store.tables.names confusables.json 3.3.1` writes that file anew, from the table of the package
# confusable-homoglyphs on PyPI in that version: a line for each character, with what looks like it, in hex.


_TABLE: Final = Path(__file__).parents[1] / "data" / "confusables.txt"
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that nobody sees, besides the selectors of variants."""
_HEADER: Final = """\
# Characters that look like others, from confusables.txt of Unicode's UTS #39, by confusable-homoglyphs {version}.
# Copyright © 1991-2023 Unicode, Inc. Terms of use: https://www.unicode.org/terms_of_use.html
# A character and what it looks like, in hex. Written by `python -m store.tables.names`.
"""


def skeleton(text: str) -> str:
    """Return what a text looks like: texts that nobody can tell apart have the same.

    It is of no other use: it is not the text, nor one to show.
    """
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    alike = unicodedata.normalize("NFD", plain.translate(_table()))
    return unicodedata.normalize("NFC", "".join(sign for sign in alike if not _unseen(sign)))


def _unseen(sign: str) -> bool:
    selector = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef" or "\u180b" <= sign <= "\u180f"
    return selector or sign in _BLANK or unicodedata.category(sign) in {"Cc", "Cf", "Cs"}


@cache
def _table() -> dict[int, str]:
    found = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            sign, *alike = [int(each, 16) for each in line.split()]
            found[sign] = "".join(map(chr, alike))
    return found


def _made(pairs: Mapping[str, Sequence[Mapping[str, str]]]) -> Iterator[tuple[str, str]]:
    """Give each character, with what it looks like, of a table in which each knows those that look like it.

    Of those that look the same one stands for all: what is several characters, if any is, or else what most look like.
    """
    near = {_bare(sign): {_bare(each["c"]) for each in alike} for sign, alike in pairs.items()}
    chosen: dict[str, str] = {}
    for sign in sorted(near):
        if sign in chosen:
            continue
        group, waiting = {sign}, [sign]
        while waiting:
            more = near.get(waiting.pop(), set()) - group
            group |= more
            waiting += more
        first = max(sorted(group), key=lambda each: (len(each), len(near.get(each, ()))))
        chosen |= dict.fromkeys(group, first)
    alone = {ord(sign): first for sign, first in chosen.items() if len(sign) == 1}
    for code in sorted(alone):
        alike, seen = alone[code], set[str]()
        while alike not in seen:
            seen.add(alike)
            alike = unicodedata.normalize("NFD", alike.translate(alone))
        if chr(code) != alike:
            yield chr(code), alike


def _bare(text: str) -> str:
    """Return characters of the table without those that keep the direction of what is beside them."""
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf") or text


def write(source: Path, version: str) -> None:
    """Write the table anew from a file of the package."""
    rows = [
        " ".join(f"{ord(each):X}" for each in (sign, *alike)) for sign, alike in _made(json.loads(source.read_text()))
    ]
    _TABLE.write_text(_HEADER.format(version=version) + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2])


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
