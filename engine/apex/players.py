"""Whom a line of a record means and what it answers, as far as the lines before it tell."""

from __future__ import annotations

from engine.apex.grammar import WrittenSecret, plain, read_move
from engine.apex.position import read_position
from engine.apex.rules import Rules, rules_of
from engine.apex.state import NONE, Phase, State, code
from engine.chance import Chance
from engine.info import Setup
from engine.seat import Seat
from engine.typed import unmarked

FORFEIT = "F"
"""A surrender."""


class Table:
    """Who is called what (A2), who has left, and which side each seat played last.

    Attributes:
        rules: Of the record.
    """

    def __init__(self, setup: Setup) -> None:
        """Start as a record does.

        Raises:
            SetupError: There is no such setup.
        """
        self.rules: Rules = rules_of(setup)
        self._names = [""] * self.rules.seats
        self._gone: set[Seat] = set()
        self._played = [""] * self.rules.seats
        if setup.position:
            self._place(read_position(self.rules, setup.position, Chance.from_text("")))

    def name(self, seat: Seat) -> str:
        """Return what a seat is called now."""
        return self._names[seat - 1] or f"P{seat}"

    def seat(self, name: str) -> Seat | None:
        """Return who is called so, or None."""
        wanted = name.upper()
        if wanted in self._names:
            return self._names.index(wanted) + 1
        return next((seat for seat in range(1, self.rules.seats + 1) if wanted == f"P{seat}"), None)

    def kind(self, seat: Seat, text: str) -> str:
        """Return what a text of a seat answers.

        `"F"` is a surrender, `"H"` the choice of a civilisation, `"S"` a secret choice; `"W"`, `"C"` and `"X"` are
        answers in a war, a colonisation and an expansion.
        """
        if unmarked(text.strip()).upper() == FORFEIT:
            return "F"
        if not self._names[seat - 1]:
            return "H"
        if isinstance(read_move(Phase.CHOOSE, text), WrittenSecret):
            return "S"
        return self._played[seat - 1] or "S"

    def note(self, seat: Seat, text: str) -> None:
        """Take a line into account; what it says wrongly is refused when the record is played."""
        match self.kind(seat, text):
            case "F":
                self._gone.add(seat)
            case "H":
                codes = [civilisation.code for civilisation in self.rules.civilisations]
                chosen = plain(text)[:3]
                self._names[seat - 1] = chosen if chosen in codes and chosen not in self._names else ""
            case "S":
                written = read_move(Phase.CHOOSE, text)
                self._played[seat - 1] = written.side if isinstance(written, WrittenSecret) else ""
        self._settle()

    def _settle(self) -> None:
        """Name those who left before they chose a civilisation: they get the first that is free (A25)."""
        if len(self._gone) >= self.rules.seats - 1:
            return  # A64: the game is over
        for index, name in enumerate(self._names):
            if not name and index + 1 not in self._gone:
                return
            if not name:
                codes = [civilisation.code for civilisation in self.rules.civilisations]
                self._names[index] = next(each for each in codes if each not in self._names)

    def _place(self, state: State) -> None:
        self._gone = set(state.gone)
        for strategy in state.strategies:
            self._played[strategy.seat - 1] = strategy.side
        for seat, side in enumerate(state.sides, 1):
            if side.civ != NONE:
                self._names[seat - 1] = code(state, seat)
