"""What can be wrong with what a player asks of a match."""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from collections.abc import Collection

from engine.errors import NotationError
from engine.seat import Seat
from engine.text import Player, Text, say
from hosting.errors import HostingError
from hosting.match.model import Match, Parked, Paused


class NotSeated(HostingError):
    """Only players may do that."""

    code, says = "not-seated", say("Only the players can do that, and you are not one of them.")


class NoSuchMatch(HostingError):
    """It never existed."""

    code, says = "no-such-match", say("There is no such match.")


class MatchOver(HostingError):
    """The match ended."""

    code, says = "match-over", say("This match is over.")


class MatchParked(HostingError):
    """The match's boards cannot be posted at the moment: `parked` says why."""

    code = "match-parked"

    def __init__(self, parked: Parked, names: tuple[str, ...]) -> None:
        super().__init__(say("This match is interrupted: {reason}", reason=parked.text))
        self.parked, self.names = parked, names


class MatchPaused(HostingError):
    """The match is paused: `paused` says why."""

    code = "match-paused"

    def __init__(self, paused: Paused, names: tuple[str, ...]) -> None:
        super().__init__(say("This match is paused: {reason}", reason=paused.text))
        self.paused, self.names = paused, names


class NothingToTakeBack(HostingError):
    """There is no such turn."""

    code, says = "nothing-to-take-back", say("There is no turn to take back.")


class BehindBarrier(NothingToTakeBack):
    """The turn cannot be taken back: chance, hidden information or a surrender followed from it."""

    code = "undo-barrier"
    says = say("That cannot be taken back: what came of it was hidden or drawn before, or a player resigned.")


class NotYourTurn(HostingError):
    """Another player must decide."""

    code = "not-your-turn"

    def __init__(self, waiting: Collection[Seat], names: tuple[str, ...], asked: Text | None = None) -> None:
        one = next(iter(waiting)) if len(waiting) == 1 else None
        turn = (
            say("Others must decide first.") if one is None else say("It is the turn of {player}.", player=Player(one))
        )
        super().__init__(turn if asked is None else asked)
        self.names = names


class StaleBoard(HostingError):
    """The board that was pressed is not the latest: `match` is how things stand now."""

    code, says = "stale-board", say("That board is out of date; nothing was changed. Use the latest one.")

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match


class NothingToPrepare(HostingError):
    """The game has no such answer in advance."""

    code, says = "nothing-to-prepare", say("In this game nothing like that can be answered in advance.")


class NotPrepared(HostingError):
    """The text is no answer in advance: `__cause__` is what the game says."""

    code = "not-prepared"

    def __init__(self, cause: NotationError) -> None:
        super().__init__(cause.text, code=cause.code, rule=cause.rule, suggestions=cause.suggestions)
