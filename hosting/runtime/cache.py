"""A bounded memory of what was used lately."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps the `most` values used last; whatever is forgotten can be made again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def get(self, key: K) -> V | None:
        """Return a value and count it as used, or None."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def values(self) -> list[V]:
        """Return the values that are kept now; counts none of them as used."""
        return list(self._values.values())

    def put(self, key: K, value: V) -> None:
        """Keep a value in place of an earlier one."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def setdefault(self, key: K, value: V) -> V:
        """Keep a value unless there is one already; return the one that is kept."""
        if (there := self.get(key)) is not None:
            return there
        self.put(key, value)
        return value

    def drop(self) -> K:
        """Drop the value that was not used for the longest time, and return its key. Raises KeyError for none."""
        return self._values.popitem(last=False)[0]

    def forget(self, key: K) -> None:
        """Drop a value, if it is kept."""
        self._values.pop(key, None)
