"""Events of Replica, as values: pictures mark them, histories tell them. Squares are written `"e4"`."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.seat import Seat
from engine.text import Player, Text, listed, say
from engine.values import Interned


@dataclass(frozen=True, slots=True)
class Stepped(Event):
    """A piece moved one square, from `origin` to `target` (P4)."""

    origin: str
    target: str
    king: bool

    def text(self) -> Text:
        if self.king:
            return say(
                "{player} moves a king from {origin} to {target}.",
                player=self.player,
                origin=self.origin,
                target=self.target,
            )
        return say(
            "{player} moves a piece from {origin} to {target}.",
            player=self.player,
            origin=self.origin,
            target=self.target,
        )


@dataclass(frozen=True, slots=True)
class Jumped(Event):
    """A piece jumped from `origin` to `target` over its friends on `over`, the nearest first (P4)."""

    origin: str
    target: str
    over: tuple[str, ...]
    king: bool

    def text(self) -> Text:
        over = listed(self.over, "comma")
        if self.king:
            return say(
                "{player} jumps with a king from {origin} to {target}, over {over}.",
                player=self.player,
                origin=self.origin,
                target=self.target,
                over=over,
            )
        return say(
            "{player} jumps with a piece from {origin} to {target}, over {over}.",
            player=self.player,
            origin=self.origin,
            target=self.target,
            over=over,
        )


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A piece of `owner` on `square` was captured: the one that just stepped or jumped there replaced it (P4, P7)."""

    owner: Seat
    square: str
    king: bool

    def text(self) -> Text:
        if self.king:
            return say(
                "{player} captures {owner}'s king on {square}.",
                player=self.player,
                owner=Player(self.owner),
                square=self.square,
            )
        return say(
            "{player} captures {owner}'s piece on {square}.",
            player=self.player,
            owner=Player(self.owner),
            square=self.square,
        )


@dataclass(frozen=True, slots=True)
class Transformed(Event, metaclass=Interned):
    """A piece on `square` was flipped to a king, seen by the friendly kings on `seen_from` (P5)."""

    square: str
    seen_from: tuple[str, ...]

    def text(self) -> Text:
        return say("{player} makes the piece on {square} a king.", player=self.player, square=self.square)


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """A seat ended its turn although one of its kings could have gone on (P9, P10)."""

    def text(self) -> Text:
        return say("{player} ends the turn.", player=self.player)


@dataclass(frozen=True, slots=True)
class Arrived(Event):
    """A seat has a king in the opposite corner, `square`, and has won (P7)."""

    square: str

    def text(self) -> Text:
        return say("{player} has a king in the opposite corner, {square}.", player=self.player, square=self.square)
