"""Frozen values that are made quickly, or once, and tables that fill as they are used."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")

_set_class = object.__dict__["__class__"].__set__


def quickly_made(kind: type[T]) -> type[T]:
    """Give a frozen dataclass with slots an `__init__` that does the same in less time.

    It may have defaults and `__post_init__`, but no default factories; its subclasses are dataclasses, too.
    """
    # The `__init__` of a frozen dataclass calls `object.__setattr__` for each field: in random games, these calls took
    # a quarter of the time. Here a new object belongs at first to a twin class that has the same slots and isn't
    # frozen, so its fields are set by plain assignments: 21 fields take 0.27 µs instead of 1.01, 4 take 0.13, not 0.24.
    known: dict[str, Any] = {"__slots__": kind.__dict__["__slots__"], "__setattr__": object.__setattr__}
    if "__orig_bases__" in kind.__dict__:  # `typing.Generic` asks for it
        known["__orig_bases__"] = kind.__dict__["__orig_bases__"]
    names: dict[str, Any] = {
        "set_class": _set_class,
        "Open": type(kind.__name__, kind.__bases__, known),
        "Kind": kind,
    }
    positional, by_name, lines = ["self"], list[str](), ["set_class(self, Open)"]
    for each in fields(kind):  # type: ignore[arg-type]
        if not each.init or each.default_factory is not MISSING:
            raise TypeError(f"{kind.__name__}.{each.name} cannot be set quickly")
        names[f"default_{each.name}"] = each.default
        default = "" if each.default is MISSING else f"=default_{each.name}"
        (by_name if each.kw_only else positional).append(f"{each.name}{default}")
        lines.append(f"self.{each.name} = {each.name}")
    lines.append("self.__class__ = Kind")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join([*positional, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines), names)  # noqa: S102 - as `dataclasses` does
    kind.__init__ = functools.wraps(kind.__init__)(names["__init__"])  # type: ignore[method-assign]
    return kind


class Interned(type):
    """The type of frozen dataclasses of which the same values are needed again and again.

    Equal values are mostly one object: looking up one that was made before takes less time than making it. Their fields
    are hashable, and of just the type that is declared: `True` for 1 would come out as what was made first.
    """

    # A look-up takes 0.07 µs, making a value 0.15 to 0.6; in random games of Mutants, 95 % are found.
    __call__ = functools.lru_cache(maxsize=1 << 14)(type.__call__)


class ByMask(dict[int, T]):
    """Values by a set of cells or squares, each found when first looked up: of many sets, few occur in games."""

    KEPT = 512
    """Values that a table has kept at most: all moves of Replicants in the oval take some 60 MB then."""

    def __init__(self, find: Callable[[int], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, mask: int) -> T:
        if len(self) >= self.KEPT:
            self.clear()
        found = self[mask] = self._find(mask)
        return found
