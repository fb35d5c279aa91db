"""What can be wrong with what a player or an organiser asks for.

An error is raised with its words and its code, where it is known what is wrong. Only what is caught by name has a class
of its own. What several places raise is a pair of words and code, or a function.
"""

from __future__ import annotations

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


class Naming:
    """Adds the players' names to errors raised inside, as their texts speak of seats."""

    __slots__ = ("_players",)

    def __init__(self, players: Named) -> None:
        self._players = players

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, ArenaError) and not error.names:
            error.names = self._players.names
