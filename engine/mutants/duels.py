"""Events between players and on the tracks: force, attacks, parries, K.O.s, copies, points, health."""

from __future__ import annotations

from dataclasses import dataclass

from engine.mutants.components import boss_name, title
from engine.mutants.events import ZONE_NAMES, MutantsEvent
from engine.seat import Seat
from engine.text import Player, Text, listed, say


@dataclass(frozen=True, slots=True)
class ForceMoved(MutantsEvent):
    """A force marker moved, or could not fall any further.

    Attributes:
        change: Force gained (M36), or lost (M37) if negative.
        start: Its old space, from 0.
        end: Its new space.
        pushed: Whether an opponent's surplus force on Fury pushed it.
    """

    change: int = 0
    start: int = 0
    end: int = 0
    pushed: bool = False

    def text(self) -> Text:
        if self.pushed:
            return say("{player} is pushed back by {count}.", player=self.who, count=-self.change)
        if self.change > 0:
            return say("{player} gains {count} force.", player=self.who, count=self.change)
        return say("{player} loses {count} force.", player=self.who, count=-self.change)


@dataclass(frozen=True, slots=True)
class Attacked(MutantsEvent):
    """An attack begins (M43): the card, and its victims, who may be none."""

    card: str = ""
    victims: tuple[Seat, ...] = ()
    victim_boss: str = ""

    def text(self) -> Text:
        by = title(self.card) if self.card else self.who
        if not self.victims:
            return say("{card}'s attack hits nobody.", card=by)
        hit = listed([boss_name(self.victim_boss)] if self.victim_boss else [Player(seat) for seat in self.victims])
        return say("{card} attacks {players}.", card=by, players=hit)


@dataclass(frozen=True, slots=True)
class Parried(MutantsEvent):
    """A mutant parries an attack on its owner (M44)."""

    card: str = ""
    zone: str = ""

    def text(self) -> Text:
        return say("{card} parries for {player}.", card=title(self.card), player=self.who)


@dataclass(frozen=True, slots=True)
class KnockedOut(MutantsEvent):
    """A mutant of the event's seat is K.O. (M45); `by` is the attacking player, None without one."""

    card: str = ""
    zone: str = ""
    by: Seat | None = None

    def text(self) -> Text:
        return say(
            "{player}'s {card} on the {zone} is K.O.!",
            card=title(self.card),
            player=self.who,
            zone=ZONE_NAMES[self.zone],
        )


@dataclass(frozen=True, slots=True)
class Flipped(MutantsEvent):
    """A K.O. mutant is turned face up again."""

    card: str = ""
    zone: str = ""

    def text(self) -> Text:
        return say("{player} turns {card} face up.", player=self.who, card=title(self.card))


@dataclass(frozen=True, slots=True)
class Copied(MutantsEvent):
    """A mutant copies an ability of another (M49).

    Attributes:
        card: The copier.
        source: The card with the ability.
        half: `"deploy"` or `"leave"`.
        origin: `"arena"`, `"hand"`, `"discard"` or `"pool"`.
        zone: Of the source in the arena; empty elsewhere.
    """

    card: str = ""
    source: str = ""
    half: str = "deploy"
    origin: str = "arena"
    zone: str = ""

    def text(self) -> Text:
        if self.half == "deploy":
            return say("{card} copies {source}'s deploy ability.", card=title(self.card), source=title(self.source))
        return say("{card} copies {source}'s leave ability.", card=title(self.card), source=title(self.source))


@dataclass(frozen=True, slots=True)
class Triggered(MutantsEvent):
    """The permanent of a mutant acts (M48); its effects follow."""

    card: str = ""
    zone: str = ""

    def text(self) -> Text:
        return say("{card}'s permanent ability takes effect for {player}.", card=title(self.card), player=self.who)


@dataclass(frozen=True, slots=True)
class Empowered(MutantsEvent):
    """The special power of a boss acts, or its set-up if `setup` (M62, M63, M65); its effects follow."""

    setup: bool = False

    def text(self) -> Text:
        if self.setup:
            return say("{boss} is set up.", boss=self.who)
        return say("{boss}'s special power takes effect.", boss=self.who)


@dataclass(frozen=True, slots=True)
class PointsGained(MutantsEvent):
    """A seat gained VP by an effect."""

    points: int = 0

    def text(self) -> Text:
        return say("{player} gains {points} VP.", player=self.who, points=self.points)


@dataclass(frozen=True, slots=True)
class HealthChanged(MutantsEvent):
    """The boss's health rose or fell (M61, M64, M68); `health` is the new value."""

    change: int = 0
    health: int = 0

    def text(self) -> Text:
        if self.change < 0:
            return say(
                "{boss} loses {count} health and has {health}.",
                boss=self.who,
                count=-self.change,
                health=self.health,
            )
        return say(
            "{boss} gains {count} health and has {health}.", boss=self.who, count=self.change, health=self.health
        )


@dataclass(frozen=True, slots=True)
class Exploited(MutantsEvent):
    """A weakness was exploited, and its card goes to the box (M66); `HealthChanged` repeats the `damage`."""

    card: str = ""
    zone: str = ""
    damage: int = 0

    def text(self) -> Text:
        return say(
            "{card}'s weakness is exploited for {damage}; it goes to the box.",
            card=title(self.card),
            damage=self.damage,
        )


@dataclass(frozen=True, slots=True)
class RoundScored(MutantsEvent):
    """The force scoring of a round (M28): the seats from the furthest ahead to the last, and the points of each."""

    round: int = 0
    order: tuple[Seat, ...] = ()
    points: tuple[int, ...] = ()

    def text(self) -> Text:
        gains = [
            say("{player} +{points}", player=Player(seat), points=points)
            for seat, points in zip(self.order, self.points, strict=True)
        ]
        return say("Round {round} is scored: {gains}.", round=self.round, gains=listed(gains, "comma"))


@dataclass(frozen=True, slots=True)
class RevoltScored(MutantsEvent):
    """The end of a round of a Revolt (M69); its seat is ahead, or the boss if `boss` is named."""

    round: int = 0

    def text(self) -> Text:
        return say("Round {round} is over: {player} is ahead.", round=self.round, player=self.who)


@dataclass(frozen=True, slots=True)
class ZonesOpened(MutantsEvent):
    """A seat's cards that were secret until the end (M60, M74), in data-file order."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()

    def text(self) -> Text:
        return say(
            "{player} reveals: hand {hand}; deck {deck}; discard {discard}; reserve {reserve}.",
            player=self.who,
            hand=_counted(self.hand),
            deck=_counted(self.deck),
            discard=_counted(self.discard),
            reserve=_counted(self.reserve),
        )


def _counted(codes: tuple[str, ...]) -> str:
    counts = ((code, codes.count(code)) for code in dict.fromkeys(codes))
    return " ".join(code if count == 1 else f"{code}×{count}" for code, count in counts) or "–"


@dataclass(frozen=True, slots=True)
class FreezerOpened(MutantsEvent):
    """A freezer is opened at the end (M53, M74): its cards in data-file order, their values, all points of the seat."""

    cards: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    total: int = 0

    def text(self) -> Text:
        if not self.cards:
            return say("{player}'s freezer is empty: {total} in all.", player=self.who, total=self.total)
        items = [
            say("{card} {points}", card=title(card), points=value)
            for card, value in zip(self.cards, self.values, strict=True)
        ]
        return say(
            "{player}'s freezer holds {cards}: {points}, {total} in all.",
            player=self.who,
            cards=listed(items, "comma"),
            points=sum(self.values),
            total=self.total,
        )


@dataclass(frozen=True, slots=True)
class Boxed(MutantsEvent):
    """A player who resigned is removed from the game: hand, arena, incubator and markers go to the box (M54)."""

    def text(self) -> Text:
        return say("{player}'s cards and markers go to the box.", player=self.who)
