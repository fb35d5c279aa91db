"""What can be wrong with what a player asks of a match.

HostingError (hosting.errors)
├── NotSeated          only players may do that
├── NoSuchMatch        it never existed
├── MatchOver          it ended
├── MatchParked        its boards cannot be posted: `parked` says why
├── MatchPaused        it stands still: `paused` says why
├── NothingToTakeBack  there is no such turn, or it cannot be taken back
├── NotYourTurn        somebody else must decide
└── StaleBoard         the board that was pressed is not the latest: `match` is
"""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from engine.game import Seat
from engine.text import Player, say
from hosting.errors import HostingError
from hosting.match.model import Match, Parked, Paused


class NotSeated(HostingError):
    """Only players may do that."""

    def __init__(self) -> None:
        super().__init__(say("Only the players can do that, and you are not one of them."), code="not-seated")


class NoSuchMatch(HostingError):
    """There is no such match."""

    def __init__(self) -> None:
        super().__init__(say("There is no such match."), code="no-such-match")


class MatchOver(HostingError):
    """The match ended."""

    def __init__(self) -> None:
        super().__init__(say("This match is over."), code="match-over")


class MatchParked(HostingError):
    """The match's boards cannot be posted at the moment.

    Attributes:
        parked: Why.
    """

    def __init__(self, parked: Parked) -> None:
        text = say("This match is interrupted: {reason}", reason=parked.text)
        super().__init__(text, code="match-parked")
        self.parked = parked


class MatchPaused(HostingError):
    """The match stands still.

    Attributes:
        paused: Why.
    """

    def __init__(self, paused: Paused) -> None:
        super().__init__(say("This match is paused: {reason}", reason=paused.text), code="match-paused")
        self.paused = paused


class NothingToTakeBack(HostingError):
    """There is no such turn, or it cannot be taken back: chance, hidden information or a surrender followed from it."""

    def __init__(self, *, barrier: bool = False) -> None:
        text = (
            say("That cannot be taken back: what came of it was hidden or drawn before, or somebody gave up.")
            if barrier
            else say("There is no turn to take back.")
        )
        super().__init__(text, code="undo-barrier" if barrier else "nothing-to-take-back")


class NotYourTurn(HostingError):
    """Somebody else must decide."""

    def __init__(self, waiting: tuple[Seat, ...]) -> None:
        text = (
            say("It is the turn of {player}.", player=Player(waiting[0]))
            if len(waiting) == 1
            else say("Others must decide first.")
        )
        super().__init__(text, code="not-your-turn")


class StaleBoard(HostingError):
    """The board that was pressed is not the latest.

    Attributes:
        match: How things stand now.
    """

    def __init__(self, match: Match) -> None:
        text = say("That board is out of date; nothing was changed. Use the latest one.")
        super().__init__(text, code="stale-board")
        self.match = match
