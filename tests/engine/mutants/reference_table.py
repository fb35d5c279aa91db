"""What lies on the table: sides, the two tracks with their stacks, and what moves there without anybody being asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.engine.mutants.reference_data import (
    BOSS,
    BOSSES,
    CHALLENGER,
    DREAD,
    FILE_ORDER,
    FURY,
    MIDDLE_POINTS,
    SPACES,
    ULTRA,
    Card,
    freeze_value,
)

ZONES = "ALR"


class Over(Exception):  # noqa: N818 - the end of a game is no error
    """The game is over."""


class Side:
    """What belongs to one player, or to the boss. The first card of a pile is its top, but the last of a discard."""

    def __init__(self) -> None:
        self.hand: list[Card] = []
        self.deck: list[Card] = []
        self.discard: list[Card] = []
        self.freezer: list[Card] = []
        self.arena: dict[str, Card | None] = dict.fromkeys(ZONES)
        self.incubator: Card | None = None
        self.reserve: list[list[Card]] = [[], [], []]
        self.points = 0

    def face_up(self) -> dict[str, Card]:
        """M45: the mutants in play, by their zones."""
        return {zone: card for zone, card in self.arena.items() if card is not None and card.up}

    def tops(self) -> dict[str, int]:
        """Return the piles that can be taken from, by their texts (N3)."""
        found: dict[str, int] = {}
        for pile, cards in enumerate(self.reserve):
            if cards:
                text = cards[0].code
                found[f"{text}@{pile + 1}" if text in found else text] = pile
        return found


class Table:
    def __init__(self, players: int, *, boss: str = "", ultra: bool = False, limits: str = "") -> None:
        self.solo = bool(boss)
        self.boss = BOSSES.get(boss, {})
        self.limits = limits
        self.seats = list(range(1, players + 1))
        self.sides = {seat: Side() for seat in ([*self.seats, BOSS] if self.solo else self.seats)}
        self.health = self.boss.get("health", 0) + (ULTRA if ultra else 0)
        self.track: list[list[int]] = [[] for _ in range(SPACES)]
        self.score: dict[int, list[int]] = {}
        self.round = 0
        self.first: int | None = None
        self.owner: int | None = None
        self.active = 1
        self.leaving: set[int] = set()
        """M54: who has left while an ability resolves and is still to be taken off the table."""
        self.gone: set[int] = set()
        self.resolving = 0
        self.result: dict[str, Any] | None = None
        self.hidden = 0
        """How often something hidden came up: nothing may be appended past it (N7)."""
        self.lines: list[Any] = []
        """Of the record: texts that all may read, and what `tests.engine.mutants.reference_record.Line` says."""

    # Who

    def around(self, seat: int) -> list[int]:
        """M8: everybody at the table, clockwise from a seat."""
        ring = [1, BOSS] if self.solo else self.seats
        at = ring.index(seat)
        return [each for each in ring[at:] + ring[:at] if each not in self.gone]

    def opponents(self, seat: int) -> list[int]:
        """M35: clockwise from the active player."""
        return [each for each in self.around(self.active) if each != seat]

    # Force track

    def place(self, seat: int) -> tuple[int, int]:
        """Return space and height of a marker: whoever has more is ahead (M5)."""
        for space, stack in enumerate(self.track):
            if seat in stack:
                return space, stack.index(seat)
        raise LookupError(seat)

    def put(self, seat: int, space: int) -> None:
        for stack in self.track:
            if seat in stack:
                stack.remove(seat)
        self.track[space].append(seat)

    def ahead(self, seat: int, other: int) -> bool:
        return self.place(seat) > self.place(other)

    def in_fury(self, seat: int) -> bool:
        return self.place(seat)[0] == FURY

    def dreaded(self, seat: int) -> bool:
        return self.place(seat)[0] < DREAD

    def is_hit(self, who: str, seat: int, attacker: int) -> bool:
        """M43: whether an attack names an opponent."""
        names: dict[str, Callable[[], bool]] = {
            "all": lambda: True,
            "dominating": lambda: self.ahead(seat, attacker),
            "dominated": lambda: self.ahead(attacker, seat),
            "fury": lambda: self.in_fury(seat),
            "dread": lambda: self.dreaded(seat),
        }
        return names[who]()

    def holds(self, condition: str | None, seat: int) -> bool:
        """Return whether an effect's `if` is true of the one whom it acts on."""
        if condition is None:
            return True
        if condition == "fury":
            return self.in_fury(seat)
        if condition == "dread":
            return self.dreaded(seat)
        others = self.opponents(seat)
        if condition == "dominated":
            return any(self.ahead(other, seat) for other in others)
        if condition == "dominating":
            return any(self.ahead(seat, other) for other in others)
        raise LookupError(condition)

    def gain_force(self, seat: int, number: int) -> None:
        """M36."""
        space = self.place(seat)[0]
        steps = min(number, FURY - space)
        if steps:
            self.put(seat, space + steps)
        for _ in range(number - steps):
            for other in self.opponents(seat):
                self.lose_force(other, 1)
        if seat != BOSS and self.in_fury(seat):
            self.exploit("fury", None)

    def lose_force(self, seat: int, number: int) -> None:
        """M37."""
        space = self.place(seat)[0]
        if space:
            self.put(seat, max(0, space - number))

    def line_up(self, order: list[int]) -> None:
        """M9, M32: the first on Challenger, each of the others directly left of the one before."""
        for steps, seat in enumerate(order):
            self.put(seat, CHALLENGER - steps)

    # Points

    def gain_points(self, seat: int, number: int) -> None:
        """M6, M61."""
        if not number:
            return
        if self.solo:
            self.hurt(number)
            return
        side = self.sides[seat]
        self.score[side.points].remove(seat)
        side.points += number
        self.score.setdefault(side.points, []).append(seat)

    def hurt(self, number: int) -> None:
        """M61: the boss loses health."""
        self.health = max(0, self.health - number)
        if self.health == 0:
            self.result = {"end": "VICTORY", "health": 0, "round": self.round}
            raise Over

    def crush(self, seat: int) -> None:
        """M19, M64."""
        if self.in_fury(seat) and any(self.dreaded(other) for other in self.opponents(seat)):
            if seat == BOSS:
                self.health += MIDDLE_POINTS[self.round - 1]
            else:
                self.gain_points(seat, MIDDLE_POINTS[self.round - 1])

    # What happens right after something

    def happened(self, seat: int, event: str, card: Card | None = None) -> None:
        """Let permanents act (M48), then weaknesses (M66)."""
        if seat == BOSS:
            return
        mutants = [each for each in self.sides[seat].face_up().values() if not (event == "deploy" and each is card)]
        for mutant in mutants:
            for permanent in mutant.ability("permanent"):
                if permanent["when"] == event:
                    self.act_at_once(permanent["do"], seat)
        self.exploit(event, card)

    def act_at_once(self, effects: list[dict[str, Any]], seat: int) -> None:
        for effect in effects:
            if not self.holds(effect.get("if"), seat):
                continue
            if "force" in effect:
                self.change_force(seat, effect["force"])
            else:
                self.gain_points(seat, effect["points"])

    def change_force(self, seat: int, number: int) -> None:
        if number > 0:
            self.gain_force(seat, number)
        else:
            self.lose_force(seat, -number)

    def exploit(self, event: str, card: Card | None) -> None:
        """M66: every boss card in play whose weakness fits what the player did."""
        if not self.solo:
            return
        arena = self.sides[BOSS].arena
        for zone in ZONES:
            mutant = arena[zone]
            if mutant is None or not (mutant.up or (event == "ko" and mutant is card)):
                continue
            weakness = mutant.data["weakness"]
            if weakness["when"] != event:
                continue
            if "gene" in weakness and (card is None or weakness["gene"] not in card.genes):
                continue
            # The card goes to the box behind the loss of health, which can end the game.
            self.hurt(weakness["damage"])
            arena[zone] = None

    def freeze(self, seat: int, card: Card) -> None:
        """M41: a card that was taken from where it was arrives in the freezer; M68."""
        card.up = True
        freezer = self.sides[seat].freezer
        freezer.append(card)
        if self.solo:
            worth = freeze_value(card, freezer)
            if worth:
                self.hurt(worth)
        self.happened(seat, "freeze", card)

    def to_discard(self, seat: int, cards: list[Card]) -> None:
        """M59: cards discarded together lie in data-file order, the last on top."""
        for card in sorted(cards, key=lambda each: FILE_ORDER[each.code]):
            card.up = True
            self.sides[seat].discard.append(card)

    # Who leaves

    def leave_table(self, seat: int) -> None:
        """M54."""
        self.leaving.add(seat)
        stay = [each for each in self.seats if each not in self.gone | self.leaving]
        if self.solo:
            self.result = {"end": "DEFEAT", "health": self.health, "round": self.round}
            raise Over
        if len(stay) == 1:
            self.result = {
                "end": "F",
                "totals": {each: self.sides[each].points for each in stay},
                "rank": stay,
                "left": sorted(self.gone | self.leaving),
            }
            raise Over
        self.clear_away()

    def clear_away(self) -> None:
        """M54: take off the table who has left, once no ability resolves."""
        if self.resolving:
            return
        for seat in self.leaving:
            side = self.sides[seat]
            side.hand, side.incubator = [], None
            side.arena = dict.fromkeys(ZONES)
            for stack in [*self.track, *self.score.values()]:
                if seat in stack:
                    stack.remove(seat)
        self.gone |= self.leaving
        self.leaving = set()
