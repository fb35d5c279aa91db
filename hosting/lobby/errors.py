"""What can be wrong with what a player asks of a table.

HostingError (hosting.errors)
├── NoSuchTable    it never existed
├── TableClosed    it started or was cancelled
├── TableFull      no seat is free
├── SeatTaken      this seat is not free
├── AlreadySeated  one person, one seat
├── NotInvited     there is no invitation to answer
├── NotHost        only the host may do that
├── TooFewPlayers  not everybody is there, or some have not answered
└── ChannelBusy    a match is played there already: `match_id`
"""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from engine.game import Seat
from engine.text import say
from hosting.errors import HostingError


class NoSuchTable(HostingError):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__(say("There is no such table."), code="no-such-table")


class TableClosed(HostingError):
    """The table started or was cancelled."""

    def __init__(self, *, started: bool) -> None:
        text = say("The match of this table has started.") if started else say("This table was cancelled.")
        super().__init__(text, code="table-closed")


class TableFull(HostingError):
    """No seat is free."""

    def __init__(self) -> None:
        super().__init__(say("No seat is free at this table."), code="table-full")


class SeatTaken(HostingError):
    """This seat is not free, or the table does not have it."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(say("Seat {seat} is not free.", seat=seat), code="seat-taken")


class AlreadySeated(HostingError):
    """One person, one seat."""

    def __init__(self, name: str) -> None:
        super().__init__(say("{name} has a seat at this table already.", name=name), code="already-seated")


class NotInvited(HostingError):
    """There is no invitation to answer."""

    def __init__(self) -> None:
        super().__init__(say("You have no open invitation to this table."), code="not-invited")


class NotHost(HostingError):
    """Only the host may do that."""

    def __init__(self, host: str) -> None:
        super().__init__(say("Only the host of the table, {host}, can do that.", host=host), code="not-host")


class TooFewPlayers(HostingError):
    """Not everybody is there, or some have not answered."""

    def __init__(self, missing: int) -> None:
        text = (
            say("One player is still missing.")
            if missing == 1
            else say("{missing} players are still missing.", missing=missing)
        )
        super().__init__(text, code="too-few-players")


class ChannelBusy(HostingError):
    """A match is played there already.

    Attributes:
        match_id: That match.
    """

    def __init__(self, match_id: int) -> None:
        super().__init__(say("A match is running in this channel already."), code="channel-busy")
        self.match_id = match_id
