"""A side unpacked, while a step is carried out."""

from __future__ import annotations

from collections.abc import Iterable

from engine.mutants.state import KNOWN, ZONES, Side


class Cards:
    """A `Side` unpacked: its fields as lists."""

    __slots__ = (
        "arena",
        "buried",
        "deck",
        "deck_marks",
        "discard",
        "down",
        "freezer",
        "freezer_marks",
        "hand",
        "hand_marks",
        "incubator",
        "piles",
        "ready",
        "shuffles",
    )

    def __init__(self, side: Side) -> None:
        self.hand, self.hand_marks = list(side.hand), list(side.hand_marks)
        self.deck, self.deck_marks = list(side.deck), list(side.deck_marks)
        self.discard = list(side.discard)
        self.freezer, self.freezer_marks = list(side.freezer), list(side.freezer_marks)
        self.arena, self.down = list(side.arena), list(side.down)
        self.incubator = side.incubator
        self.piles = list(side.piles)
        self.buried, self.ready, self.shuffles = side.buried, side.ready, side.shuffles

    def packed(self) -> Side:
        """Return it as a value."""
        return Side(
            tuple(self.hand),
            tuple(self.hand_marks),
            tuple(self.deck),
            tuple(self.deck_marks),
            tuple(self.discard),
            tuple(self.freezer),
            tuple(self.freezer_marks),
            tuple(self.arena),
            tuple(self.down),
            self.incubator,
            tuple(self.piles),
            self.buried,
            self.ready,
            self.shuffles,
        )

    def face_up(self, zones: Iterable[str] = ZONES) -> list[str]:
        """Return those of some zones in which a mutant lies face up (M45)."""
        return [zone for zone in zones if self.arena[(at := ZONES.index(zone))] and not self.down[at]]

    def pin_hand(self) -> None:
        """Mark the hand as one that looks like no other: what it can do, or cannot, has just been seen."""
        self.hand_marks = [KNOWN] * len(self.hand)

    def knocked_out(self) -> list[str]:
        """Return the zones in which a mutant is K.O."""
        return [zone for at, zone in enumerate(ZONES) if self.down[at]]
