"""A position while a step is carried out: a `State` unpacked, changed in place, and packed again.

Changes of cards, markers and health are here; effects use them in `resolve.py`, the course of the game in `rounds.py`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Concatenate, ParamSpec, TypeAlias

from engine.chance import Draw, DrawError
from engine.events import Event
from engine.game import Step
from engine.mutants import duels, events
from engine.mutants.abilities import Ability as Effects
from engine.mutants.abilities import Force, Points
from engine.mutants.components import Card
from engine.mutants.events import MutantsEvent
from engine.mutants.stack import Ability, Frame
from engine.mutants.state import BOSS, KNOWN, ZONES, Said, Side, State
from engine.seat import Seat

P = ParamSpec("P")
_Kind: TypeAlias = Callable[Concatenate[Seat | None, P], MutantsEvent]

_AT = {zone: at for at, zone in enumerate(ZONES)}

# A side unpacked, while a step is carried out.


class Cards:
    """A `Side` unpacked, with lists for what changes in the middle."""

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
        self.deck, self.deck_marks = side.deck, side.deck_marks
        self.discard = side.discard
        self.freezer, self.freezer_marks = side.freezer, side.freezer_marks
        self.arena, self.down = list(side.arena), list(side.down)
        self.incubator, self.piles = side.incubator, side.piles
        self.buried, self.ready, self.shuffles = side.buried, side.ready, side.shuffles

    def packed(self) -> Side:
        return Side(
            tuple(self.hand),
            tuple(self.hand_marks),
            self.deck,
            self.deck_marks,
            self.discard,
            self.freezer,
            self.freezer_marks,
            tuple(self.arena),
            tuple(self.down),
            self.incubator,
            self.piles,
            self.buried,
            self.ready,
            self.shuffles,
        )

    def pin_hand(self) -> None:
        """Mark the hand as known: its possibilities have just been seen."""
        self.hand_marks = [KNOWN] * len(self.hand)

    def knocked_out(self) -> list[str]:
        return [zone for at, zone in enumerate(ZONES) if self.down[at]]


class Table:
    """A position on which a step is carried out."""

    def __init__(self, state: State) -> None:
        self.rules, self.chance = state.rules, state.chance
        self.solo = state.rules.solo
        self.stack: list[Frame] = list(state.stack)
        self.sides: list[Side | Cards] = list(state.sides)
        self.spaces, self.line = list(state.spaces), list(state.line)
        self.points, self.standing = list(state.points), list(state.standing)
        self.first, self.active, self.round, self.turn = state.first, state.active, state.round, state.turn
        self.packs, self.picks, self.seen = state.packs, state.picks, state.seen
        self.gone, self.pending = state.gone, state.pending
        self.health, self.boxed, self.over = state.health, state.boxed, state.over
        self.events: list[Event] = []
        self.draws: list[Draw] = []
        self.said: list[Said] = []
        self.barrier = False

    def packed(self) -> State:
        return State(
            self.rules,
            self.chance,
            tuple(self.stack),
            tuple([side if isinstance(side, Side) else side.packed() for side in self.sides]),
            tuple(self.spaces),
            tuple(self.line),
            tuple(self.points),
            tuple(self.standing),
            self.first,
            self.active,
            self.round,
            self.turn,
            self.packs,
            self.picks,
            self.seen,
            self.gone,
            self.pending,
            self.health,
            self.boxed,
            self.over,
            tuple(self.said),
        )

    def step(self) -> Step[State]:
        return Step(self.packed(), tuple(self.events), self.barrier or bool(self.draws), tuple(self.draws))

    # -- Who

    def side(self, seat: Seat) -> Cards:
        """Return a side to be changed."""
        side = self.sides[seat - 1]
        if isinstance(side, Side):  # only what a step changes is unpacked
            side = self.sides[seat - 1] = Cards(side)
        return side

    def read(self, seat: Seat) -> Cards | Side:
        """Return a side that is only read: nothing is unpacked for it."""
        return self.sides[seat - 1]

    def face_up(self, seat: Seat, zones: Iterable[str] = ZONES) -> list[str]:
        """Return the zones of a seat's arena with a face-up mutant (M45)."""
        side = self.read(seat)
        return [zone for zone in zones if side.arena[(at := _AT[zone])] and not side.down[at]]

    def parries(self, seat: Seat) -> list[str]:
        """Return the zones of a seat's arena with a face-up mutant that parries (M44)."""
        side, able = self.read(seat), self.rules.components.parries
        if able.isdisjoint(side.arena):
            return []
        return [
            zone for zone, code, down in zip(ZONES, side.arena, side.down, strict=True) if code in able and not down
        ]

    def card(self, code: str) -> Card:
        return self.rules.components.cards[code]

    def is_boss(self, seat: Seat) -> bool:
        return self.solo and seat == BOSS

    def decides(self, seat: Seat) -> Seat:
        """Return the deciding seat: the player for the boss (M67)."""
        return 1 if self.is_boss(seat) else seat

    def clockwise(self, start: Seat = 0) -> Sequence[Seat]:
        """Return all seats with a marker, clockwise: from the active player, between turns the first (M35, M36)."""
        start = start or self.active or self.first or 1
        seats, spaces = self.rules.clockwise[start - 1], self.spaces
        return seats if min(spaces) >= 0 else [seat for seat in seats if spaces[seat - 1] >= 0]

    def tell(self, kind: _Kind[P], seat: Seat, *fields: P.args, **named: P.kwargs) -> None:
        """Add an event of a seat, or of the boss, with the other fields of its kind."""
        make: Callable[..., MutantsEvent] = kind
        if seat == BOSS and (boss := self.rules.boss) is not None:
            self.events.append(make(None, *fields, boss=boss.name_en, **named))
        else:
            self.events.append(make(seat, *fields, **named))

    def privately(self, kind: _Kind[P], seat: Seat, *fields: P.args, **named: P.kwargs) -> None:
        """Add an event that only its seat may know, as `tell` does."""
        make: Callable[..., MutantsEvent] = kind
        self.events.append(make(seat, *fields, audience=self.rules.alone[seat - 1], **named))

    def note(self, line: str, hidden: str = "") -> None:
        """Add a line to the record (N11); `hidden` is masked during the match."""
        self.said.append((line, hidden))

    # -- The tracks

    def holds(self, condition: str, seat: Seat) -> bool:
        match condition:
            case "":
                return True
            case "fury":
                return self.spaces[seat - 1] == self.rules.fury
            case "dread":
                return 0 <= self.spaces[seat - 1] < self.rules.dread
            case "dominated":
                return self.line[-1] != seat
        return self.line[0] != seat

    def hit_by(self, who: str, seat: Seat) -> list[Seat]:
        """Return the victims of a seat's attack (M43), in order (M35)."""
        others = [other for other in self.clockwise() if other != seat]
        match who:
            case "all":
                return others
            case "dominating" | "dominated":
                place = self.line.index(seat) if seat in self.line else 0
                hit = self.line[place:] if who == "dominating" else self.line[:place]
                return [other for other in others if other in hit]
        return [other for other in others if self.holds(who, other)]

    def move_force(self, seat: Seat, change: int) -> None:
        """Move a marker towards Fury, where surplus force pushes opponents (M36), or away from it (M37)."""
        start, fury = self.spaces[seat - 1], self.rules.fury
        if start < 0:
            return
        end = max(min(start + change, fury), 0)
        if end != start:
            self._put(seat, end)
        self.tell(duels.ForceMoved, seat, change, start, end)
        surplus = start + change - fury
        if surplus > 0:
            others = [other for other in self.clockwise() if other != seat]
            before = {other: self.spaces[other - 1] for other in others}
            for _ in range(surplus):
                for other in others:
                    if self.spaces[other - 1] > 0:
                        self._put(other, self.spaces[other - 1] - 1)
            for other in others:
                here = self.spaces[other - 1]
                self.tell(duels.ForceMoved, other, -surplus, before[other], here, True)
        if change > 0 and end == fury:
            self.exploit(seat, "fury")

    def _put(self, seat: Seat, space: int) -> None:
        """Put a force marker on top of a space's stack (M5)."""
        spaces, line = self.spaces, self.line
        spaces[seat - 1] = space
        line.remove(seat)
        place = len(line)
        while place and spaces[line[place - 1] - 1] > space:
            place -= 1
        line.insert(place, seat)

    def gain_points(self, seat: Seat, count: int) -> None:
        """Move a score marker on top of its new stack (M6); in a Revolt lower the boss's health (M61)."""
        if self.solo:
            self.change_health(-count if seat != BOSS else count)
        elif count and seat in self.standing:
            self.standing.remove(seat)
            self.points[seat - 1] += count
            here = self.points[seat - 1]
            self.standing.insert(sum(self.points[other - 1] <= here for other in self.standing), seat)

    def change_health(self, count: int) -> None:
        """Raise or lower the boss's health; at 0 it is beaten at once (M61)."""
        if not count or self.over:
            return
        self.health = max(self.health + count, 0)
        self.tell(duels.HealthChanged, BOSS, count, self.health)
        if not self.health:
            self.end("W")

    def end(self, code: str) -> None:
        """End the game and drop all unfinished steps."""
        self._open()
        self.over = code
        self.stack.clear()
        self.active = 0
        self.barrier = True  # a barrier: hidden cards may be revealed (M60)

    def _open(self) -> None:
        """Reveal the secrets of the remaining players (M60, M74)."""
        box = self.rules.components
        for seat in range(1, self.rules.seats + 1):
            side = self.read(seat)
            reserve = box.sorted([code for pile in side.piles for code in pile])
            hand, deck, discard = map(box.sorted, (side.hand, side.deck, side.discard))
            if seat not in self.gone and (hand or deck or discard or reserve):
                self.tell(duels.ZonesOpened, seat, hand, deck, discard, reserve)

    # -- Cards

    def to_hand(self, seat: Seat, code: str, mark: int) -> None:
        side, order = self.side(seat), self.rules.components.order
        place = bisect_right(side.hand, order[code], key=order.__getitem__)
        side.hand.insert(place, code)
        side.hand_marks.insert(place, mark)

    def from_hand(self, seat: Seat, code: str) -> int:
        """Take a card out of the hand and return its mark; of equal ones first a public one."""
        side = self.side(seat)
        place = side.hand.index(code)
        last = place + side.hand.count(code)  # equal cards lie together
        mark = min(side.hand_marks[place:last])
        place = side.hand_marks.index(mark, place)
        del side.hand[place], side.hand_marks[place]
        return mark

    def discard(self, seat: Seat, codes: Sequence[str]) -> None:
        """Discard cards of the hand in data-file order, the last on top (M59)."""
        if not codes:
            return
        codes = self.rules.components.sorted(codes)
        for code in codes:
            self.from_hand(seat, code)
        self.side(seat).discard += codes
        self.tell(events.Discarded, seat, codes)

    def from_discard(self, seat: Seat, code: str) -> None:
        """Take a card out of the discard: of equal ones the nearest to the top (M59)."""
        side = self.side(seat)
        place = len(side.discard) - 1 - side.discard[::-1].index(code)
        side.discard = side.discard[:place] + side.discard[place + 1 :]

    def freeze(self, seat: Seat, code: str, mark: int, *, origin: str, zone: str = "") -> None:
        """Put a card from another place into the freezer (M41)."""
        side = self.side(seat)
        side.freezer += (code,)
        side.freezer_marks += (KNOWN if self.solo else mark,)
        # In a Revolt the freezer is face up (M68); else a card from a hidden place is shown to its owner only (M58).
        if origin in ("hand", "discard") and not self.solo:
            self.tell(events.Frozen, seat, "", origin)
            self.privately(events.FrozenCard, seat, code)
        else:
            self.tell(events.Frozen, seat, code, origin, zone)
        if self.solo:
            self.change_health(-freeze_value(self.card(code), [self.card(each) for each in side.freezer]))
        self.occasion(seat, "freeze", code)

    def from_reserve(self, seat: Seat, pile: int) -> str:
        """Take the top of a pile, from 0; the next card is turned face up at once (M26)."""
        side = self.side(seat)
        code, *rest = side.piles[pile]
        side.piles = (*side.piles[:pile], tuple(rest), *side.piles[pile + 1 :])
        return code

    def turned_up(self, seat: Seat, pile: int) -> None:
        if rest := self.side(seat).piles[pile]:
            self.barrier = True
            self.tell(events.ReserveShown, seat, (rest[0],))

    def top_of_deck(self, seat: Seat) -> tuple[str, int]:
        side = self.side(seat)
        self.barrier = True
        code, mark = side.deck[0], side.deck_marks[0]
        side.deck, side.deck_marks = side.deck[1:], side.deck_marks[1:]
        return code, mark

    def onto_deck(self, seat: Seat, code: str) -> None:
        side = self.side(seat)
        side.deck, side.deck_marks = (code, *side.deck), (KNOWN, *side.deck_marks)

    def shuffle_discard(self, seat: Seat) -> None:
        """Shuffle the discard as the new deck (M40, M65)."""
        side = self.side(seat)
        pile, side.discard = side.discard, ()
        side.shuffles += 1
        if not pile:
            return
        deck = self.shuffled(pile)
        side.deck, side.deck_marks = deck, (side.shuffles,) * len(deck)
        self.tell(events.Shuffled, seat, len(deck))
        self.note(f"* SHUFFLE {'BOSS' if self.is_boss(seat) else f'S{seat}'} ", ",".join(deck))

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return cards in random order; `DrawError` if a record names other cards."""
        chance = self.chance
        if (
            chance.recorded is not None
            and chance.used < len(chance.recorded)
            and len(chance.recorded[chance.used]) != len(cards)
        ):
            raise DrawError(f"{len(cards)} cards are drawn, not {len(chance.recorded[chance.used])}", chance.used)
        found, self.chance = chance.shuffled(cards)
        self.draws.append(found)
        return found

    # -- Occasions

    def occasion(self, seat: Seat, when: str, code: str = "", *, but: str = "", also: str = "") -> None:
        """Trigger permanents (M48) and weaknesses (M66) right after an event.

        `when` is as in the data file, `code` the event's card, `but` the zone of a mutant that does not react, `also`
        as in `exploit`.
        """
        side, able = self.read(seat), self.rules.components.permanents[when]
        if not able.isdisjoint(side.arena):  # mostly there is none, and this takes less time than the loop
            for acting, down, zone in zip(side.arena, side.down, ZONES, strict=True):
                if acting in able and not down and zone != but:
                    for each in self.card(acting).permanent:
                        if each.when == when and not self.over:
                            self._permanent(seat, acting, zone, each.do)
        if self.solo:
            self.exploit(seat, when, code, also=also)

    def _permanent(self, seat: Seat, code: str, zone: str, effects: Effects) -> None:
        if any(self.holds(effect.condition, seat) for effect in effects):
            self.tell(duels.Triggered, seat, code, zone)
        for effect in effects:
            if self.over or not self.holds(effect.condition, seat):
                continue
            if isinstance(effect, Points):
                self.tell(duels.PointsGained, seat, effect.n)
                self.gain_points(seat, effect.n)
            elif isinstance(effect, Force):
                self.move_force(seat, effect.n)

    def exploit(self, seat: Seat, when: str, code: str = "", *, also: str = "") -> None:
        """Exploit each card of the boss with a weakness that fits an event of the player (M66)."""
        if not self.solo or seat == BOSS:
            return
        boss, able = self.read(BOSS), self.rules.components.weaknesses[when]
        if able.isdisjoint(boss.arena):
            return
        genes = self.card(code).genes if code else ""
        for zone, card, down in zip(ZONES, boss.arena, boss.down, strict=True):
            if self.over or card not in able or (down and zone != also):
                continue
            weakness = self.card(card).weakness
            if weakness is None or weakness.gene not in genes:
                continue
            self.tell(duels.Exploited, seat, card, zone, weakness.damage)
            self.change_health(-weakness.damage)
            if not self.over:
                side, at = self.side(BOSS), _AT[zone]
                side.arena[at], side.down[at] = "", False
                self.boxed += (card,)

    def push_effects(self, seat: Seat, card: str, zone: str, half: str) -> None:
        if self.rules.abilities[card, half]:
            self.stack.append(Ability(seat, card, zone, card, half))


def freeze_value(card: Card, freezer: Sequence[Card]) -> int:
    """Return a card's value in a freezer with all its cards, itself included (M52)."""
    if not card.per:
        return card.freeze
    return card.freeze * sum(each.genes.count(card.per) for each in freezer)
