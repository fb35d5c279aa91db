"""Lines of CSV files of a season that people bring, with their values as they were written."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NoReturn, cast, get_args

from engine.game import Json
from engine.text import Quote, say, shortened
from hosting.league.errors import BadSeasonFile
from hosting.league.headings import time_of

_WHOLE = re.compile(r"-?[0-9]{1,15}")
MOST_COUNT: Final = 10**6
"""Of rounds, boards, places: databases keep them in four bytes."""
_MOST_IN_LINE: Final = 64 * 1024
"""Bytes of a line, its end with them."""
_MOST_IN_ROW: Final = 1000
"""Lines of one row: words of people may have several."""
MOST_POINTS: Final = 10**9
"""In 120ths, for the same reason."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file. Its methods return a field, or raise BadSeasonFile with the place of one that cannot be.

    Attributes:
        filename: Which file.
        number: Which line, from 1, the header.
        fields: Its fields by column.
    """

    filename: str
    number: int
    fields: dict[str, str]

    def bad(self, column: str) -> NoReturn:
        """Raise BadSeasonFile for a field that cannot be."""
        value = Quote(shortened(self.fields[column]) or "-")
        raise BadSeasonFile(self.filename, self.number, say("{column} cannot be {value}.", column=column, value=value))

    def text(self, column: str) -> str:
        """Return a field as it is written."""
        return self.fields[column]

    def whole(self, column: str) -> int:
        """Return a whole number."""
        if not _WHOLE.fullmatch(self.fields[column]):
            self.bad(column)
        return int(self.fields[column])

    def key(self, column: str) -> int:
        """Return a number by which something is known."""
        number = self.whole(column)
        if number < 1:
            self.bad(column)
        return number

    def count(self, column: str, least: int = 0) -> int:
        """Return a number of which there are not many."""
        number = self.whole(column)
        if not least <= number <= MOST_COUNT:
            self.bad(column)
        return number

    def maybe_points(self, column: str) -> int | None:
        """Return points in 120ths; None for nothing."""
        number = self.maybe(column)
        if number is not None and not 0 <= number <= MOST_POINTS:
            self.bad(column)
        return number

    def maybe(self, column: str) -> int | None:
        """Return a whole number; None for nothing."""
        return self.whole(column) if self.fields[column] else None

    def maybe_key(self, column: str) -> int | None:
        """Return a number by which something is known; None for nothing."""
        return self.key(column) if self.fields[column] else None

    def flag(self, column: str) -> bool:
        """Return whether it is 1, not 0."""
        return self.one_of(column, ("0", "1")) == "1"

    def maybe_flag(self, column: str) -> bool | None:
        """Return whether it is 1, not 0; None for nothing."""
        return self.flag(column) if self.fields[column] else None

    def flag_where(self, column: str, *, there: bool) -> bool | None:
        """Return whether it is 1, not 0, where it has to be there; None where there has to be nothing."""
        if there:
            return self.flag(column)
        if self.fields[column]:
            self.bad(column)
        return None

    def real(self, column: str) -> float:
        """Return a number that is finite."""
        return cast("float", self._number(column, self.fields[column], float))

    def maybe_real(self, column: str) -> float | None:
        """Return a number that is finite; None for nothing."""
        return self.real(column) if self.fields[column] else None

    def time(self, column: str) -> datetime:
        """Return a time."""
        try:
            return cast("datetime", time_of(self.fields[column]))
        except ValueError:
            self.bad(column)

    def maybe_time(self, column: str) -> datetime | None:
        """Return a time; None for nothing."""
        return self.time(column) if self.fields[column] else None

    def one_of(self, column: str, allowed: Collection[str]) -> str:
        """Return one of some words."""
        if self.fields[column] not in allowed:
            self.bad(column)
        return self.fields[column]

    def literal(self, column: str, alias: object) -> str:
        """Return one of the words of a Literal."""
        return self.one_of(column, get_args(alias))

    def numbers(self, column: str) -> Json:
        """Return a number, or several that are joined by `;`; None for nothing."""
        parts = self.fields[column].split(";")
        if parts == [""]:
            return None
        found = [self._number(column, each, int if _WHOLE.fullmatch(each) else float) for each in parts]
        return found[0] if len(found) == 1 else found

    def _number(self, column: str, written: str, kind: type[int | float]) -> int | float:
        try:
            found = kind(written)
        except ValueError:
            self.bad(column)
        if not math.isfinite(found):
            self.bad(column)
        return found


def _fed(content: bytes, since: Callable[[], int]) -> Iterator[str]:
    """Give the lines of a file to what reads them, as long as no row of it can be too long.

    Args:
        content: Of the file.
        since: Returns how many lines the row has so far that is being read.

    Raises:
        csv.Error: A row is too long: what reads it would hold the whole program up.
        UnicodeDecodeError: It is not UTF-8.
    """
    end = 0
    while end + _MOST_IN_LINE < len(content):
        end = content.rfind(b"\n", end, end + _MOST_IN_LINE) + 1
        if not end:
            raise csv.Error
    for each in io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline=""):
        if since() > _MOST_IN_ROW:
            raise csv.Error
        yield each


def lines(filename: str, content: bytes, columns: Sequence[str]) -> Iterator[Line]:
    """Give the lines of a CSV file behind its header.

    Raises:
        BadSeasonFile: It is no CSV in UTF-8, or has other columns.
    """
    number = 1
    if b"\0" in content:
        number += content[: content.index(b"\0")].count(b"\n")
        raise BadSeasonFile(filename, number, say("it is no CSV in UTF-8."))
    try:
        reader = csv.reader(_fed(content, lambda: reader.line_num - number + 1), strict=True)
        for fields in reader:
            if number == 1 and fields != list(columns):
                raise BadSeasonFile(filename, 1, say("its columns are others: {columns}.", columns=",".join(columns)))
            if len(fields) != len(columns):
                raise BadSeasonFile(filename, number, say("it has another number of fields than the header."))
            if number > 1:
                yield Line(filename, number, dict(zip(columns, fields, strict=True)))
            number = reader.line_num + 1
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadSeasonFile(filename, number, say("it is no CSV in UTF-8.")) from error
    if number == 1:
        raise BadSeasonFile(filename, 1, say("it is empty."))
