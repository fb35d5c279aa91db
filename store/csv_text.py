"""CSV as RFC 4180 says it, with lines that end in LF alone, and how values are written in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from engine.game import Json

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that spreadsheets take for a formula."""


def line(fields: Iterable[str]) -> str:
    """Return a line of fields, with quotes around those that need them."""
    return ",".join(_field(each) for each in fields) + "\n"


def value(found: object) -> str:
    """Return a value as a field: nothing if absent, 1 or 0 for yes or no, numbers so that they are read back exactly.

    Args:
        found: None, a bool, an int, a float, an aware time, or a text that nobody chose.
    """
    if found is None:
        return ""
    if isinstance(found, bool):
        return "1" if found else "0"
    if isinstance(found, datetime):
        return found.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"
    return repr(found) if isinstance(found, float) else str(found)


def values(found: Json) -> str:
    """Return a number, or several joined by `;`."""
    return ";".join(map(value, found)) if isinstance(found, list | tuple) else value(found)


def name(found: str) -> str:
    """Return a text that a person chose: one that a spreadsheet would take for a formula gets a `'` before it.

    So does one that begins with a `'`, so that a reader takes away the first one of any name that has it.
    """
    return f"'{found}" if found.startswith((*_FORMULA, "'")) else found


def read_name(written: str) -> str:
    """Return the text that `name` was given."""
    return written.removeprefix("'")


def _field(text: str) -> str:
    if any(each in text for each in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text
