"""What can be wrong with what somebody asks the others, or an organiser does.

HostingError (hosting.errors)
├── OutOfGame              who is out of the game has no say in it any more
├── NoSuchRequest          it never existed
├── RequestClosed          it was decided, taken back or overtaken: `request` says which
├── AlreadyAsked           the same is asked for already: `request`
├── AskedLately            the others said no a moment ago
├── OneATurn               with silent partners each player asks for one thing a turn
├── Announced              with silent partners what was asked for stands
├── NotAsked               who pressed has nothing to say to it
├── NotTheAsker            only whoever asked can take it back
├── UndoNever              the table plays without taking back
├── ChooseAgain            what several decide at once is not taken back, but chosen again
├── NoDraws                the rules leave no draw
├── TooLateToAbort         everybody has moved
├── AlreadyPaused          it stands still already
├── NotPaused              it does not stand still, or not by agreement
├── NoClock                there is no clock to change
├── OnlyTheUsual           with silent partners nobody chooses how long
├── NoSuchSeat             there is no such seat, or nobody plays it any more
├── FormerPlayer           who played another seat, or with silent partners, does not come back
├── PlaysThere             the person has a seat in the match already
└── OwnMatch               nobody organises a match in which they play
"""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from engine.text import Player, Quote, Text, say
from hosting.errors import HostingError
from hosting.match.model import Request

_CLOSED: dict[str, Text] = {
    "accepted": say("Everybody agreed to that already."),
    "refused": say("Somebody refused that already."),
    "withdrawn": say("That was taken back."),
    "outdated": say("The match has gone on since: that is out of date."),
}


class OutOfGame(HostingError):
    """Who is out of the game has no say in it any more."""

    def __init__(self) -> None:
        super().__init__(say("You are out of this game and have no say in it any more."), code="out-of-game")


class NoSuchRequest(HostingError):
    """It never existed."""

    def __init__(self) -> None:
        super().__init__(say("Nobody asks for that."), code="no-such-request")


class RequestClosed(HostingError):
    """It was decided, taken back or overtaken.

    Attributes:
        request: As it stands.
    """

    def __init__(self, request: Request) -> None:
        taken = request.kind == "call" and request.status == "accepted"
        text = say("Somebody has taken that seat already.") if taken else _CLOSED[request.status]
        super().__init__(text, code=f"request-{request.status}")
        self.request = request


class AlreadyAsked(HostingError):
    """The same is asked for already.

    Attributes:
        request: By this.
    """

    def __init__(self, request: Request) -> None:
        super().__init__(say("That is asked for already; the others have not all answered."), code="already-asked")
        self.request = request


class AskedLately(HostingError):
    """The others said no a moment ago."""

    def __init__(self) -> None:
        text = say("You asked for that a moment ago. You can ask again after the next turn, or in a day.")
        super().__init__(text, code="asked-lately")


class OneATurn(HostingError):
    """With silent partners each player asks for one thing a turn (R29)."""

    def __init__(self) -> None:
        text = say(
            "In a match of silent teams each player asks for one thing a turn, and you have. You can ask again after "
            "the next turn, or in a week (R29)."
        )
        super().__init__(text, code="one-a-turn")


class Announced(HostingError):
    """With silent partners what was asked for stands (R29)."""

    def __init__(self) -> None:
        text = say(
            "In a match of silent teams what was asked for stands: taking it back would be a sign (R29). The others "
            "can refuse it, and an organiser can end a call for a substitute."
        )
        super().__init__(text, code="announced")


class NotAsked(HostingError):
    """Who pressed has nothing to say to it: they agreed already, or asked themselves."""

    def __init__(self, *, own: bool) -> None:
        text = say("You asked for that yourself: it is for the others to agree.") if own else say("You agreed already.")
        super().__init__(text, code="not-asked")


class NotTheAsker(HostingError):
    """Only whoever asked can take it back."""

    def __init__(self) -> None:
        super().__init__(say("Only whoever asked can take that back."), code="not-the-asker")


class UndoNever(HostingError):
    """The table plays without taking back."""

    def __init__(self) -> None:
        super().__init__(say("This table agreed that no turn is taken back."), code="undo-never")


class ChooseAgain(HostingError):
    """What several decide at once is not taken back, but chosen again."""

    def __init__(self) -> None:
        text = say("Several decide at once here: until all have, you can simply choose again, and nothing else.")
        super().__init__(text, code="choose-again")


class NoDraws(HostingError):
    """The rules leave no draw."""

    def __init__(self, game: str) -> None:
        super().__init__(say("The rules of {game} leave no draw.", game=game), code="no-draws")


class TooLateToAbort(HostingError):
    """Everybody has moved."""

    def __init__(self) -> None:
        text = say(
            "Everybody has moved, so the match counts. `/offer end` asks the others to end it, `/leave` seeks somebody "
            "to take over your seat, `/resign` gives up."
        )
        super().__init__(text, code="too-late-to-abort")


class AlreadyPaused(HostingError):
    """It stands still already."""

    def __init__(self) -> None:
        super().__init__(say("This match is paused already."), code="already-paused")


class NotPaused(HostingError):
    """It does not stand still, or not by agreement."""

    def __init__(self, *, by_organiser: bool = False) -> None:
        text = (
            say("An organiser paused this match: only an organiser can let it go on.")
            if by_organiser
            else say("This match is not paused.")
        )
        super().__init__(text, code="not-paused")


class NoClock(HostingError):
    """There is no clock to change."""

    def __init__(self) -> None:
        super().__init__(say("This match is played without a clock."), code="no-clock")


class OnlyTheUsual(HostingError):
    """With silent partners nobody chooses how long: a number could stand for a word."""

    def __init__(self, *, days: int, hours: int) -> None:
        text = say(
            "Where partners are silent (R29) a pause takes {days} days, and more time is {hours} hours for yourself: "
            "nothing else can be asked for.",
            days=days,
            hours=hours,
        )
        super().__init__(text, code="only-the-usual")


class NoSuchSeat(HostingError):
    """There is no such seat, or nobody plays it any more."""

    def __init__(self) -> None:
        super().__init__(say("Nobody plays that seat in this match."), code="no-such-seat")


class FormerPlayer(HostingError):
    """Who played another seat, or with silent partners, does not come back."""

    def __init__(self, name: str) -> None:
        text = say("{player} played in this match before and cannot take this seat.", player=Quote(name))
        super().__init__(text, code="former-player")


class PlaysThere(HostingError):
    """The person has a seat in the match already."""

    def __init__(self, seat: int) -> None:
        super().__init__(say("{player} plays in this match already.", player=Player(seat)), code="plays-there")


class OwnMatch(HostingError):
    """Nobody organises a match in which they play."""

    def __init__(self) -> None:
        text = say(
            "You play in this match, so you cannot decide about it as an organiser. Ask somebody else who may manage "
            "this server or has its organisers' role; `/settings server` shows which one that is."
        )
        super().__init__(text, code="own-match")
