"""What a standing offer must be, so that it can ever come to a match: values in, values out, without the store."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from engine.errors import SetupError
from engine.extras import Loadouts
from engine.game import Game
from engine.info import Mode, Setup
from engine.setups import chosen_options
from engine.text import Text, say
from hosting.errors import HostingError
from hosting.lobby.pairing import HIGHEST, LOWEST, Way
from hosting.lobby.seating import mode_named

MOST_SEEKS = 5
"""Standing offers of one person in one server."""
MOST_AT_ONCE = 10
"""Matches that one offer opens at once."""
USUAL_STAND = timedelta(days=30)
LONGEST_STAND = timedelta(days=366)
"""How long an offer stands if nothing is said, and at most."""
MOST_SEATS = 6
"""Players that are brought together."""


class TooManySeeks(HostingError):  # noqa: N818 - named for what happened, as in hosting.errors
    """A person has as many offers in a server as they may."""

    code = "too-many-seeks"
    says = say("You have {most} offers here already, and more are not kept: `/seek cancel` ends one.", most=MOST_SEEKS)


class NoSuchSeek(HostingError):  # noqa: N818
    """The person has no such offer."""

    code, says = "no-such-seek", say("You have no such offer here. `/seek list` shows yours.")


class BadRange(HostingError):  # noqa: N818
    """A range of ratings in which there are none."""

    code = "bad-range"


class BadExpiry(HostingError):  # noqa: N818
    """An offer would be over before it is made, or stand for too long."""

    code = "bad-expiry"


class NeverMatches(HostingError):  # noqa: N818
    """An offer that nobody could ever take up."""

    code = "never-matches"


def ways_of(game: Game[Any, Any, Any], mode: str | None, options: dict[str, str]) -> tuple[Way, ...]:
    """Return how an offer can be played, in the order of the game's modes.

    Args:
        game: What is to be played.
        mode: Key of the mode; None for any in which the options mean something.
        options: Values by key; those that are missing have their default.

    Raises:
        SetupError: There is no such mode or option, or no mode has all the options.
        NeverMatches: Nobody can be found for any of the modes.
    """
    wanted = game.info.modes if mode is None else (mode_named(game.info, mode),)
    found: list[Way] = []
    wrong: list[SetupError] = []
    reasons: list[Text] = []
    for each in wanted:
        try:
            chosen = chosen_options(game.info, each.key, options)
        except SetupError as error:
            wrong.append(error)
            continue
        reason = _hopeless(game, each, tuple(chosen.items()))
        if reason is None:
            found.append(Way(each.key, each.seats, tuple(chosen.items())))
        else:
            reasons.append(reason)
    if found:
        return tuple(found)
    if reasons:
        raise NeverMatches(reasons[0])
    raise wrong[0]


def _hopeless(game: Game[Any, Any, Any], mode: Mode, options: tuple[tuple[str, str], ...]) -> Text | None:
    """Return why nobody can be found for a mode; None if there is no reason."""
    if mode.seats < 2:
        return say("{mode} is played alone, so nobody is to be found for it: `/new` begins it at once.", mode=mode.name)
    if mode.seats > MOST_SEATS:
        return say(
            "{mode} needs more players than offers can bring together ({most}).", mode=mode.name, most=MOST_SEATS
        )
    if isinstance(game, Loadouts) and game.loadout_seats(Setup(mode.key, options, game.info.data_version)):
        return say(
            "With these options players choose something in private before the start, for which they need a table: "
            "open one with `/new`, or offer other options."
        )
    return None


def check_range(low: int, high: int) -> None:
    """Raise BadRange if no rating lies in a range."""
    if not (LOWEST <= low <= HIGHEST and LOWEST <= high <= HIGHEST):
        raise BadRange(say("Ratings lie between {low} and {high}.", low=LOWEST, high=HIGHEST))
    if low > high:
        raise BadRange(
            say("From {low} to {high} there is no rating: the lower one comes first, so swap them.", low=low, high=high)
        )


def check_expiry(expires_at: datetime, now: datetime) -> None:
    """Raise BadExpiry if an offer would not stand at all, or for too long."""
    if expires_at <= now:
        raise BadExpiry(say("That day is over: an offer ends on a day that is still to come."))
    if expires_at > now + LONGEST_STAND + timedelta(days=1):
        raise BadExpiry(say("An offer can last {count} days at most.", count=LONGEST_STAND.days))
