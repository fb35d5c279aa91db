"""The terms of a match, which its host chooses: clock, undo, ratings and the rest; and presets of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, Self, TypeAlias

from hosting.clock import ClockTerms, QuietField
from store.documents import Document

Timeout: TypeAlias = Literal["forfeit", "random", "substitute", "notice"]
UndoTerms: TypeAlias = Literal["free", "consent", "never"]


@dataclass(frozen=True, slots=True)
class Terms(Document):
    """The terms of a table besides the rules.

    Attributes:
        clock: None for as long as it takes.
        timeout: When a player's time is up: they lose, the bot draws a legal turn for them, asks for a substitute, or
            only tells the organiser.
        undo: Taking back a turn: freely until the next player has acted, if the others agree, or never.
        vacation: Stop clocks while their player is on vacation.
        weekend: Stop all clocks on Saturdays and Sundays (UTC).
        rests: A player's own quiet hours and free weekends stop their clock.
        automatic: Play a turn by itself where only one is legal.
        quiet: Hours in which all clocks are stopped; None for none.
        shows_chosen: Show, while several choose in secret, who has chosen; otherwise only how many have.
        rated: Count the result for ratings, as far as the rules of ratings let it.
        pauses: Players can ask each other for a pause, or for more time.
        agreed_ends: Players can agree to end the match, as a draw or undecided.
        drawn: Draw the seats when the match starts; also for its rematch and New table.
        league: The season of a league that the match belongs to; None for none.
    """

    clock: ClockTerms | None = None
    timeout: Timeout = "forfeit"
    undo: UndoTerms = "consent"
    vacation: bool = True
    weekend: bool = False
    rests: bool = True
    automatic: bool = False
    quiet: QuietField | None = None
    shows_chosen: bool = False
    rated: bool = True
    pauses: bool = True
    agreed_ends: bool = True
    drawn: bool = False
    league: int | None = None

    @property
    def alone(self) -> Self:
        """The terms for a player alone: no clock, as nobody waits, and every turn can be taken back."""
        return type(self)(undo="free", automatic=self.automatic, vacation=False)


# Terms that a host takes by one word: for an evening, for a turn now and then, for months.
QUICK, TWO_DAYS, LONG = "quick", "two-days", "long"


PRESETS: Mapping[str, Terms] = {
    # Everybody is at hand: a clock that waits for the night, or for a vacation, would be no quick one.
    QUICK: Terms(
        ClockTerms("fischer", start=timedelta(minutes=15), gain=timedelta(minutes=2), cap=timedelta(minutes=30)),
        rests=False,
        vacation=False,
    ),
    TWO_DAYS: Terms(ClockTerms("turn", per_turn=timedelta(days=2))),
    LONG: Terms(ClockTerms("fischer", start=timedelta(days=7), gain=timedelta(days=1), cap=timedelta(days=14))),
}
"""The presets by name, from the fastest."""


USUAL_CLOCK = ClockTerms("turn", per_turn=timedelta(days=3))
"""The clock of a table whose host names none, so that no match waits for ever."""


def preset_terms(name: str, before: Terms) -> Terms:
    """Return the terms of a preset, with `drawn` as a table had it before. Raises KeyError."""
    return replace(PRESETS[name], drawn=before.drawn)
