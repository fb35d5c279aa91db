"""Events of APEX as values: pictures mark them, histories tell them. Slots are written `"B2"`, tiles `"N08"`."""

from __future__ import annotations

from dataclasses import dataclass

from engine.apex.components import BONUS_NAMES, NAMES, TRACK_NAMES
from engine.apex.legal import REASONS, RULES, Idle
from engine.events import Event
from engine.seat import Seat
from engine.text import Player, Text, listed, say
from engine.values import quickly_made

SIDE_NAMES: dict[str, Text] = {
    "W": say("War", context="strategy"),
    "E": say("Evolution", context="strategy"),
    "C": say("Colonisation", context="strategy"),
    "X": say("Expansion", context="strategy"),
}
"""The four sides of a card."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A seat took a civilisation and put its home sector on a slot (A12)."""

    civilisation: str
    home: str
    ships: int

    def text(self) -> Text:
        return say(
            "{player} leads the {civilisation} from {home}.",
            player=self.player,
            civilisation=NAMES[self.civilisation],
            home=self.home,
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class AgeBegan(Event):
    """The cards were dealt for an age (A16); `undealt` are the remaining ones, face up."""

    age: int
    undealt: tuple[int, ...]

    def text(self) -> Text:
        if self.undealt:
            return say("Age {age} begins; not dealt: {cards}.", age=self.age, cards=listed(self.undealt, "comma"))
        return say("Age {age} begins.", age=self.age)


@quickly_made
@dataclass(frozen=True, slots=True)
class HandTaken(Event):
    """A seat has a new hand, dealt or passed on; secret to that seat (its `audience`)."""

    cards: tuple[int, ...]
    dealt: bool

    def text(self) -> Text:
        cards = listed(self.cards, "comma")
        if self.dealt:
            return say("{player} is dealt {cards}.", player=self.player, cards=cards)
        return say("{player} gets the cards {cards}.", player=self.player, cards=cards)


@quickly_made
@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A seat's choice was revealed (A18, A72); `discard` is 0 where nothing is discarded."""

    card: int
    side: str
    discard: int

    def text(self) -> Text:
        if self.discard:
            return say(
                "{player} plays {side} with card {card} and discards {discard}.",
                player=self.player,
                side=SIDE_NAMES[self.side],
                card=self.card,
                discard=self.discard,
            )
        return say(
            "{player} plays {side} with card {card}.", player=self.player, side=SIDE_NAMES[self.side], card=self.card
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of a battle (A33 to A37).

    Attributes:
        ships: Before the battle.
        colony: Whether it had a colony there, the home colony included.
        armament: Added to the pawns.
        ships_left: After the battle.
        colony_left: Whether the colony survived.
    """

    seat: Seat
    ships: int
    colony: bool
    armament: int
    ships_left: int
    colony_left: bool

    @property
    def score(self) -> int:
        return self.ships + self.colony + self.armament


def _scores(fighters: tuple[Fighter, ...]) -> Text:
    first, *others = (say("{player} {score}", player=Player(each.seat), score=each.score) for each in fighters)
    for each in others:
        first = say("{scores} - {score}", scores=first, score=each)
    return first


@quickly_made
@dataclass(frozen=True, slots=True)
class Battle(Event):
    """A seat triggered a battle (A31 to A38); `winner` got a point, None for a tie."""

    slot: str
    fighters: tuple[Fighter, ...]
    winner: Seat | None

    def text(self) -> Text:
        scores = _scores(self.fighters)
        if self.winner is None and any(each.colony_left for each in self.fighters):  # A37
            return say(
                "{player} fights in {slot}: {scores}, a tie that destroys everything but the home colony.",
                player=self.player,
                slot=self.slot,
                scores=scores,
            )
        if self.winner is None:
            return say(
                "{player} fights in {slot}: {scores}, a tie that destroys everything.",
                player=self.player,
                slot=self.slot,
                scores=scores,
            )
        left = next(fighter.ships_left for fighter in self.fighters if fighter.seat == self.winner)
        return say(
            "{player} fights in {slot}: {scores}; {winner} wins and gets 1 point. Ships left there: {ships}.",
            player=self.player,
            slot=self.slot,
            scores=scores,
            winner=Player(self.winner),
            ships=left,
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class Evolved(Event):
    """A track rose to `level` (A41), or stayed at 5 (`rose` is False)."""

    track: int
    level: int
    rose: bool

    def text(self) -> Text:
        track = TRACK_NAMES[self.track]
        if self.rose:
            return say("{player} evolves: {track} rises to {level}.", player=self.player, track=track, level=self.level)
        return say(
            "{player}'s Evolution has no effect: {track} is already at level 5 ({rule}).",
            player=self.player,
            track=track,
            rule=RULES[Idle.AT_THE_TOP],
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class Colonised(Event):
    """A seat placed a colony (A42); `bonus` is a value of `Bonus`, its effect from now on (A43)."""

    slot: str
    bonus: int

    def text(self) -> Text:
        return say(
            "{player} places a colony on {slot} ({bonus}).",
            player=self.player,
            slot=self.slot,
            bonus=BONUS_NAMES[self.bonus],
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A seat moved `count` ships, through a portal or to an adjacent sector (A47, A48)."""

    origin: str
    target: str
    count: int
    portal: bool

    def text(self) -> Text:
        if self.portal:
            return say(
                "{player} sends ships through a portal from {origin} to {target}: {count}.",
                player=self.player,
                origin=self.origin,
                target=self.target,
                count=self.count,
            )
        return say(
            "{player} moves ships from {origin} to {target}: {count}.",
            player=self.player,
            origin=self.origin,
            target=self.target,
            count=self.count,
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class Explored(Event):
    """A sector was turned face up because a seat moved there (A74, A75); `bonus` is a value of `Bonus`."""

    slot: str
    tile: str
    bonus: int

    def text(self) -> Text:
        return say(
            "{player} explores {slot}: {tile} ({bonus}).",
            player=self.player,
            slot=self.slot,
            tile=self.tile,
            bonus=BONUS_NAMES[self.bonus],
        )


@dataclass(frozen=True, slots=True)
class Produced(Event):
    """A seat placed a new ship (A50)."""

    slot: str

    def text(self) -> Text:
        return say("{player} produces a ship in {slot}.", player=self.player, slot=self.slot)


@quickly_made
@dataclass(frozen=True, slots=True)
class Ambushed(Event):
    """A seat destroyed a ship of `victim` (A51)."""

    slot: str
    victim: Seat

    def text(self) -> Text:
        return say(
            "{player} ambushes {victim}'s ship in {slot}.",
            player=self.player,
            victim=Player(self.victim),
            slot=self.slot,
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class Converted(Event):
    """A seat destroyed a ship of `victim` and placed one of its own there (A52)."""

    slot: str
    victim: Seat

    def text(self) -> Text:
        return say(
            "{player} converts {victim}'s ship in {slot}.",
            player=self.player,
            victim=Player(self.victim),
            slot=self.slot,
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class Closed(Event):
    """A seat did nothing with a strategy; `idle` is the reason if no action was possible (A55)."""

    side: str
    idle: Idle | None = None

    def text(self) -> Text:
        side = SIDE_NAMES[self.side]
        if self.idle is not None:
            return say(
                "{player}'s {side} has no effect: {reason} ({rule}).",
                player=self.player,
                side=side,
                reason=REASONS[self.idle],
                rule=RULES[self.idle],
            )
        return say("{player} does nothing with {side}.", player=self.player, side=side)


@dataclass(frozen=True, slots=True)
class HandsPassed(Event):
    """All hands were passed on (A22): `step` is 1 to the next seat (left), -1 to the previous one (right)."""

    step: int

    def text(self) -> Text:
        if self.step > 0:
            return say("Everyone passes their hand to the left.")
        return say("Everyone passes their hand to the right.")


@quickly_made
@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A seat scored at the end of an age (A60, A61); `points` is its new total."""

    age: int
    sectors: int
    bonus: int
    points: int

    def text(self) -> Text:
        return say(
            "{player} scores {sectors} for sectors and {bonus} for colonies: {points} in all.",
            player=self.player,
            sectors=self.sectors,
            bonus=self.bonus,
            points=self.points,
        )
