"""Rules for standing offers, and the search for offers that make a match: values in, values out.

A match needs as many offers of different people as its mode has seats. They fit if every two of them do: both allow
this mode, their clocks agree, each rating lies in the range of the other, and nothing keeps the two apart. The person
served longest ago comes first, and gets of the fitting ones again those served longest ago. People who met in their
last match are brought together again only if there is no match with others for the first one. A player who is served
goes to the end of the queue.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

from engine.errors import SetupError
from engine.game import Game, Mode, Setup, chosen_options
from engine.text import Text, say
from hosting.errors import HostingError
from hosting.lobby.model import mode_named

LOWEST, HIGHEST = 0, 4000
"""Bounds of all shown ratings."""

STEPS = 20_000
"""Attempts to add a person to a group until one is given up: thousands of offers can be laid so that all fail late."""


@dataclass(frozen=True, slots=True)
class GameOffer:
    """A way to play a game: a mode with its seats, and the options that mean something, in the game's order."""

    mode: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A person's offer to play.

    Attributes:
        served_at: When it was last served, or made.
        ways: The favourite first.
        ratings: The person's rating in each of the ways.
        clock: None for any.
        low: Lowest rating of the others.
        high: Highest rating of the others.
        free: How many more matches it may open now.
    """

    id: int
    person_id: int
    served_at: datetime
    ways: tuple[GameOffer, ...]
    ratings: tuple[int, ...]
    clock: str | None = None
    low: int = LOWEST
    high: int = HIGHEST
    free: int = 1

    def rating(self, way: GameOffer) -> int:
        return self.ratings[self.ways.index(way)]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Offers that make a match, the first in the queue first; the clock is None where any will do."""

    way: GameOffer
    clock: str | None
    offers: tuple[Offer, ...]


Pair = frozenset[int]
"""Two people."""


@dataclass(slots=True)
class _Search:
    """The remaining steps of a search, and its data."""

    apart: AbstractSet[Pair]
    left: int


def pair(
    offers: Iterable[Offer], apart: AbstractSet[Pair] = frozenset(), met: AbstractSet[Pair] = frozenset()
) -> list[Pairing]:
    """Return the matches that offers make, in the order in which they are found.

    `offers`: all that wait for the same game in the same place, in any order. `apart`: people who must not meet: one
    blocks the other, or they are playing each other. `met`: people who met in the last match of one of them.
    """
    queue = deque(sorted(offers, key=lambda each: (each.served_at, each.id)))
    free = {each.id: each.free for each in queue}
    separate, found = set(apart), []
    while queue:
        first = queue.popleft()
        if not free[first.id]:
            continue
        waiting = [each for each in queue if free[each.id]]
        group = _group(first, waiting, separate, met)
        if group is None:
            continue  # what cannot be served now cannot be served with fewer others either
        found.append(group)
        separate |= set(pairs(each.person_id for each in group.offers))
        for each in group.offers:
            free[each.id] -= 1
        served = {each.id for each in group.offers}
        queue = deque([*(each for each in queue if each.id not in served), *group.offers])
    return found


def fit(one: Offer, other: Offer, way: GameOffer, apart: AbstractSet[Pair] = frozenset()) -> bool:
    return (
        one.person_id != other.person_id
        and way in one.ways
        and way in other.ways
        and (one.clock is None or other.clock is None or one.clock == other.clock)
        and one.low <= other.rating(way) <= one.high
        and other.low <= one.rating(way) <= other.high
        and frozenset((one.person_id, other.person_id)) not in apart
    )


def pairs(people: Iterable[int]) -> Iterator[Pair]:
    return map(frozenset, combinations(people, 2))


def _group(first: Offer, waiting: Sequence[Offer], apart: AbstractSet[Pair], met: AbstractSet[Pair]) -> Pairing | None:
    for avoided in (apart | met, apart) if met else (apart,):
        for way in first.ways:
            fitting = [each for each in waiting if fit(first, each, way, avoided)]
            others = _others(way, fitting, way.seats - 1, _Search(avoided, STEPS))
            if others is not None:
                offers = (first, *others)
                return Pairing(way, next((each.clock for each in offers if each.clock is not None), None), offers)
    return None


def _others(way: GameOffer, fitting: Sequence[Offer], missing: int, search: _Search) -> tuple[Offer, ...] | None:
    """Return the first offers, in their order, every two of which fit; None if there are too few."""
    if not missing:
        return ()
    for index, each in enumerate(fitting[: len(fitting) - missing + 1]):
        search.left -= 1
        if search.left < 0:
            return None
        rest = [other for other in fitting[index + 1 :] if fit(each, other, way, search.apart)]
        others = _others(way, rest, missing - 1, search)
        if others is not None:
            return (each, *others)
    return None


# What a standing offer must be, so that it can ever come to a match: values in, values out, without the store.


MOST_SEEKS = 5
"""Standing offers of one person in one server."""
MOST_AT_ONCE = 10
"""Matches that one offer opens at once."""
USUAL_STAND = timedelta(days=30)
LONGEST_STAND = timedelta(days=366)
"""Default and longest time of an offer."""
MOST_SEATS = 6
"""Players that are brought together."""


class NeverMatches(HostingError):  # noqa: N818
    """An offer that nobody could ever take up."""

    code = "never-matches"


def ways_of(game: Game[Any, Any, Any], mode: str | None, options: dict[str, str]) -> tuple[GameOffer, ...]:
    """Return the ways in which an offer can be played, in the order of the game's modes.

    `mode`: None for any in which the options mean something; missing options have their default.

    Raises:
        SetupError: There is no such mode or option, or no mode has all the options.
        NeverMatches: Nobody can be found for any of the modes.
    """
    wanted = game.info.modes if mode is None else (mode_named(game.info, mode),)
    found: list[GameOffer] = []
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
            found.append(GameOffer(each.key, each.seats, tuple(chosen.items())))
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
        return say(
            "{mode} is for one player, so you don't need opponents: start it at once with `/new`.", mode=mode.name
        )
    if mode.seats > MOST_SEATS:
        return say("{mode} needs more players than seeks can bring together ({most}).", mode=mode.name, most=MOST_SEATS)
    if game.loadout_seats(Setup(mode.key, options, game.info.data_version)):
        return say(
            "With these options, players choose something in private first, so they need a table: open one "
            "with `/new`, or choose other options."
        )
    return None


def check_range(low: int, high: int) -> None:
    """Raise HostingError (`bad-range`) if no rating lies in a range."""
    if not (LOWEST <= low <= HIGHEST and LOWEST <= high <= HIGHEST):
        raise HostingError(say("Ratings go from {low} to {high}.", low=LOWEST, high=HIGHEST), code="bad-range")
    if low > high:
        raise HostingError(
            say("{low} to {high} is the wrong way round: put the lower rating first.", low=low, high=high),
            code="bad-range",
        )


def check_expiry(expires_at: datetime, now: datetime) -> None:
    """Raise HostingError (`bad-expiry`) if an offer would expire at once, or stay too long."""
    if expires_at <= now:
        raise HostingError(say("That day has passed: choose a day in the future."), code="bad-expiry")
    if expires_at > now + LONGEST_STAND + timedelta(days=1):
        raise HostingError(say("A seek can last {count} days at most.", count=LONGEST_STAND.days), code="bad-expiry")
