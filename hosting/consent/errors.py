"""What can be wrong with what a player asks of the others, or an organiser does."""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from datetime import datetime

from engine.text import Player, Quote, Text, say, say_n
from hosting.errors import HostingError
from hosting.match.model import Request

_CLOSED: dict[str, Text] = {
    "accepted": say("Everybody agreed to that already."),
    "refused": say("A player refused that already."),
    "withdrawn": say("That was taken back."),
    "outdated": say("The match has gone on since: that is out of date."),
}


class PlaysAlone(HostingError):
    """There is nobody to ask, and nobody who waits."""

    code = "plays-alone"
    says = say(
        "You play this match alone: nobody waits for you, so there is nothing to agree on. Take as long as you like; "
        "`/undo` takes back, `/resign` abandons the match."
    )


class OutOfGame(HostingError):
    """Eliminated players have no vote."""

    code, says = "out-of-game", say("You are out of this game and have no say in it any more.")


class NoSuchRequest(HostingError):
    """It never existed."""

    code, says = "no-such-request", say("That request does not exist.")


class RequestClosed(HostingError):
    """It was decided, taken back or overtaken: `request` says which."""

    def __init__(self, request: Request) -> None:
        taken = request.kind == "call" and request.status == "accepted"
        text = say("That seat is taken already.") if taken else _CLOSED[request.status]
        super().__init__(text, code=f"request-{request.status}")
        self.request = request


class AlreadyAsked(HostingError):
    """The same is asked for already: `request`."""

    code, says = "already-asked", say("There is an open request for that already; the others have not all answered.")

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request


class AskedLately(HostingError):
    """The others refused it a moment ago."""

    code = "asked-lately"
    says = say("You asked for that a moment ago. You can ask again after the next turn, or in a day.")


class OneATurn(HostingError):
    """With silent partners each player asks for one thing a turn (R29)."""

    code = "one-a-turn"
    says = say(
        "In a match of silent teams each player asks for one thing a turn, and you have. You can ask again after "
        "the next turn, or in a week (R29)."
    )


class Announced(HostingError):
    """With silent partners a request is not taken back (R29)."""

    code = "announced"
    says = say(
        "In a match of silent teams you can't withdraw a request: that would be a signal (R29). The others can "
        "refuse it, and an organiser can end a call for a substitute."
    )


class NotAsked(HostingError):
    """The player has no answer to give: they agreed already, or asked themselves."""

    code = "not-asked"

    def __init__(self, *, own: bool) -> None:
        super().__init__(
            say("You asked for that yourself: the others must agree.") if own else say("You've already agreed.")
        )


class NotTheAsker(HostingError):
    """Only the player who asked can take it back."""

    code, says = "not-the-asker", say("Only the player who asked can withdraw that.")


class UndoNever(HostingError):
    """The table plays without taking back."""

    code, says = "undo-never", say("This table agreed that no turn is taken back.")


class ChooseAgain(HostingError):
    """A simultaneous choice is not taken back, but made again."""

    code = "choose-again"
    says = say("Several decide at once here: until all have, you can simply choose again, and nothing else.")


class NoDraws(HostingError):
    """The rules leave no draw."""

    code = "no-draws"

    def __init__(self, game: str) -> None:
        super().__init__(say("The rules of {game} have no draws.", game=game))


class NoAgreedEnds(HostingError):
    """The table agreed that its match is played to the end."""

    code, says = "no-agreed-ends", say("This match is played to its end: players cannot agree on another one here.")


class NoPauses(HostingError):
    """The table agreed that nobody is asked for time."""

    code, says = "no-pauses", say("In this match players cannot ask each other for a pause or for more time.")


class LeagueMatch(HostingError):
    """Only those who run a league call its matches off."""

    code = "league-match"
    says = say("This match belongs to a league, so it cannot be called off. You can resign, or ask an organiser.")


class TooLateToAbort(HostingError):
    """Everybody has moved."""

    code = "too-late-to-abort"

    def __init__(self, *, alone: bool = False) -> None:
        super().__init__(
            say("You've moved, so the match counts. `/resign` abandons it.")
            if alone
            else say(
                "Everybody has moved, so the match counts. `/match end` asks the others to end it, `/match leave`"
                " asks for a substitute, `/resign` resigns."
            )
        )


class AlreadyPaused(HostingError):
    """The match is paused already."""

    code, says = "already-paused", say("This match is paused already.")


class NotPaused(HostingError):
    """The match is not paused."""

    code, says = "not-paused", say("This match is not paused.")


class PausedByOrganiser(NotPaused):
    """The match is paused, but not by agreement of its players."""

    says = say("An organiser paused this match, so only an organiser can resume it.")


class NoClock(HostingError):
    """There is no clock to change."""

    code, says = "no-clock", say("This match is played without a clock.")


class OnlyTheUsual(HostingError):
    """Silent partners cannot choose a duration: the number could carry a message."""

    code = "only-the-usual"

    def __init__(self, *, days: int, hours: int) -> None:
        super().__init__(
            say(
                "Where partners are silent (R29), you can only offer a pause of {days} or ask for {hours} more "
                "for yourself: another number could carry a message.",
                days=say_n("{count} day", "{count} days", days),
                hours=say_n("{count} hour", "{count} hours", hours),
            )
        )


class NoSuchSeat(HostingError):
    """There is no such seat, or nobody plays it any more."""

    code, says = "no-such-seat", say("Nobody plays that seat in this match.")


class FormerPlayer(HostingError):
    """A player of another seat, or with silent partners of any, does not come back."""

    code = "former-player"

    def __init__(self, name: str) -> None:
        super().__init__(say("{player} played in this match before and cannot take this seat.", player=Quote(name)))


class PlaysThere(HostingError):
    """The person has a seat in the match already."""

    code = "plays-there"

    def __init__(self, seat: int, names: tuple[str, ...]) -> None:
        super().__init__(say("{player} plays in this match already.", player=Player(seat)))
        self.names = names


class RivalInSeason(HostingError):
    """Nobody who plays in a season takes over the seat of another entry of it."""

    code = "rival-in-season"

    def __init__(self, name: str) -> None:
        super().__init__(
            say(
                "{player} plays in this season, too, so they can't take over another player's seat.",
                player=Quote(name),
            )
        )


class AlternatesFirst(HostingError):
    """A seat of a league's match that is free is for its alternates first."""

    code = "alternates-first"

    def __init__(self, until: datetime) -> None:
        super().__init__(
            say(
                "Alternates of this league are asked first: until <t:{at}:f> only they can take this seat. "
                "`/league join alternate:True` makes you one.",
                at=int(until.timestamp()),
            )
        )


class OwnMatch(HostingError):
    """Nobody organises a match in which they play."""

    code = "own-match"
    says = say(
        "You play in this match, so you cannot decide about it as an organiser. Ask another member "
        "who may manage this server or has its organisers' role; `/settings server` shows which one"
        " that is."
    )
