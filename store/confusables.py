"""What a text looks like: Unicode's confusable characters (UTS #39), read from `data/confusables.txt`.

`python -m store.confusables confusables.json 3.3.1` writes that file anew, from the table of the package
confusable-homoglyphs on PyPI in that version: a line for each character, with what looks like it, in hex.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

_TABLE: Final = Path(__file__).parent / "data" / "confusables.txt"
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that nobody sees, besides the selectors of variants."""
_HEADER: Final = """\
# Characters that look like others, from confusables.txt of Unicode's UTS #39, by confusable-homoglyphs {version}.
# Copyright © 1991-2023 Unicode, Inc. Terms of use: https://www.unicode.org/terms_of_use.html
# A character and what it looks like, in hex. Written by `python -m store.confusables`.
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
