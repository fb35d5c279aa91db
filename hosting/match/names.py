"""Players' names in a match: each must tell its player from the others, in pictures and in records."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_JOINER = "\u200d"
"""Holds signs together that are drawn as one, such as families."""


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names, each on one line, with a number behind those that others could be taken for.

    Characters that nobody sees go: some of them reach beyond the name, and turn the direction of what follows.
    Records write letters and digits as they are and replace other signs, so only letters and digits tell names apart.
    """
    used: set[str] = set()
    result: list[str] = []
    for seat, given in enumerate(names, 1):
        name = " ".join(_tame(given).split()) or str(seat)
        candidate, count = name, 1
        while not (core := _core(candidate)) or core in used:
            count += 1
            candidate = f"{name}{count}"
        used.add(core)
        result.append(candidate)
    return result


def _tame(name: str) -> str:
    spaced = (" " if sign.isspace() else sign for sign in name)
    return "".join(sign for sign in spaced if sign == _JOINER or unicodedata.category(sign) not in ("Cc", "Cf"))


def _core(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())
