"""The stack of unfinished steps, as values: the last frame of `State.stack` is the next to go on.

A frame is popped before it is carried out; one that has more to do pushes itself again, below the frame that it waits
for. An `Ask` on top is a prompt: the frame below it gets the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from engine.seat import Seat
from engine.values import Interned


@dataclass(frozen=True, slots=True)
class Picking(metaclass=Interned):
    """Everyone picks a card of a pack at once (M11)."""


@dataclass(frozen=True, slots=True)
class Mulligans(metaclass=Interned):
    """Seats that may still put their reserve tops under their piles, in this order (M15)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NewRound(metaclass=Interned):
    """A round begins (M16)."""


@dataclass(frozen=True, slots=True)
class Turns(metaclass=Interned):
    """The next turn is that of a seat, or of the next one with cards (M16, M17); else the round ends."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Moving(metaclass=Interned):
    """A seat moves its active mutant (M20)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Shifting(metaclass=Interned):
    """The active card of a seat goes to a flank that is now free (M20)."""

    seat: Seat
    zone: str


@dataclass(frozen=True, slots=True)
class Acting(metaclass=Interned):
    """A seat carries out its action (M18)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BossTurn(metaclass=Interned):
    """The boss takes a turn (M64)."""


@dataclass(frozen=True, slots=True)
class BossPlays(metaclass=Interned):
    """The boss plays the top card of its deck (M64)."""


@dataclass(frozen=True, slots=True)
class DrawingHands(metaclass=Interned):
    """Seats that still draw six, in this order (M31)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Reset(metaclass=Interned):
    """The force markers go back, and the next round begins (M32)."""


@dataclass(frozen=True, slots=True)
class Leaving(metaclass=Interned):
    """A card is out of its zone, and its leave ability is being resolved (M21).

    Attributes:
        card: In no zone until this frame goes on.
        zone: The zone it has left.
        frozen: Whether its ability put it into the freezer (M42).
        able: Whether it was face up and so had its ability (M45).
    """

    seat: Seat
    card: str
    zone: str
    frozen: bool = False
    able: bool = True


@dataclass(frozen=True, slots=True)
class Ability(metaclass=Interned):
    """An ability resolves, effect by effect (M34).

    Attributes:
        seat: The acting player.
        card: The acting mutant; empty for the boss's set-up and power.
        zone: The acting mutant's zone, or the one it has left; empty without a mutant.
        source: The card with the ability, or the boss.
        half: `"deploy"`, `"leave"`, `"parry"`, `"setup"`, or `"power"` with the number of the power, from 0.
        index: Of the next effect.
        leaving: Whether the acting mutant is leaving (M21).
        copied: Abilities copied in this resolution (M50): place, card, half.
        nested: Whether it is copied, by the ability in the frame below.
    """

    seat: Seat
    card: str
    zone: str
    source: str
    half: str
    index: int = 0
    leaving: bool = False
    copied: tuple[tuple[str, str, str], ...] = ()
    nested: bool = False

    def at(self, index: int, copied: tuple[tuple[str, str, str], ...] | None = None) -> Ability:
        """Return it before another effect, and with other abilities `copied`, if any are given."""
        return Ability(
            self.seat,
            self.card,
            self.zone,
            self.source,
            self.half,
            index,
            self.leaving,
            self.copied if copied is None else copied,
            self.nested,
        )


@dataclass(frozen=True, slots=True)
class Attacking(metaclass=Interned):
    """An attack goes on with its victims (M43).

    Attributes:
        seat: The attacker.
        card: The acting mutant.
        zone: Its zone, or the one it has left.
        source: The card with the ability, or the boss.
        half: As in `Ability`.
        index: The attack's place among that ability's effects.
        victims: The remaining ones, in order (M35).
        step: The attack's next effect on the first of them; -1 before the question of a parry (M44).
    """

    seat: Seat
    card: str
    zone: str
    source: str
    half: str
    index: int
    victims: tuple[Seat, ...]
    step: int = -1

    def at(self, step: int, victims: tuple[Seat, ...]) -> Attacking:
        """Return it before another step."""
        return Attacking(self.seat, self.card, self.zone, self.source, self.half, self.index, victims, step)


@dataclass(frozen=True, slots=True)
class Parrying(metaclass=Interned):
    """A parry has resolved (M44)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class KnockingOut(metaclass=Interned):
    """A mutant of a seat is turned face down (M45); `by` is the attacker, or 0."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class Drawing(metaclass=Interned):
    """A seat draws (M40): `left` cards to come, `drawn` done.

    `purpose` is `"hand"`; `"cycle"`, where as many are discarded then (M39); `"deploy"`, where the card is deployed
    (M46); `"round"` (M31).
    """

    seat: Seat
    left: int
    drawn: int
    purpose: str


@dataclass(frozen=True, slots=True)
class Discarding(metaclass=Interned):
    """A seat discards cards of its hand, or all if it has no more.

    `kind` is that of the prompt: `"cycle"`, `"discard"`, `"cost"` or `"take-discard"`.
    """

    seat: Seat
    count: int
    kind: str


@dataclass(frozen=True, slots=True)
class Taking(metaclass=Interned):
    """A seat takes a card of its discard."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Gaining(metaclass=Interned):
    """A seat gains a reserve top (M47).

    Attributes:
        zone: The target.
        cost: The cards to discard first (M51); 0 once that is done.
        may: Whether it may be declined.
    """

    seat: Seat
    zone: str
    cost: int
    may: bool


@dataclass(frozen=True, slots=True)
class Freezing(metaclass=Interned):
    """A seat freezes a card (M41): as `Freeze`, by the acting mutant of an `Ability` below."""

    seat: Seat
    what: str
    may: bool


@dataclass(frozen=True, slots=True)
class Flipping(metaclass=Interned):
    """A seat turns a K.O. mutant face up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ask(metaclass=Interned):
    """A prompt (N8).

    Attributes:
        kind: As `view.Prompt.kind`.
        seat: The answering seat.
        about: The owner of the cards to choose from: the same, or the boss.
        count: The number of cards to choose.
        may: Whether it may be declined.
        places: The public choices: zones, numbers of piles, or abilities to copy (`"L.D"`, `"ZOM.L"`); empty for
            prompts about a hand or a discard, and for yes and no.
    """

    kind: str
    seat: Seat
    about: Seat
    count: int = 1
    may: bool = False
    places: tuple[str, ...] = ()


Frame: TypeAlias = (
    Picking
    | Mulligans
    | NewRound
    | Turns
    | Moving
    | Shifting
    | Acting
    | BossTurn
    | BossPlays
    | DrawingHands
    | Reset
    | Leaving
    | Ability
    | Attacking
    | Parrying
    | KnockingOut
    | Drawing
    | Discarding
    | Taking
    | Gaining
    | Freezing
    | Flipping
    | Ask
)

FLOW = (Picking, Mulligans, NewRound, Turns, Moving, Shifting, Acting, BossTurn, BossPlays, DrawingHands, Reset)
"""Frames of the game's course; all others are parts of a resolving ability, except a `Drawing` of a round."""

_KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        *FLOW,
        Leaving,
        Ability,
        Attacking,
        Parrying,
        KnockingOut,
        Drawing,
        Discarding,
        Taking,
        Gaining,
        Freezing,
        Flipping,
        Ask,
    )
}


def write_frame(frame: Frame) -> str:
    """Return a frame as one word: its name and its fields in order, after colons."""
    return ":".join([type(frame).__name__, *(_written(getattr(frame, each.name)) for each in fields(frame))])


def read_frame(text: str) -> Frame:
    name, *values = text.split(":")
    if name not in _KINDS or len(values) != len(fields(_KINDS[name])):
        raise ValueError(f"not a frame: {text!r}")
    kind = _KINDS[name]
    frame: Frame = kind(*(_READERS[each.type](value) for each, value in zip(fields(kind), values, strict=True)))
    return frame


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, tuple):
        return ",".join(".".join(each) if isinstance(each, tuple) else str(each) for each in value)
    return str(value)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _yes(text: str) -> bool:
    if text not in ("y", "n"):
        raise ValueError(f"neither y nor n: {text!r}")
    return text == "y"


def _threes(text: str) -> tuple[tuple[str, str, str], ...]:
    found = []
    for word in _words(text):
        one, two, three = word.split(".")
        found.append((one, two, three))
    return tuple(found)


_READERS: dict[Any, Callable[[str], object]] = {
    "Seat": int,
    "int": int,
    "str": str,
    "bool": _yes,
    "tuple[str, ...]": _words,
    "tuple[Seat, ...]": lambda text: tuple(map(int, _words(text))),
    "tuple[tuple[str, str, str], ...]": _threes,
}
"""Parsers for fields, by type."""
