"""Ladders: who may challenge whom, refusals, and who falls for not playing.

What results do to positions is told by `hosting.league.standings.ladder`, from fixtures alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from hosting.league.pairing.errors import CannotChallenge
from hosting.league.pairing.values import Planned, Season
from hosting.league.standings.ladder import positions
from hosting.league.terms import LadderTerms
from store.league.values import Entry, Fixture, Why

OPEN = frozenset({"planned", "running"})
REFUSED: Why = "void"
"""Why a fixture is struck whose challenge was refused; it counts for nothing."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder at a moment.

    Attributes:
        season: As it is.
        division: Whose.
        began: When the season started.
        now: The moment.
    """

    season: Season
    division: int
    began: datetime
    now: datetime

    @property
    def terms(self) -> LadderTerms:
        """What it agreed on."""
        return self.season.terms.ladder or LadderTerms()

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Its fixtures, in the order in which they were made."""
        return tuple(sorted(self.season.made("ladder", self.division), key=lambda each: each.id))

    @property
    def order(self) -> tuple[int, ...]:
        """The entries from the top down, without those that left."""
        there = {each.id for each in self.season.members(self.division) if each.left_at is None}
        every = positions(self.season.members(self.division), self.fixtures)
        return tuple(each for each in every if each in there)

    def challengeable(self, challenger: int) -> tuple[int, ...]:
        """Return whom an entry may challenge now, the highest first; those that left are no places."""
        return tuple(each for each in self.order if self._why_not(challenger, each) is None)

    def challenge(self, challenger: int, challenged: int) -> Planned:
        """Return the fixture of a challenge. Seat 1 is for whoever has had it less; if both have, for the challenged.

        Raises:
            CannotChallenge: The terms or what is going on forbid it; its text says what.
        """
        why = self._why_not(challenger, challenged)
        if why is not None:
            raise CannotChallenge(why, self.terms)
        return self._planned(challenger, challenged, len(self.fixtures) + 1)

    def is_lost(self, refused: Fixture) -> bool:
        """Return whether the challenged loses by forfeit for refusing this fixture; else it is struck as `REFUSED`.

        As many challenges in a row as the terms say may be refused; one that was played begins a new row.
        """
        held = next(side.entry for side in refused.sides if not side.challenger)
        in_a_row = 0
        for each in self.fixtures:
            if each.id == refused.id or each.status in OPEN:
                continue
            if any(side.entry == held and not side.challenger for side in each.sides):
                in_a_row = in_a_row + 1 if each.why == REFUSED else 0
        return in_a_row >= self.terms.refusals

    def falling(self) -> Iterator[Planned]:
        """Give a fixture for each entry that falls a place now because it has not played for too long.

        They are to be over at once, in this order, won by forfeit by the challenger, the entry just below. While an
        entry has an open fixture it does not fall; after a fall its days begin anew. The lowest fall first, so that of
        several in a row each gets behind those who play.
        """
        if self.terms.inactivity is None:
            return
        latest = self.now - timedelta(days=self.terms.inactivity)
        order = list(self.order)
        board = len(self.fixtures)
        entries = {each.id: each for each in self.season.members(self.division)}
        for at in reversed(range(len(order) - 1)):
            if self._last(entries[order[at]]) <= latest:
                board += 1
                yield self._planned(order[at + 1], order[at], board)
                order[at], order[at + 1] = order[at + 1], order[at]

    def _last(self, entry: Entry) -> datetime:
        """Return when an entry last played, came or fell; now while it has an open fixture."""
        found = max(entry.joined_at, self.began)
        for each in self.fixtures:
            side = next((side for side in each.sides if side.entry == entry.id), None)
            if side is None:
                continue
            if each.status in OPEN:
                return self.now
            # Whoever rose only because another fell has not played.
            rose = each.why == "forfeit" and side.challenger and each.started_at is None
            if each.status == "over" and not rose and each.ended_at is not None:
                found = max(found, each.ended_at)
        return found

    def _why_not(self, challenger: int, challenged: int) -> str | None:
        """Return what forbids a challenge, as `CannotChallenge` names it; None if nothing does."""
        order = self.order
        if challenger not in order or challenged not in order or challenger == challenged:
            return "absent"
        above = order.index(challenger) - order.index(challenged)
        if not 0 < above <= self.terms.reach:
            return "reach"
        open_ = [each for each in self.fixtures if each.status in OPEN]
        if any({challenger, challenged} <= set(each.entries) for each in open_):
            return "already"
        for entry, why in ((challenger, "own-cap"), (challenged, "cap")):
            if sum(entry in each.entries for each in open_) >= self.season.terms.cap:
                return why
        # A fall for not playing protects nobody.
        played = [
            each.ended_at
            for each in self.fixtures
            if each.status == "over" and challenged in each.entries and each.started_at and each.ended_at
        ]
        if played and max(played) > self.now - timedelta(days=self.terms.protection):
            return "protected"
        return None

    def _planned(self, challenger: int, challenged: int, board: int) -> Planned:
        difference = dict.fromkeys((challenger, challenged), 0)
        for each in self.fixtures:
            for side in each.sides if each.started_at else ():
                if side.entry in difference:
                    difference[side.entry] += 1 if side.seat == 1 else -1
        first, second = sorted((challenged, challenger), key=lambda entry: difference[entry])
        return Planned(self.division, "ladder", 1, 1, board, (first, second), "challenge", challenger=challenger)
