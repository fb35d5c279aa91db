"""Mutants once more, written from the rules page alone: slow and plain, moves are texts in canonical notation.

It shares nothing with the engine but the data file. Nothing is drawn here: what comes up is told by who makes the game.
A game is its answers and its draws so far; its flow runs again from the start wherever it is no longer at hand.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

# What the data file says, read a second time: cards by their codes, bosses by their keys.


_FILE = Path(__file__).parents[3] / "engine" / "mutants" / "data" / "mutants.toml"
DATA = tomllib.loads(_FILE.read_text(encoding="utf-8"))

BASICS = [card["code"] for card in DATA["basic"]]
ADVANCED = [card["code"] for card in DATA["advanced"]]
BOSSES = {boss["key"]: boss for boss in DATA["boss"]}
CARDS: dict[str, dict[str, Any]] = {
    card["code"]: card
    for card in [*DATA["basic"], *DATA["advanced"], *itertools.chain(*(boss["cards"] for boss in DATA["boss"]))]
}
FILE_ORDER = {code: place for place, code in enumerate(CARDS)}

SPACES: int = DATA["track"]["spaces"]
CHALLENGER: int = DATA["track"]["challenger"]
DREAD: int = DATA["track"]["dread"]
FURY = SPACES - 1
FIRST_POINTS: list[int] = DATA["rounds"]["first"]
MIDDLE_POINTS: list[int] = DATA["rounds"]["middle"]
ROUNDS = len(FIRST_POINTS)

BOSS = 0
"""What the boss is called where people are called 1, 2, …"""

ULTRA = 10
"""How much more health an ultra-resistant boss has (M70)."""


class Card:
    """One piece of cardboard: two of one code are two cards."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.up = True

    @property
    def data(self) -> dict[str, Any]:
        return CARDS[self.code]

    @property
    def genes(self) -> str:
        return str(self.data.get("genes", ""))

    def ability(self, half: str) -> list[dict[str, Any]]:
        return list(self.data.get(half, []))

    def __repr__(self) -> str:
        return self.code if self.up else self.code.lower()


def in_file_order(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: FILE_ORDER[card.code])


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


def joined(cards: Iterable[Card]) -> str:
    """Return the cards as N4 writes them."""
    return "+".join(codes(in_file_order(cards)))


def sets_of(cards: Sequence[Card], number: int) -> dict[str, list[Card]]:
    """Return every set of so many cards by its text; of equal sets the one with the last cards."""
    ordered = in_file_order(cards)
    return {joined(chosen): list(chosen) for chosen in itertools.combinations(ordered, number)}


def freeze_value(card: Card, freezer: Sequence[Card]) -> int:
    """M52: what a card in this freezer is worth."""
    value = card.data["freeze"]
    if isinstance(value, int):
        return value
    return int(value["n"]) * sum(each.genes.count(value["per"]) for each in freezer)


def ready_deck(number: int) -> list[str]:
    """M12: the twelve cards of a ready deck."""
    return [card["code"] for card in DATA["advanced"] if card.get("deck") == number for _ in range(2)]


def usual_reserve(*, seat: int, solo: bool, limits: str) -> list[str]:
    """M75: the twelve cards of a seat that has chosen none."""
    if not solo:
        return ready_deck(seat)
    allowed = [
        card["code"]
        for card in DATA["advanced"]
        if not card.get("solo_banned") and not set(card["genes"]) & set(limits)
    ]
    return [code for code in allowed[:6] for _ in range(2)]


# What lies on the table: sides, the two tracks with their stacks, and what moves there without anybody being asked.


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
        """Of the record: texts that all may read, and what `tests.engine.mutants.reference.Line` says."""

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
        """Return space and height of a marker: the player who has more is ahead (M5)."""
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


# How a seat is asked, and how a draw is asked for: a flow yields what it needs and is sent what came of it.


T = TypeVar("T")

OWN = frozenset({"pick", "freeze-empty", "freeze-hand", "freeze-discard", "take"})


def private_kinds(*, solo: bool) -> frozenset[str]:
    """Return the prompts whose answers only their owner reads (N8); in a Revolt what is frozen lies face up (M68)."""
    return frozenset({"take"}) if solo else OWN


@dataclass(frozen=True)
class Ask:
    """An open prompt.

    Attributes:
        kind: As N8 calls it; `take` twice: the second one is `take-discard`.
        answers: Every legal text.
        default: What is played for who is late (M77).
    """

    kind: str
    answers: frozenset[str]
    default: str


@dataclass(frozen=True)
class Draw:
    """A draw (N12).

    Attributes:
        kind: As N11 writes it.
        owner: Whose cards, e.g. `"S1"`; empty for none.
        cards: What is to be shuffled, in file order, or drawn from.
        number: How many of them come up.
    """

    kind: str
    owner: str
    cards: tuple[str | int, ...]
    number: int


@dataclass(frozen=True)
class Forfeit:
    """What a flow is sent in place of answers."""

    seat: int


class TurnEnds(Exception):  # noqa: N818 - how M54 ends a turn
    """Who was asked has left the table."""


Request: TypeAlias = dict[int, Ask] | Draw
Flow: TypeAlias = Generator[Request, Any, T]


class Asking(Table):
    def choose(self, seat: int, kind: str, options: dict[str, T], *, default: str = "", public: bool = True) -> Flow[T]:
        """Ask a seat, unless public facts leave one answer (N6), and return what its text stands for.

        Args:
            seat: Who is asked.
            kind: The prompt.
            options: What each text stands for, the default first.
            default: The default where it is not the first.
            public: Whether everybody can tell what the options are.
        """
        assert options
        if public and len(options) == 1:
            return next(iter(options.values()))
        ask = Ask(kind, frozenset(options), default or next(iter(options)))
        while True:
            if seat in self.leaving:
                return options[ask.default]
            came = yield {seat: ask}
            if not isinstance(came, Forfeit):
                return options[came[seat]]
            self.leave_table(came.seat)
            if seat in self.gone:
                raise TurnEnds

    def yes_or_no(self, seat: int, kind: str) -> Flow[bool]:
        return (yield from self.choose(seat, kind, {"Y": True, "N": False}, default="N"))

    def drawn(self, kind: str, owner: str, cards: Iterable[str | int], number: int | None = None) -> Flow[list[Any]]:
        """Return what is drawn."""
        self.hidden += 1
        pool = tuple(cards)
        came = yield Draw(kind, owner, pool, len(pool) if number is None else number)
        return list(came)

    def shuffled(self, kind: str, owner: str, cards: list[Card]) -> Flow[list[Card]]:
        """Return the cards in the order that was drawn."""
        rest, order = list(cards), list[Card]()
        for code in (yield from self.drawn(kind, owner, [card.code for card in cards])):
            order.append(next(card for card in rest if card.code == code))
            rest.remove(order[-1])
        assert not rest
        return order


# What abilities do: each verb of the closed vocabulary, and how mutants come into the arena and leave it.


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


# The Revolt: what the boss does (M61-M70).


class Revolt(Abilities):
    def boss_deck(self) -> Flow[None]:
        """Shuffle the boss's cards (M62)."""
        cards = [Card(card["code"]) for card in self.boss["cards"] for _ in range(card["copies"])]
        self.sides[BOSS].deck = yield from self.shuffled("DECK", "BOSS", cards)

    def boss_set_up(self) -> Flow[None]:
        """M62."""
        yield from self.ability(BOSS, None, "", self.boss["setup"])

    def power(self, when: str) -> Flow[None]:
        """Let the special power act, where its moment has come."""
        for power in self.boss["power"]:
            if power["when"] == when:
                yield from self.ability(BOSS, None, "", power["do"])

    def boss_turn(self) -> Flow[None]:
        """M64."""
        side = self.sides[BOSS]
        self.active = self.owner = BOSS
        self.crush(BOSS)
        yield from self.power("turn")
        active = side.arena["A"]
        if active is not None:
            flank = {"left": "L", "right": "R"}[active.data["arrow"]]
            if side.arena[flank] is not None:
                yield from self.leave(BOSS, flank)
                yield from self.power("leave")
            # M66: what happened meanwhile may have exploited the active card.
            if side.arena["A"] is active:
                side.arena["A"], side.arena[flank] = None, active
        card = yield from self.boss_top()
        if card is not None:
            side.arena["A"] = card
            yield from self.ability(BOSS, card, "A", card.ability("deploy"))

    def boss_top(self) -> Flow[Card | None]:
        """M65."""
        side = self.sides[BOSS]
        if not side.deck:
            if not side.discard:
                return None
            rest, side.discard = side.discard, []
            side.deck = yield from self.shuffled("SHUFFLE", "BOSS", rest)
            yield from self.power("shuffle")
        self.hidden += 1
        return side.deck.pop(0)


# Lines of a record, as N10 to N13 write them.


@dataclass(frozen=True)
class Line:
    """A line of a record, and what stands there for those who may not read it while the match runs (N14)."""

    text: str
    masked: str | None = None
    owner: int | None = None

    def shown(self, reader: int | None) -> str:
        return self.text if self.masked is None or (self.owner is not None and reader == self.owner) else self.masked


def head_line(mode: str, options: Mapping[str, str]) -> str:
    if mode != "solo":
        return f"* MUTANTS players={mode} setup={options.get('reserve', 'draft')}"
    ultra = " ultra" if options.get("ultra") == "yes" else ""
    limits = options.get("limits", "none")
    limited = "" if limits == "none" else f" limits={limits}"
    return f"* MUTANTS players=1 setup=solo boss={options.get('boss', 'wizard')}{ultra}{limited}"


def draw_line(draw: Draw, came: Sequence[str | int]) -> Line:
    """Return what was drawn; only ready decks and the first player are public (N14)."""
    if draw.kind == "FIRST":
        return Line(f"* FIRST S{came[0]}")
    head = f"* {draw.kind} {draw.owner}".strip()
    masked = None if draw.kind == "READY" else f"{head} ?"
    return Line(f"{head} {','.join(map(str, came))}", masked)


def answer_lines(answer: Mapping[int, str] | Forfeit, secret: Iterable[int]) -> list[Line]:
    """Return the decisions, joint ones in the order of seats (N13).

    Args:
        answer: Of those who were asked.
        secret: Whose answers their seat alone may read (N8).
    """
    if isinstance(answer, Forfeit):
        return [Line(f"S{answer.seat} F")]
    return [
        Line(f"S{seat} {text}", f"S{seat} ??" if seat in secret else None, seat)
        for seat, text in sorted(answer.items())
    ]


def round_line(table: Table) -> str:
    if table.solo:
        force = f"{table.place(1)[0]},{table.place(BOSS)[0]}"
        return f"* ROUND {table.round} force={force} health={table.health}"
    assert table.first is not None
    seats = [seat if seat not in table.gone else None for seat in table.seats]
    force = ",".join("-" if seat is None else str(table.place(seat)[0]) for seat in seats)
    points = ",".join("-" if seat is None else str(table.sides[seat].points) for seat in seats)
    return f"* ROUND {table.round} first=S{table.around(table.first)[0]} force={force} vp={points}"


def _named(seats: Sequence[int]) -> str:
    return ",".join(f"S{seat}" for seat in seats)


def rank_line(table: Table, order: Sequence[int]) -> str:
    return f"* RANK {table.round} {_named(order)}"


def score_line(table: Table, seat: int, total: int, frozen: int) -> str:
    side = table.sides[seat]
    cards = ",".join(codes(in_file_order(side.freezer))) or "-"
    return f"* SCORE S{seat} {total} play={side.points} freezer={frozen} {cards}"


def end_line(result: Mapping[str, Any]) -> str:
    if "rank" not in result:
        return f"* END {result['end']} HEALTH={result['health']} ROUND={result['round']}"
    totals = " ".join(f"S{seat}={total}" for seat, total in sorted(result["totals"].items()))
    return f"* END {totals} RANK {_named(result['rank'])}"


# From the set-up to the last count: who does what when.


PICKS, PACK, PILE, HAND = 6, 9, 4, 6


class Match(Revolt):
    def whole(self, reserve: str, decks: str, loadouts: Sequence[str]) -> Flow[None]:
        """Play from the set-up to the end, or until the game is over before."""
        try:
            if self.solo:
                yield from self.set_up_solo(loadouts[0])
            else:
                yield from self.set_up(reserve, decks, loadouts)
            yield from self.rounds(1, BOSS if self.solo else self.first)
        except Over:
            return

    crushed = False
    """Whether the turn to come begins behind its crush, on a table that a player has arranged."""

    def from_turn(self, seat: int) -> Flow[None]:
        """Play on from the turn of a seat, or of the boss, on a table that a player has arranged."""
        try:
            yield from self.rounds(self.round, seat)
        except Over:
            return

    def rounds(self, number: int, seat: int | None) -> Flow[None]:
        """Play from a round on, in which a seat has the next turn."""
        for self.round in range(number, ROUNDS + 1):
            self.lines.append(round_line(self))
            yield from self.play_round(seat)
            if (yield from self.end_round()):
                return
            seat = BOSS if self.solo else self.first

    # Set-up

    def set_up(self, reserve: str, decks: str, loadouts: Sequence[str]) -> Flow[None]:
        if reserve == "draft":
            reserves = yield from self.draft()
        elif reserve == "ready":
            numbers = [int(digit) for digit in decks]
            if not numbers:
                numbers = yield from self.drawn("READY", "", [1, 2, 3, 4], len(self.seats))
            reserves = {seat: ready_deck(number) for seat, number in zip(self.seats, numbers, strict=True)}
        else:
            reserves = {seat: text.split("+") for seat, text in zip(self.seats, loadouts, strict=True)}
        yield from self.deal(reserves)
        stay = [seat for seat in self.seats if seat not in self.gone]
        (self.first,) = yield from self.drawn("FIRST", "", stay, 1)
        clockwise = self.around(self.first)
        # M9: anticlockwise from the right of the first player, who comes last.
        self.line_up(clockwise[::-1])
        self.score[0] = clockwise  # M10
        yield from self.mulligans(clockwise)

    def set_up_solo(self, loadout: str) -> Flow[None]:
        yield from self.deal({1: loadout.split("+")})
        yield from self.boss_deck()
        self.line_up([1, BOSS])
        yield from self.mulligans([1])
        self.active = BOSS
        yield from self.boss_set_up()

    picks: dict[int, list[str]]
    packs: dict[int, list[str]]

    def draft(self) -> Flow[dict[int, list[str]]]:
        """M11: return the reserves."""
        order = yield from self.drawn("DRAFT", "", ADVANCED)
        self.packs = {seat: [str(code) for code in order[PACK * (seat - 1) : PACK * seat]] for seat in self.seats}
        self.picks = {seat: [] for seat in self.seats}
        for _ in range(PICKS):
            picked = yield from self.pick_all()
            self.hidden += 1
            for seat, code in picked.items():
                self.picks[seat].append(code)
                self.packs[seat].remove(code)
            last = self.seats[-1]
            self.packs = {seat: self.packs[seat - 1 if seat > 1 else last] for seat in self.seats}
        return {seat: [code for code in picks for _ in range(2)] for seat, picks in self.picks.items()}

    def pick_all(self) -> Flow[dict[int, str]]:
        while True:
            asks = {}
            for seat in self.seats:
                codes = sorted(self.packs[seat], key=lambda code: FILE_ORDER[code])
                asks[seat] = Ask("pick", frozenset(codes), codes[0])
            came = yield {seat: ask for seat, ask in asks.items() if seat not in self.gone}
            if not isinstance(came, Forfeit):
                return {seat: came.get(seat, ask.default) for seat, ask in asks.items()}
            self.leave_table(came.seat)

    def deal(self, reserves: dict[int, list[str]]) -> Flow[None]:
        """M7, M14."""
        for seat in self.seats:
            if seat in self.gone:
                continue
            side = self.sides[seat]
            side.hand = [Card(code) for code in BASICS]
            side.deck = yield from self.shuffled("DECK", f"S{seat}", [Card(code) for code in BASICS])
            cards = [Card(code) for code in sorted(reserves[seat], key=lambda code: FILE_ORDER[code])]
            order = yield from self.shuffled("RESERVE", f"S{seat}", cards)
            side.reserve = [order[at : at + PILE] for at in range(0, len(order), PILE)]

    def mulligans(self, clockwise: list[int]) -> Flow[None]:
        """M15."""
        for seat in list(clockwise):
            if seat in self.gone:
                continue
            self.active = self.owner = seat
            try:
                again = yield from self.yes_or_no(seat, "mulligan")
            except TurnEnds:
                continue
            if again:
                self.hidden += 1
                for pile in self.sides[seat].reserve:
                    pile.append(pile.pop(0))
        self.owner = None

    # Rounds

    def play_round(self, seat: int | None) -> Flow[None]:
        assert seat is not None
        if self.solo:
            yield from self.solo_round(seat)
        else:
            for each in itertools.cycle(self.around_all(seat)):
                if not any(side.hand for side in self.sides.values()):
                    break
                # M17, and M54 for those who have no hand any more.
                if self.sides[each].hand:
                    yield from self.turn(each)
        self.owner = None

    def solo_round(self, seat: int) -> Flow[None]:
        """M63: no matter who begins, the boss and the player alternate until the hand is empty."""
        if seat == BOSS:
            self.active = BOSS
            yield from self.power("round")
            yield from self.boss_turn()
        while self.sides[1].hand:
            yield from self.turn(1)
            if self.sides[1].hand:
                yield from self.boss_turn()

    def around_all(self, seat: int) -> list[int]:
        return self.seats[seat - 1 :] + self.seats[: seat - 1]

    def turn(self, seat: int) -> Flow[None]:
        """M18."""
        self.active = self.owner = seat
        try:
            if not self.crushed:
                self.crush(seat)
            self.crushed = False
            yield from self.move(seat)
            self.clear_away()
            if self.sides[seat].hand:  # M22
                yield from self.act(seat)
        except TurnEnds:
            pass
        self.clear_away()

    def move(self, seat: int) -> Flow[None]:
        """M20."""
        arena = self.sides[seat].arena
        if arena["A"] is None:
            return
        empty = [zone for zone in "LR" if arena[zone] is None]
        zone = empty[0] if len(empty) == 1 else (yield from self.choose(seat, "flank", {"L": "L", "R": "R"}))
        if arena[zone] is not None:
            yield from self.leave(seat, zone)
        arena[zone], arena["A"] = arena["A"], None

    def act(self, seat: int) -> Flow[None]:
        side = self.sides[seat]
        options = self.actions(seat)
        hidden = len(side.hand) > 1
        kind, cards, pile = yield from self.choose(seat, "act", options, public=not hidden)
        side.hand = [card for card in side.hand if card not in cards]
        if kind == "D":
            yield from self.deploy(seat, cards[0])
            return
        self.to_discard(seat, cards)
        assert pile is not None
        card = self.take_from_reserve(seat, pile)
        if kind == "I":
            side.incubator = card
            self.happened(seat, "incubate", card)
            return
        yield from self.deploy(seat, card, bred=True)

    def actions(self, seat: int) -> dict[str, tuple[str, list[Card], int | None]]:
        """Return every action by its text; the first is the default (M77)."""
        side = self.sides[seat]
        found: dict[str, tuple[str, list[Card], int | None]] = {}
        for card in self.by_code(side.hand).values():
            found[f"D {card.code}"] = ("D", [card], None)
        for pair in itertools.combinations(side.hand, 2):
            genes = set(pair[0].genes + pair[1].genes)
            for text, pile in side.tops().items():
                if set(side.reserve[pile][0].genes) <= genes:
                    found[f"B {joined(pair)}>{text}"] = ("B", list(pair), pile)
        if side.incubator is None:
            for card in side.hand:
                for text, pile in side.tops().items():
                    found[f"I {card.code}>{text}"] = ("I", [card], pile)
        return found

    # The end of a round

    def end_round(self) -> Flow[bool]:
        """Do M28-M32, and return whether the game is over."""
        first = BOSS if self.solo else self.first
        assert first is not None
        self.score_force()
        if self.round == ROUNDS:
            self.count()
            return True
        for side in self.sides.values():
            if side.incubator is not None:
                side.deck.insert(0, side.incubator)
                side.incubator = None
        self.active = first
        for seat in [1] if self.solo else self.around_all(first):
            if seat in self.gone:
                continue
            try:
                yield from self.draw(seat, HAND)
            except TurnEnds:
                continue
        if self.solo:
            self.line_up([1, BOSS])
            return False
        ascending = [seat for points in sorted(self.score) for seat in self.score[points]]
        self.line_up(ascending)
        self.first = ascending[-1]
        return False

    def on_track(self) -> list[int]:
        """Return who is at the table, the furthest ahead first."""
        return sorted(self.around(1 if self.solo else self.seats[0]), key=self.place, reverse=True)

    def score_force(self) -> None:
        """M28, M69."""
        order = self.on_track()
        if self.solo:
            if order[0] != BOSS:
                self.hurt(FIRST_POINTS[self.round - 1])
            return
        self.lines.append(rank_line(self, order))
        assert self.first is not None
        for seat in self.around_all(self.first):
            if seat in self.gone:
                continue
            if seat == order[0]:
                self.gain_points(seat, FIRST_POINTS[self.round - 1])
            elif seat != order[-1]:
                self.gain_points(seat, MIDDLE_POINTS[self.round - 1])

    def count(self) -> None:
        """M53."""
        if self.solo:
            self.result = {"end": "DEFEAT", "health": self.health, "round": self.round}
            return
        order = self.on_track()
        frozen = {
            seat: sum(freeze_value(card, self.sides[seat].freezer) for card in self.sides[seat].freezer)
            for seat in order
        }
        totals = {seat: self.sides[seat].points + frozen[seat] for seat in order}
        self.lines += [score_line(self, seat, totals[seat], frozen[seat]) for seat in sorted(order)]
        rank = sorted(order, key=lambda seat: (-totals[seat], frozen[seat], order.index(seat)))
        self.result = {"end": "RULES", "totals": totals, "rank": rank, "left": sorted(self.gone)}


Drawn: TypeAlias = Sequence[str | int]
Arrange: TypeAlias = Callable[[Match], int]


class DrawNeeded(Exception):  # noqa: N818 - it says what to tell, and nothing is wrong
    """Something is drawn that the game was not told.

    Attributes:
        draw: What, from which cards.
    """

    def __init__(self, draw: Draw) -> None:
        super().__init__(f"{draw.kind} {draw.owner}: {draw.number} of {', '.join(map(str, draw.cards))}")
        self.draw = draw


class Lot(Protocol):
    """Draws what a game is not told: a value, so that a game can be gone on with in several ways."""

    def draw(self, draw: Draw) -> tuple[Drawn, Lot]:
        """Return what comes up, and what draws next."""
        ...


class Run:
    """A flow and where it waits."""

    def __init__(self, match: Match, flow: Flow[None]) -> None:
        self.match, self.flow = match, flow
        self.asked: dict[int, Ask] = {}
        self.read = 0

    def send(self, answer: Mapping[int, str] | Forfeit | None, draws: list[Drawn], lot: Lot | None) -> Lot | None:
        """Go on to the next prompt, and return the lot behind it.

        What is not told is drawn by lot, and added to the draws.
        """
        came: Any = answer
        lines = self.match.lines
        if answer is not None:
            own = private_kinds(solo=self.match.solo)
            lines += answer_lines(answer, {seat for seat, ask in self.asked.items() if ask.kind in own})
        try:
            while True:
                request = self.flow.send(came)
                if not isinstance(request, Draw):
                    self.asked = request
                    return lot
                if self.read == len(draws):
                    if lot is None:
                        raise DrawNeeded(request)
                    drawn, lot = lot.draw(request)
                    draws.append(drawn)
                came = _checked(request, draws[self.read])
                lines.append(draw_line(request, came))
                self.read += 1
        except StopIteration:
            self.asked = {}
            assert self.match.result is not None
            lines.append(end_line(self.match.result))
            return lot


def _checked(draw: Draw, told: Drawn) -> Drawn:
    rest = list(draw.cards)
    for card in told:
        rest.remove(card)
    assert len(told) == draw.number
    return told


class Reference:
    """A game between seats 1, 2, …, or of seat 1 against the boss.

    Args:
        mode: `"2"`, `"3"`, `"4"` or `"solo"`.
        options: By their keys (N10); what is left out has its default.
        loadouts: The reserves of a constructed game (M13), as N4 writes them; empty for who has chosen none (M75).
        draws: What is drawn, in the order of N12; a lot draws the rest.
        lot: Draws what was not told. Without one, `DrawNeeded` is raised.
        arrange: Lays out a table in the middle of a round and returns who has the next turn; without it the game begins
            with its set-up.
    """

    def __init__(
        self,
        mode: str,
        options: Mapping[str, str] | None = None,
        loadouts: Sequence[str] = (),
        draws: Sequence[Drawn] = (),
        lot: Lot | None = None,
        arrange: Arrange | None = None,
    ) -> None:
        self.mode, self.options, self.loadouts = mode, dict(options or {}), tuple(loadouts)
        self.draws, self.arrange = list(draws), arrange
        self.answered: tuple[Mapping[int, str] | Forfeit, ...] = ()
        run = self._made()
        self.lot = run.send(None, self.draws, lot)
        self._run: Run | None = run
        self.uncovered = False
        """Whether something hidden came up behind the last answer (N7)."""

    def _made(self) -> Run:
        solo = self.mode == "solo"
        limits = self.options.get("limits", "none").replace("none", "")
        match = Match(
            1 if solo else int(self.mode),
            boss=self.options.get("boss", "wizard") if solo else "",
            ultra=self.options.get("ultra", "no") == "yes",
            limits=limits,
        )
        loadouts = [
            text or "+".join(usual_reserve(seat=seat, solo=solo, limits=limits))
            for seat, text in enumerate([*self.loadouts, *[""] * len(match.seats)][: len(match.seats)], 1)
        ]
        decks = self.options.get("decks", "random").replace("random", "")
        match.lines.append(head_line(self.mode, self.options))
        if solo or self.options.get("reserve") == "constructed":
            match.lines += answer_lines(dict(enumerate(loadouts, 1)), match.seats)
        if self.arrange is None:
            flow = match.whole(self.options.get("reserve", "draft"), decks, loadouts)
        else:
            flow = match.from_turn(self.arrange(match))
        return Run(match, flow)

    @property
    def run(self) -> Run:
        if self._run is None:
            self._run = self._made()
            for answer in (None, *self.answered):
                self._run.send(answer, self.draws, None)
        return self._run

    def _next(self, answer: Mapping[int, str] | Forfeit, drawn: Sequence[Drawn]) -> Reference:
        game = object.__new__(Reference)
        game.mode, game.options, game.loadouts = self.mode, self.options, self.loadouts
        game.arrange = self.arrange
        run = self.run
        game.draws = [*self.draws[: run.read], *(drawn or self.draws[run.read :])]
        game.answered = (*self.answered, answer)
        # The running flow goes along with the younger game; this one starts anew should it be asked once more.
        self._run = None
        before = run.match.hidden
        game.lot = run.send(answer, game.draws, self.lot)
        game.uncovered = run.match.hidden > before
        game._run = run
        return game

    def acting(self) -> list[int]:
        return sorted(self.run.asked)

    def answers(self, seat: int) -> set[str]:
        ask = self.run.asked.get(seat)
        return set(ask.answers) if ask else set()

    def after(self, texts: Mapping[int, str], drawn: Sequence[Drawn] = ()) -> Reference:
        """Return the game after the answers of all who are asked, and after what came up behind them."""
        assert sorted(texts) == self.acting()
        assert all(text in self.answers(seat) for seat, text in texts.items())
        return self._next(dict(texts), drawn)

    def forfeit(self, seat: int, drawn: Sequence[Drawn] = ()) -> Reference:
        """Return the game after a player has left (M54)."""
        assert self.acting()
        assert seat in self.run.match.seats
        assert seat not in self.left()
        return self._next(Forfeit(seat), drawn)

    def default(self, seat: int) -> str:
        """Return what is played for a seat that must decide and is late (M77)."""
        return self.run.asked[seat].default

    def shown(self, reader: int | None) -> dict[int, bool]:
        """Return of every seat that is asked whether a reader may read its answer (N8)."""
        own = private_kinds(solo=self.run.match.solo)
        return {seat: ask.kind not in own or reader == seat for seat, ask in self.run.asked.items()}

    def unread(self) -> int:
        """Return how many draws were told that have not come up."""
        return len(self.draws) - self.run.read

    def left(self) -> set[int]:
        """Return who has left (M54)."""
        return self.run.match.gone | self.run.match.leaving

    def told(self) -> dict[str, Any]:
        """Return all that can be compared with a state; tops come first, but on stacks and discards last."""
        match = self.run.match
        first = match.first and match.around(match.first)[0]
        return {
            "asked": {seat: ask.kind for seat, ask in self.run.asked.items()},
            "round": match.round,
            "first": first,
            "owner": match.owner,
            "left": sorted(self.left()),
            "force": [tuple(stack) for stack in match.track],
            "score": {points: tuple(stack) for points, stack in sorted(match.score.items()) if stack},
            "health": match.health if match.solo else None,
            "boss": self._side(BOSS) if match.solo else None,
            "sides": {seat: self._side(seat) for seat in match.seats if seat not in match.gone},
            "packs": {seat: sorted(pack) for seat, pack in getattr(match, "packs", {}).items()},
            "picks": {seat: list(picks) for seat, picks in getattr(match, "picks", {}).items()},
            "result": match.result,
        }

    def record(self) -> list[str]:
        """Return the lines of the record below its tags (N11)."""
        return [each.text if isinstance(each, Line) else each for each in self.run.match.lines]

    def copy_for(self, reader: int | None) -> list[str]:
        """Return the lines of the copy for a reader, or a spectator, while the match runs (N14)."""
        return [each.shown(reader) if isinstance(each, Line) else each for each in self.run.match.lines]

    def _side(self, seat: int) -> dict[str, Any]:
        side = self.run.match.sides[seat]
        return {
            "hand": codes(in_file_order(side.hand)),
            "deck": codes(side.deck),
            "discard": codes(side.discard),
            "freezer": codes(in_file_order(side.freezer)),
            "incubator": side.incubator and side.incubator.code,
            "reserve": tuple(codes(pile) for pile in side.reserve),
            "arena": {
                zone: (card.code, card.up) if card is not None else None
                for zone, card in ((zone, side.arena[zone]) for zone in ZONES)
            },
        }
