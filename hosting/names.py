"""Players' names in a match: each must tell its player from the others, in pictures and in records."""

from __future__ import annotations

from collections.abc import Sequence


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names with a number behind those that others could be taken for.

    Records write letters and digits as they are and replace other signs, so only letters and digits tell names apart.
    """
    used: set[str] = set()
    result: list[str] = []
    for seat, given in enumerate(names, 1):
        name = " ".join(given.split()) or str(seat)
        candidate, count = name, 1
        while not (core := _core(candidate)) or core in used:
            count += 1
            candidate = f"{name}{count}"
        used.add(core)
        result.append(candidate)
    return result


def _core(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())
