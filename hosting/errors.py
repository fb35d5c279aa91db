"""What can be wrong with what somebody asks of a table or a match.

ArenaError (engine.errors)
└── HostingError
    ├── NoSuchTable            it never existed
    ├── TableClosed            it started or was cancelled
    ├── TableFull              no seat is free
    ├── SeatTaken              this seat is not free
    ├── AlreadySeated          one person, one seat
    ├── NotInvited             there is no invitation to answer
    ├── NotSeated              only players may do that
    ├── NotHost                only the host may do that
    ├── TooFewPlayers          not everybody is there, or some have not answered
    ├── ChannelBusy            a match is played there already: `match_id`
    ├── NoSuchMatch            it never existed
    ├── NoSuchImport           the record is no longer kept
    ├── MatchOver              it ended
    ├── MatchParked            its boards cannot be posted: `parked` says why
    ├── MatchPaused            it stands still: `paused` says why
    ├── NothingToTakeBack      there is no such turn, or it cannot be taken back
    ├── NotYourTurn            somebody else must decide
    └── StaleBoard             the board that was pressed is not the latest: `match` is

What a poster raises is apart (`Retry`, `Undeliverable`): it is for the outbox, not for people.
"""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from engine.errors import ArenaError
from engine.game import Seat
from engine.text import Player, Text, say
from hosting.model import Match, Parked, Paused


class HostingError(ArenaError):
    """Something a person can put right; nothing was changed."""


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


class NotSeated(HostingError):
    """Only players may do that."""

    def __init__(self) -> None:
        super().__init__(say("Only the players can do that, and you are not one of them."), code="not-seated")


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


class NoSuchMatch(HostingError):
    """There is no such match."""

    def __init__(self) -> None:
        super().__init__(say("There is no such match."), code="no-such-match")


class NoSuchImport(HostingError):
    """The record is no longer kept."""

    def __init__(self) -> None:
        super().__init__(say("This record is no longer kept: please import it again."), code="no-such-import")


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


class Retry(Exception):
    """A post could not be delivered now; the poster wants to try again.

    Attributes:
        after: Seconds to wait at least.
    """

    def __init__(self, after: float = 0.0) -> None:
        super().__init__(f"try again in {after:g} s")
        self.after = after


class Undeliverable(Exception):
    """A post cannot be delivered until somebody changes something: the match is parked.

    Attributes:
        text: What is wrong, for people.
        code: For programs.
    """

    def __init__(self, text: Text, code: str) -> None:
        super().__init__(str(text))
        self.text = text
        self.code = code
