"""What can be wrong with what a player or an organiser asks for.

An error is raised with its words and its code, where it is known what is wrong. Only what is caught by name has a class
of its own. What several places raise is a pair of words and code, or a function.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Protocol

from engine.errors import ArenaError
from engine.text import Text


class HostingError(ArenaError):
    """An error that a person can fix; nothing was changed.

    A class of its own declares words and code, and is raised without arguments, unless its words depend on something.
    """

    says: ClassVar[Text]
    code: str

    def __init__(
        self,
        text: Text | None = None,
        code: str | None = None,
        *,
        rule: str = "",
        given: str = "",
        suggestions: tuple[str, ...] = (),
    ) -> None:
        super().__init__(
            self.says if text is None else text,
            code=self.code if code is None else code,
            rule=rule,
            given=given,
            suggestions=suggestions,
        )


class Named(Protocol):
    """An object with players, by name, for seat 1, 2, …."""

    @property
    def names(self) -> tuple[str, ...]: ...


@contextmanager
def naming(players: Named) -> Iterator[None]:
    """Add the players' names to errors raised inside, as their texts speak of seats."""
    try:
        yield
    except ArenaError as error:
        error.names = error.names or players.names
        raise
