"""Standings, features, and ends of games, including ends outside the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.seat import Seat
from engine.text import Player, Text, say


@dataclass(frozen=True, slots=True)
class Standing:
    """The players' standing: `values` for seat 1, 2, … (more is better) of what `label` names, e.g. "Points"."""

    label: Text
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """The quality of a solo game's end.

    Attributes:
        merit: More is better; only the order matters, among games with the same options.
        points: The whole numbers that it follows from, which the game puts into words.
    """

    merit: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """A category by which a game counts results.

    Attributes:
        key: As stored, e.g. `"civilisation"`: lower case, unique among all games, without a colon.
        title: Of its table or chart, e.g. "Score by civilisation".
    """

    key: str
    title: Text


@dataclass(frozen=True, slots=True)
class SeatFeature:
    """A property of one seat in a match, such as a civilisation.

    Attributes:
        kind: Key of a `FeatureKind`.
        value: As stored, e.g. `"HUM"`; at most 60 characters.
    """

    seat: Seat
    kind: str
    value: str


class Termination(StrEnum):
    """How a match ended, as in the record's `Termination` tag."""

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
        ranks: For seat 1, 2, …: 1 is best; equal ranks are ties; losers share the last rank. A solo player has rank 1
            for a victory, 2 for a defeat.
        reason: The cause, as one sentence for people.
        code: The cause in the game's notation, e.g. `"M"`.
        points: For seat 1, 2, …; empty where the game counts none.
        by: The seat whose move or surrender ended the game, if any.
        against: The opponent in a solo game, e.g. "the Wizard"; None in a game among players.
        onward: A suggestion after the first victory over `against`; None for none.
        tie_breaks: For seat 1, 2, …: what ranks it among those with as many points, e.g. "pawns: 9"; nothing for a seat
            with points of its own. Empty where no points are equal, or nothing breaks such ties.
    """

    ranks: tuple[int, ...]
    reason: Text
    code: str
    points: tuple[float, ...] = ()
    termination: Termination = Termination.RULES
    by: Seat | None = None
    against: Text | None = None
    onward: Text | None = None
    tie_breaks: tuple[tuple[Text, ...], ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats ranked first; none for a solo defeat."""
        return tuple(seat for seat, rank in enumerate(self.ranks, 1) if rank == 1)

    @property
    def alone(self) -> bool:
        return len(self.ranks) == 1

    @property
    def undecided(self) -> bool:
        """Whether people ended it without a winner: an agreed draw, or a match that does not count."""
        if self.alone and self.termination is Termination.ADJUDICATED:
            return False
        return self.termination in RULINGS and len(self.winners) == len(self.ranks)

    def counts(self, seat: Seat) -> list[Text]:
        """Return what a seat's rank follows from: its points, and what broke a tie; nothing where there are none."""
        if not self.points:
            return []
        broken = self.tie_breaks[seat - 1] if self.tie_breaks else ()
        return [say("points: {points}", points=f"{self.points[seat - 1]:g}"), *broken]

    def out_of_time(self, seat: Seat) -> bool:
        return self.termination is Termination.TIME and self.by == seat


def last_one(seat: Seat, resigned: Sequence[Seat]) -> Text:
    """Return the reason of an end after all seats but one resigned."""
    if len(resigned) == 1:
        return say("{player} resigned.", player=Player(resigned[0]))
    return say("Everyone but {player} resigned.", player=Player(seat))


# Ends outside the rules: agreements of the players, decisions of an organiser, void matches.


_REASONS: dict[Termination, Text] = {
    Termination.AGREED: say("The players agreed to end it this way."),
    Termination.ADJUDICATED: say("An organiser decided the match."),
    Termination.VOID: say("The match doesn't count."),
}


def ruling(termination: Termination, ranks: Sequence[int], reason: Text | None = None) -> Outcome:
    """Return an end by one of `RULINGS`; `ranks` as in `Outcome`, equal if void; no `reason`: the general one."""
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
