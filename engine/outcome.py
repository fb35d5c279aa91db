"""How players stand, what results are counted by, how a game ends, and ends that the rules of no game know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.seat import Seat
from engine.text import Player, Text, say


@dataclass(frozen=True, slots=True)
class Standing:
    """How the players stand in a position.

    Attributes:
        label: What is counted, e.g. "Points".
        values: For seat 1, 2, …; more is better.
    """

    label: Text
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """How good the end of a game is that a player plays alone.

    Attributes:
        merit: More is better; only the order matters, among games with the same options.
        points: What it follows from, for people: whole numbers that the game puts into words.
    """

    merit: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """Something by which a game wants its results to be counted.

    Attributes:
        key: As stored, e.g. `"civilisation"`: lower case, never another one's; it has no colon.
        title: Of a table or chart of it, e.g. "Score by civilisation".
    """

    key: str
    title: Text


@dataclass(frozen=True, slots=True)
class Feature:
    """What one seat had in a match beside its seat, such as a civilisation.

    Attributes:
        seat: Which.
        kind: Key of a `FeatureKind` of the game.
        value: As stored, e.g. `"HUM"`; at most 60 characters.
    """

    seat: Seat
    kind: str
    value: str


class Termination(StrEnum):
    """How a match came to its end, as written in the record's `Termination` tag."""

    RULES = "rules"
    FORFEIT = "forfeit"
    TIME = "time"
    AGREED = "agreed"
    ADJUDICATED = "adjudicated"
    VOID = "void"


RULINGS = frozenset({Termination.AGREED, Termination.ADJUDICATED, Termination.VOID})
"""How people can end a match (`engine.session.Session.rule`)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        ranks: For seat 1, 2, …: 1 is best; equal ranks are ties; losers share the last rank. A player alone has rank 1
            for a victory over the game, 2 for a defeat.
        reason: The cause, as one sentence for people.
        code: The cause in the game's notation, e.g. `"M"`.
        points: For seat 1, 2, …, where the game counts points; empty otherwise.
        termination: Whether the rules ended it or a seat resigned.
        by: The seat whose move or surrender ended the game, where one did.
        against: Whom a player alone has beaten or lost to, e.g. "the Wizard"; None in a game among players.
        onward: What to try next, told to a player who has beaten `against` for the first time; None for nothing.
    """

    ranks: tuple[int, ...]
    reason: Text
    code: str
    points: tuple[float, ...] = ()
    termination: Termination = Termination.RULES
    by: Seat | None = None
    against: Text | None = None
    onward: Text | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats ranked first; nobody where a player alone has lost."""
        return tuple(seat for seat, rank in enumerate(self.ranks, 1) if rank == 1)

    @property
    def alone(self) -> bool:
        """Whether one player played against the game itself."""
        return len(self.ranks) == 1

    @property
    def undecided(self) -> bool:
        """Whether people ended it and nobody won: a draw that they agreed on, or a match that does not count."""
        if self.alone and self.termination is Termination.ADJUDICATED:
            return False
        return self.termination in RULINGS and len(self.winners) == len(self.ranks)

    def out_of_time(self, seat: Seat) -> bool:
        """Return whether it ended because this seat's time was up."""
        return self.termination is Termination.TIME and self.by == seat


def last_one(seat: Seat, resigned: Sequence[Seat]) -> Text:
    """Return the cause of an end at which all seats but one, or the only other one, had resigned."""
    if len(resigned) == 1:
        return say("{player} resigned.", player=Player(resigned[0]))
    return say("Everyone but {player} resigned.", player=Player(seat))


# Ends that the rules of no game know: what the players agreed, what an organiser decided, what never counted.


_REASONS: dict[Termination, Text] = {
    Termination.AGREED: say("The players agreed to end it this way."),
    Termination.ADJUDICATED: say("An organiser decided the match."),
    Termination.VOID: say("The match doesn't count."),
}


def ruling(termination: Termination, ranks: Sequence[int], reason: Text | None = None) -> Outcome:
    """Return an end by a ruling.

    Args:
        termination: One of `RULINGS`.
        ranks: For seat 1, 2, …, as in `Outcome`; a void match ranks everybody alike.
        reason: As one sentence for people; None for the general one.

    Raises:
        ValueError: No ruling ends a match like that.
    """
    if termination not in RULINGS:
        raise ValueError(f"a match does not end by a ruling as {termination}")
    alone = len(ranks) == 1 and ranks[0] in (1, 2)  # 2 is a defeat by the game
    if not alone and (min(ranks, default=0) != 1 or max(ranks) > len(ranks)):
        raise ValueError(f"these are no ranks: {ranks}")
    if termination is Termination.VOID and set(ranks) != {1}:
        raise ValueError(f"a void match ranks everybody alike, not {ranks}")
    return Outcome(tuple(ranks), reason or _REASONS[termination], "", termination=termination)


def draw(seats: int) -> Outcome:
    """Return a draw that all players agreed on."""
    return ruling(Termination.AGREED, [1] * seats, say("The players agreed on a draw."))


def void(seats: int, reason: Text | None = None) -> Outcome:
    """Return the end of a match that does not count."""
    return ruling(Termination.VOID, [1] * seats, reason)
