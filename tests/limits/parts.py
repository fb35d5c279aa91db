"""What every check is made of: places in a body with what is wrong there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Mapping[str, Any]
Problems: TypeAlias = Iterator[str]


def text(where: str, value: object, most: int, least: int = 0) -> Problems:
    """Yield what is wrong with the length of a text; None is one that was left out.

    Discord takes spaces at both ends away before it counts, so that blanks alone are an empty text.
    """
    if value is None:
        return
    if not isinstance(value, str):
        yield f"{where}: {value!r} is no text"
    elif len(value) > most:
        yield f"{where}: {len(value)} characters of {most}: {value[:60]!r}…"
    elif len(value.strip()) < least:
        yield f"{where}: {value!r} has fewer than {least} characters"


def count(where: str, value: object, most: int, least: int = 0) -> Problems:
    """Yield what is wrong with the length of a list; None is one that was left out."""
    if value is None:
        return
    if not isinstance(value, list | tuple):
        yield f"{where}: {value!r} is no list"
    elif not least <= len(value) <= most:
        yield f"{where}: {len(value)} entries, not {least} to {most}"


def unique(where: str, values: list[Any]) -> Problems:
    """Yield what is there more than once."""
    for value in {value for value in values if values.count(value) > 1}:
        yield f"{where}: {value!r} is there more than once"
