"""CSV as RFC 4180 says it, with lines that end in LF alone, and how values are written in it.

What people chose stands in quotes, and nothing of it is a formula to a spreadsheet, also to one that takes `;` or a tab
for what separates fields.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from engine.game import Json

_SIGNS: Final = r"=+\-@＝＋－＠﹦﹢﹣﹫"
"""How a formula begins; some spreadsheets read the full-width and the small forms as the others."""
_START: Final = r"(?:^|(?<=[;,\t\r\n]))"
"""Where a field may begin: a spreadsheet may take another sign than the comma for what separates fields."""
_FORMULA: Final = re.compile(rf"{_START}(?='|[\t\r]|(?:[^\S\t\r\n]|\")*[{_SIGNS}])")
_MARKED: Final = re.compile(rf"{_START}'")
_JSON_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_JSON_FORMULA: Final = re.compile(r'(?<=[";,\s])[=+\-@]')


class Words(str):
    """A field that a person chose: it stands in quotes."""

    __slots__ = ()


class _Plain:
    """A field that nobody chose: `csv.writer` takes it for a number, which has quotes only where it needs them."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __float__(self) -> float:
        return float(self._text)

    def __str__(self) -> str:
        return self._text


def line(fields: Iterable[str]) -> str:
    """Return a line of fields, with quotes around those that people chose (`name`) and those that need them."""
    file = io.StringIO(newline="")
    # Its own end of lines has it put quotes around both CR and LF.
    writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow([each if isinstance(each, Words) else _Plain(each) for each in fields])
    return file.getvalue().removesuffix("\r\n") + "\n"


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


def name(found: str) -> Words:
    """Return a text that a person chose: where a spreadsheet would take what follows for a formula, there is a `'`.

    It may be one at the start, or behind a sign that separates fields. There is one before each `'` in such a place,
    too, so that a reader takes away the first one that stands there (`read_name`).
    """
    return Words(_FORMULA.sub("'", found))


def read_name(written: str) -> str:
    """Return the text that `name` was given."""
    return _MARKED.sub("", written)


def object_with_words(found: Json) -> Words:
    """Return JSON in which people's words may be, as it is read by anything that reads JSON."""
    return Words(_JSON_TEXT.sub(lambda text: _JSON_FORMULA.sub(_escaped, text[0]), json.dumps(found)))


def _escaped(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04x}"
