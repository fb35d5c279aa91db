"""What abilities do: each verb of the closed vocabulary, and how mutants come into the arena and leave it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.engine.mutants.reference_asking import Asking, Flow
from tests.engine.mutants.reference_data import BOSS, Card, in_file_order, sets_of
from tests.engine.mutants.reference_table import ZONES

HALVES = {"deploy": ["deploy"], "leave": ["leave"], "either": ["deploy", "leave"]}
LETTERS = {"deploy": "D", "leave": "L"}


@dataclass
class Source:
    """Whose ability resolves, of which mutant in which zone, and what was copied in this resolution (M50)."""

    seat: int
    card: Card | None
    zone: str
    copied: list[tuple[Card, str]] = field(default_factory=list)


class Abilities(Asking):
    # Cards come and go

    def ability(self, seat: int, card: Card | None, zone: str, effects: list[dict[str, Any]]) -> Flow[None]:
        """M34: resolve a whole ability."""
        self.resolving += 1
        yield from self.effects(effects, seat, Source(seat, card, zone))
        self.resolving -= 1

    def effects(self, effects: list[dict[str, Any]], seat: int, source: Source) -> Flow[None]:
        for effect in effects:
            if self.holds(effect.get("if"), seat):
                yield from self.effect(effect, seat, source)

    def deploy(self, seat: int, card: Card, *, bred: bool = False) -> Flow[None]:
        """M23, M24, M46: a card that was taken from where it was comes into the active zone."""
        self.resolving += 1
        self.sides[seat].arena["A"] = card
        if bred:
            self.happened(seat, "breed", card)
        self.happened(seat, "deploy", card)
        if card.data.get("transformation"):
            yield from self.leave(seat, "A")
            top = yield from self.take_top(seat)
            if top is not None:
                yield from self.deploy(seat, top)
        else:
            yield from self.ability(seat, card, "A", card.ability("deploy"))
        self.resolving -= 1

    def leave(self, seat: int, zone: str) -> Flow[None]:
        """M21."""
        side = self.sides[seat]
        card = side.arena[zone]
        assert card is not None
        side.arena[zone] = None
        self.resolving += 1
        if card.up:
            yield from self.ability(seat, card, zone, card.ability("leave"))
        if card not in side.freezer:
            self.to_discard(seat, [card])
        self.resolving -= 1

    def take_top(self, seat: int) -> Flow[Card | None]:
        """M40: take the top card of a deck."""
        side = self.sides[seat]
        if not side.deck:
            if not side.discard:
                return None
            frozen = yield from self.choose(
                seat, "freeze-empty", self.by_code(side.discard[::-1]), public=len(side.discard) == 1
            )
            side.discard.remove(frozen)
            self.freeze(seat, frozen)
            if not side.discard:
                return None
            rest, side.discard = side.discard, []
            side.deck = yield from self.shuffled("SHUFFLE", f"S{seat}", rest)
        self.hidden += 1
        return side.deck.pop(0)

    def draw(self, seat: int, number: int) -> Flow[int]:
        """Draw into the hand, and return how many came."""
        for drawn in range(number):
            card = yield from self.take_top(seat)
            if card is None:
                return drawn
            self.sides[seat].hand.append(card)
        return number

    def by_code(self, cards: list[Card]) -> dict[str, Card]:
        """Return cards by their texts, in file order; of equal ones the first."""
        found: dict[str, Card] = {}
        for card in in_file_order(cards):
            found.setdefault(card.code, card)
        return found

    def give_up(self, seat: int, kind: str, number: int) -> Flow[None]:
        """Discard so many cards of the hand, or as many as there are."""
        side = self.sides[seat]
        number = min(number, len(side.hand))
        if not number:
            return
        chosen = yield from self.choose(seat, kind, sets_of(side.hand, number), public=number == len(side.hand))
        side.hand = [card for card in side.hand if card not in chosen]
        self.to_discard(seat, chosen)

    def take_from_reserve(self, seat: int, pile: int) -> Card:
        """Take a top; the next card of the pile is turned up (M26)."""
        cards = self.sides[seat].reserve[pile]
        self.hidden += len(cards) > 1
        return cards.pop(0)

    # Verbs

    def effect(self, effect: dict[str, Any], seat: int, source: Source) -> Flow[None]:
        """Resolve one effect.

        Args:
            effect: A table of the data file.
            seat: Whom it acts on: who resolves the ability or, in an attack, who is attacked.
            source: Whose ability it is.
        """
        if "force" in effect:
            self.change_force(seat, effect["force"])
        elif "cycle" in effect:
            drawn = yield from self.draw(seat, effect["cycle"])
            if drawn:
                yield from self.give_up(seat, "cycle", drawn)
                self.happened(seat, "cycle")
        elif "draw" in effect:
            yield from self.draw(seat, effect["draw"])
        elif "discard" in effect:
            yield from self.give_up(seat, "discard", effect["discard"])
        elif "freeze" in effect:
            yield from self.freeze_one(effect, seat, source)
        elif "gain" in effect:
            yield from self.gain(effect, seat)
        elif "take" in effect:
            yield from self.take(effect, seat)
        elif "attack" in effect:
            yield from self.attack(effect["attack"], source)
        elif "ko" in effect:
            yield from self.knock_out(effect["ko"], seat, source)
        elif "flip" in effect:
            yield from self.flip(seat)
        elif "copy" in effect:
            yield from self.copy_ability(effect["copy"], source)
        elif "points" in effect:
            self.gain_points(seat, effect["points"])
        elif "health" in effect:
            self.health += effect["health"]
        else:
            raise LookupError(effect)

    def freeze_one(self, effect: dict[str, Any], seat: int, source: Source) -> Flow[None]:
        """M41, M42."""
        side, where, may = self.sides[seat], effect["freeze"], effect.get("may", False)
        kind = f"freeze-{where}"
        if where == "self":
            card = source.card
            assert card is not None
            if card in side.freezer or (may and not (yield from self.yes_or_no(seat, kind))):
                return
            for zone in ZONES:
                if side.arena[zone] is card:
                    side.arena[zone] = None
            self.freeze(seat, card)
            return
        if where == "arena":
            found: dict[str, Card | None] = {
                zone: card for zone, card in side.face_up().items() if card is not source.card
            }
            public = True
        else:
            pile = side.hand if where == "hand" else side.discard[::-1]
            found = dict(self.by_code(pile))
            public = len(pile) == 1
        if not found:
            return
        chosen = yield from self.choose(
            seat, kind, {**found, "N": None} if may else found, default="N" if may else "", public=public
        )
        if chosen is None:
            return
        for zone in ZONES:
            if side.arena[zone] is chosen:
                side.arena[zone] = None
        for pile in (side.hand, side.discard):
            if chosen in pile:
                pile.remove(chosen)
        self.freeze(seat, chosen)

    def gain(self, effect: dict[str, Any], seat: int) -> Flow[None]:
        """M47, M51."""
        side, where, cost, may = self.sides[seat], effect["gain"], effect.get("cost", 0), effect.get("may", False)
        if not side.tops() or (where == "incubator" and side.incubator is not None) or len(side.hand) < cost:
            return
        kind = f"gain-{where}"
        if cost:
            if not (yield from self.yes_or_no(seat, kind)):
                return
            yield from self.give_up(seat, "cost", cost)
            may = False
        options: dict[str, int | None] = dict(side.tops())
        if may:
            options["N"] = None
        pile = yield from self.choose(seat, kind, options, default="N" if may else "")
        if pile is None:
            return
        card = self.take_from_reserve(seat, pile)
        if where == "hand":
            side.hand.append(card)
        elif where == "deck":
            side.deck.insert(0, card)
        elif where == "incubator":
            side.incubator = card
        elif where == "discard":
            side.discard.append(card)
        else:
            self.freeze(seat, card)
        self.happened(seat, "gain", card)

    def take(self, effect: dict[str, Any], seat: int) -> Flow[None]:
        side = self.sides[seat]
        if side.discard:
            card = yield from self.choose(seat, "take", self.by_code(side.discard[::-1]), public=len(side.discard) == 1)
            side.discard.remove(card)
            side.hand.append(card)
        yield from self.give_up(seat, "take-discard", effect["then_discard"])

    def flip(self, seat: int) -> Flow[None]:
        down = {zone: card for zone, card in self.sides[seat].arena.items() if card is not None and not card.up}
        if down:
            card = yield from self.choose(seat, "flip", down)
            card.up = True

    # Attacks

    def attack(self, attack: dict[str, Any], source: Source) -> Flow[None]:
        """M43, M44."""
        hit = [
            seat
            for seat in self.opponents(source.seat)
            if self.is_hit(attack["who"], seat, source.seat)
            and any(self.can_act(effect, seat, source) for effect in attack["effect"])
        ]
        for seat in hit:
            parries = {zone: card for zone, card in self.sides[seat].face_up().items() if card.ability("parry")}
            if not parries:
                yield from self.effects(attack["effect"], seat, source)
                continue
            zones = {zone: zone for zone in parries}
            zone = yield from self.choose(seat, "parry", zones)
            yield from self.ability(seat, parries[zone], zone, parries[zone].ability("parry"))
            self.happened(seat, "parry")

    def can_act(self, effect: dict[str, Any], seat: int, source: Source) -> bool:
        """Return whether anything could be done to an opponent."""
        if "ko" in effect:
            return bool(self.targets(effect["ko"], seat, source))
        if "discard" in effect:
            return bool(self.sides[seat].hand)
        return True

    def targets(self, which: str, seat: int, source: Source) -> dict[str, Card]:
        """M45: whom a K.O. may hit, by zones."""
        up = self.sides[seat].face_up()
        if which == "self":
            return {zone: card for zone, card in up.items() if card is source.card}
        zones = {"same": source.zone, "active": "A", "flank": "LR", "one": ZONES, "all": ZONES}[which]
        return {zone: card for zone, card in up.items() if zone in zones}

    def knock_out(self, which: str, seat: int, source: Source) -> Flow[None]:
        """M45."""
        targets = self.targets(which, seat, source)
        if not targets:
            return
        if which == "all":
            down = list(targets.values())
        else:
            # M67: the player chooses for the boss.
            asked = 1 if seat == BOSS else seat
            down = [(yield from self.choose(asked, "ko", targets))]
        for card in down:
            card.up = False
        if seat != source.seat:
            for card in down:
                self.happened(source.seat, "ko", card)

    # Copies

    def copy_ability(self, copy: dict[str, Any], source: Source) -> Flow[None]:
        """M49, M50."""
        side, halves = self.sides[source.seat], HALVES[copy["what"]]
        public = True
        if copy["from"] == "arena":
            cards = [(zone, card) for zone, card in side.face_up().items() if card is not source.card]
        else:
            pile = {
                "hand": lambda: side.hand,
                "discard": lambda: side.discard[::-1],
                "pool": lambda: [cards[0] for cards in side.reserve if cards],
            }[copy["from"]]()
            cards = [(card.code, card) for card in in_file_order(pile)]
            public = copy["from"] == "pool" or len(pile) == 1
        options: dict[str, tuple[Card, str]] = {}
        for name, card in cards:
            for half in halves:
                if card.ability(half) and (card, half) not in source.copied:
                    text = f"{name}.{LETTERS[half]}" if len(halves) == 2 else name
                    options.setdefault(text, (card, half))
        if not options:
            return
        card, half = yield from self.choose(source.seat, "copy", options, public=public)
        source.copied.append((card, half))
        yield from self.effects(card.ability(half), source.seat, source)
