"""Events of Mutants, as values: pictures mark them, histories tell them.

Cards are codes, zones `"A"`, `"L"`, `"R"`, piles 1 to 3. In a Revolt seat 2 is the boss, which is not a player: texts
name it. The audience of an event that names a card has only the seats that may know it (M58, M59).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.events import Event
from engine.mutants.components import boss_name, title
from engine.text import Listed, Player, Text, Value, listed, say, say_n
from engine.values import Interned

ZONE_NAMES: dict[str, Text] = {
    "A": say("active zone", context="zone of an arena"),
    "L": say("left flank", context="zone of an arena"),
    "R": say("right flank", context="zone of an arena"),
}
"""The zones of an arena in words."""


def _cards(codes: tuple[str, ...]) -> Listed:
    return listed([title(code) for code in codes])


@dataclass(frozen=True, slots=True)
class MutantsEvent(Event, metaclass=Interned):
    """Any of these events; `boss` names the boss, e.g. `"Jack Ice"`, where it acts and not a player."""

    boss: str = field(default="", kw_only=True)

    @property
    def who(self) -> Value | Text:
        return boss_name(self.boss) if self.boss else Player(self.seat or 0)


@dataclass(frozen=True, slots=True)
class Picked(MutantsEvent):
    """A seat picked a card of its pack (M11); secret to it."""

    card: str = ""

    def text(self) -> Text:
        return say("{player} picks {card}.", player=self.who, card=title(self.card))


@dataclass(frozen=True, slots=True)
class PacksPassed(MutantsEvent):
    """Everyone has picked, and the packs go to the left; `pick` is the next one, 0 when the draft is over (M11)."""

    pick: int = 0

    def text(self) -> Text:
        if not self.pick:
            return say("The draft is over.")
        return say("Everyone has picked; the packs go to the left for pick {pick}.", pick=self.pick)


@dataclass(frozen=True, slots=True)
class ReserveShown(MutantsEvent):
    """The tops of a seat's reserve are turned up (M14, M15)."""

    cards: tuple[str, ...] = ()

    def text(self) -> Text:
        return say("{player}'s reserve shows {cards}.", player=self.who, cards=_cards(self.cards))


@dataclass(frozen=True, slots=True)
class ReserveKnown(MutantsEvent):
    """The cards of a seat's reserve, in data-file order; secret to that seat (M60)."""

    cards: tuple[str, ...] = ()

    def text(self) -> Text:
        return say("{player}'s reserve: {cards}.", player=self.who, cards=_cards(self.cards))


@dataclass(frozen=True, slots=True)
class FirstDrawn(MutantsEvent):
    """A seat begins (M8)."""

    def text(self) -> Text:
        return say("{player} is the first player.", player=self.who)


@dataclass(frozen=True, slots=True)
class Mulliganed(MutantsEvent):
    """A seat put the tops of its reserve under their piles, or kept them (M15)."""

    done: bool = False

    def text(self) -> Text:
        if self.done:
            return say("{player} puts their reserve tops under their piles.", player=self.who)
        return say("{player} keeps their reserve tops.", player=self.who)


@dataclass(frozen=True, slots=True)
class RoundBegan(MutantsEvent):
    """A round begins (M16); its seat is the first player."""

    round: int = 0

    def text(self) -> Text:
        return say("Round {round} begins; {player} goes first.", round=self.round, player=self.who)


@dataclass(frozen=True, slots=True)
class Crushed(MutantsEvent):
    """A seat crushed the competition (M19)."""

    points: int = 0

    def text(self) -> Text:
        return say("{player} crushes the competition: +{points}.", player=self.who, points=self.points)


@dataclass(frozen=True, slots=True)
class Shifted(MutantsEvent):
    """The active card moved to a flank (M20)."""

    card: str = ""
    zone: str = ""

    def text(self) -> Text:
        return say(
            "{player}'s {card} moves to the {zone}.",
            card=title(self.card),
            player=self.who,
            zone=ZONE_NAMES[self.zone],
        )


@dataclass(frozen=True, slots=True)
class Left(MutantsEvent):
    """A card leaves the arena (M21), without its ability if it is K.O. (M45)."""

    card: str = ""
    zone: str = ""
    down: bool = False

    def text(self) -> Text:
        if self.down:
            return say("{player}'s {card}, K.O., leaves the arena.", card=title(self.card), player=self.who)
        return say("{player}'s {card} leaves the arena.", card=title(self.card), player=self.who)


@dataclass(frozen=True, slots=True)
class Deployed(MutantsEvent):
    """A card came into the active zone (M23); `origin` is `"hand"`, `"reserve"` (bred) or `"deck"`."""

    card: str = ""
    origin: str = "hand"

    def text(self) -> Text:
        if self.boss:
            return say("{player} plays {card}.", player=self.who, card=title(self.card))
        if self.origin == "deck":
            return say("{player} deploys the top card of their deck: {card}.", player=self.who, card=title(self.card))
        return say("{player} deploys {card}.", player=self.who, card=title(self.card))


@dataclass(frozen=True, slots=True)
class Bred(MutantsEvent):
    """A seat bred a reserve top with two discarded cards (M24)."""

    card: str = ""
    pile: int = 0

    def text(self) -> Text:
        return say("{player} breeds {card}.", player=self.who, card=title(self.card))


@dataclass(frozen=True, slots=True)
class Incubated(MutantsEvent):
    """A seat put a reserve top into the incubator for a discarded card (M25)."""

    card: str = ""
    pile: int = 0

    def text(self) -> Text:
        return say("{player} incubates {card}.", player=self.who, card=title(self.card))


@dataclass(frozen=True, slots=True)
class Hatched(MutantsEvent):
    """An incubated card goes on top of the deck (M30)."""

    card: str = ""

    def text(self) -> Text:
        return say("The incubated {card} goes on top of {player}'s deck.", card=title(self.card), player=self.who)


@dataclass(frozen=True, slots=True)
class Discarded(MutantsEvent):
    """Cards were discarded in public (M59); the last is on top."""

    cards: tuple[str, ...] = ()

    def text(self) -> Text:
        return say("{player} discards {cards}.", player=self.who, cards=_cards(self.cards))


@dataclass(frozen=True, slots=True)
class Drew(MutantsEvent):
    """A seat drew cards; their number is public."""

    count: int = 0

    def text(self) -> Text:
        return say_n("{player} draws {count} card.", "{player} draws {count} cards.", self.count, player=self.who)


@dataclass(frozen=True, slots=True)
class DrewCards(MutantsEvent):
    """The cards that a seat drew; secret to it (M58)."""

    cards: tuple[str, ...] = ()

    def text(self) -> Text:
        return say("{player} draws {cards}.", player=self.who, cards=_cards(self.cards))


@dataclass(frozen=True, slots=True)
class Shuffled(MutantsEvent):
    """A discard was shuffled and became the deck (M40, M65)."""

    count: int = 0

    def text(self) -> Text:
        return say_n(
            "{player} shuffles their discard into a new deck of {count} card.",
            "{player} shuffles their discard into a new deck of {count} cards.",
            self.count,
            player=self.who,
        )


@dataclass(frozen=True, slots=True)
class Frozen(MutantsEvent):
    """A card went into the freezer (M41).

    Attributes:
        card: Empty for one from hand or discard, which only its owner sees (`FrozenCard`).
        origin: `"arena"`, `"hand"`, `"discard"` or `"reserve"`.
        zone: Its zone in the arena, or the one it has left; empty elsewhere.
    """

    card: str = ""
    origin: str = "arena"
    zone: str = ""

    def text(self) -> Text:
        if self.card:
            return say("{player} freezes {card}.", player=self.who, card=title(self.card))
        if self.origin == "hand":
            return say("{player} freezes a card from their hand.", player=self.who)
        return say("{player} freezes a card from their discard.", player=self.who)


@dataclass(frozen=True, slots=True)
class FrozenCard(MutantsEvent):
    """The card that went from hand or discard into the freezer; secret to its owner (M58)."""

    card: str = ""

    def text(self) -> Text:
        return say("{player} freezes {card}.", player=self.who, card=title(self.card))


@dataclass(frozen=True, slots=True)
class Took(MutantsEvent):
    """A seat took a card of the discard into the hand (M59)."""

    def text(self) -> Text:
        return say("{player} takes a card from their discard into their hand.", player=self.who)


@dataclass(frozen=True, slots=True)
class TookCard(MutantsEvent):
    """The card taken from the discard; secret to its owner (M59)."""

    card: str = ""

    def text(self) -> Text:
        return say("{player} takes {card} into their hand.", player=self.who, card=title(self.card))


@dataclass(frozen=True, slots=True)
class Gained(MutantsEvent):
    """A reserve top went to a zone: `"hand"`, `"deck"`, `"incubator"`, `"discard"` or `"freezer"` (M47)."""

    card: str = ""
    zone: str = "hand"
    pile: int = 0

    def text(self) -> Text:
        return _GAINED[self.zone].using(player=self.who, card=title(self.card))


_GAINED: dict[str, Text] = {
    "hand": say("{player} gains {card} to their hand."),
    "deck": say("{player} gains {card} onto their deck."),
    "incubator": say("{player} gains {card} to their incubator."),
    "discard": say("{player} gains {card} to their discard."),
    "freezer": say("{player} gains {card} to their freezer."),
}
