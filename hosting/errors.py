"""What can be wrong with what a player or an organiser asks for; each package declares its own.

ArenaError (engine.errors)
└── HostingError
    ├── match.errors           NotSeated, NoSuchMatch, MatchOver, MatchParked, MatchPaused, NothingToTakeBack,
    │                          BehindBarrier, NotYourTurn, StaleBoard
    ├── match.conditional      PlanError
    ├── lobby.errors           NoSuchTable, TableClosed, TableFull, SeatTaken, AlreadySeated, NotInvited, NotHost,
    │                          TooFewPlayers, ChannelBusy
    ├── consent.errors         OutOfGame, NoSuchRequest, RequestClosed, AlreadyAsked, AskedLately, OneATurn, Announced,
    │                          NotAsked, NotTheAsker, UndoNever, ChooseAgain, NoDraws, TooLateToAbort, AlreadyPaused,
    │                          NotPaused, PausedByOrganiser, NoClock, OnlyTheUsual, NoSuchSeat, FormerPlayer,
    │                          PlaysThere, OwnMatch
    ├── clock.notation         NoSuchClock
    ├── timekeeping.vacations  VacationError
    ├── watch.watches          TooManyWatches
    └── archive.imports        NoSuchImport
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from engine.errors import ArenaError
from engine.text import Text


class HostingError(ArenaError):
    """Something a person can put right; nothing was changed.

    Most are declared by their words and their code, and raised without arguments:

        class MatchOver(HostingError):
            code, says = "match-over", say("This match is over.")

    Where the words depend on something, the class takes that and passes them on.

    Attributes:
        says: What is wrong, for people.
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


@contextmanager
def naming(names: tuple[str, ...]) -> Iterator[None]:
    """Give errors raised inside the names of the players, for seat 1, 2, …: their texts speak of seats."""
    try:
        yield
    except ArenaError as error:
        error.names = error.names or names
        raise
