"""Reading tables of the data file: every error names the field at fault, e.g. `card ZOM: leave[0].freeze`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NoReturn


class DataError(ValueError):
    """The data file says something that the game cannot be played with; the message names the field."""


class Entry:
    """One table of the data file; what of it nobody asks for is an error."""

    def __init__(self, data: object, prefix: str = "") -> None:
        """Read a table; `prefix` stands before the names of its fields in errors, e.g. `"card ZOM: "`."""
        self.prefix = prefix
        if not isinstance(data, Mapping):
            raise DataError(f"{self.path}: a table is wanted, not {data!r}")
        self._left: dict[str, Any] = dict(data)

    @property
    def path(self) -> str:
        """Which table it is, for errors."""
        return self.prefix.rstrip(".: ")

    def fail(self, key: str, reason: str) -> NoReturn:
        """Refuse the value of a field."""
        raise DataError(f"{self.prefix}{key}: {reason}")

    def has(self, key: str) -> bool:
        """Return whether the table has a field that has not been read."""
        return key in self._left

    def peek(self, key: str) -> object:
        """Return the value of a field that is to be read; None where there is no such field."""
        return self._left.get(key)

    def whole(self, key: str, least: int | None = 0, default: int | None = None) -> int:
        """Return a whole number, at least `least` where that is given."""
        value = self._take(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(key, f"a whole number is wanted, not {value!r}")
        if least is not None and value < least:
            self.fail(key, f"at least {least} is wanted, not {value}")
        return value

    def flag(self, key: str) -> bool:
        """Return true or false; false where there is no such field."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            self.fail(key, f"true or false is wanted, not {value!r}")
        return value

    def text(self, key: str, choices: Collection[str] = ()) -> str:
        """Return a text that is not empty; one of `choices` where there are any."""
        value = self._take(key, None)
        if not isinstance(value, str) or not value:
            self.fail(key, f"a text is wanted, not {value!r}")
        if choices and value not in choices:
            self.fail(key, f"one of {', '.join(sorted(choices))} is wanted, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; empty where there is no such field."""
        values = self._list(key, [])
        if not all(isinstance(value, str) for value in values):
            self.fail(key, "a list of texts is wanted")
        return tuple(values)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of whole numbers that are not negative."""
        values = self._list(key, None)
        if not all(isinstance(value, int) and not isinstance(value, bool) and value >= 0 for value in values):
            self.fail(key, "a list of whole numbers from 0 on is wanted")
        return tuple(values)

    def table(self, key: str) -> Entry:
        """Return a table inside this one."""
        return Entry(self._take(key, None), f"{self.prefix}{key}.")

    def tables(self, key: str) -> Iterator[Entry]:
        """Yield the tables of a list; none where there is no such field."""
        for index, value in enumerate(self._list(key, [])):
            yield Entry(value, f"{self.prefix}{key}[{index}].")

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield all fields of a table whose values are texts."""
        for key in list(self._left):
            yield key, self.text(key)

    @property
    def left(self) -> tuple[str, ...]:
        """The fields that have not been read."""
        return tuple(self._left)

    def done(self) -> None:
        """Refuse fields that nobody has read."""
        for key in self._left:
            self.fail(key, "there is no such field")

    def _take(self, key: str, default: object) -> Any:  # noqa: ANN401 - whatever the file says
        if key not in self._left:
            if default is None:
                self.fail(key, "is missing")
            return default
        return self._left.pop(key)

    def _list(self, key: str, default: list[Any] | None) -> list[Any]:
        value = self._take(key, default)
        if not isinstance(value, list):
            self.fail(key, f"a list is wanted, not {value!r}")
        return value
