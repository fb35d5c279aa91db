"""The values hosting works with: those that are stored as they are (`store.values`), and a match with its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.game import Json, Mode, Seat, Setup
from engine.session import Session
from engine.text import Player, Text
from store.values import (
    Deadline,
    MatchSeat,
    MatchStatus,
    MatchSummary,
    Person,
    Place,
    PlayerSettings,
    Post,
    PostKind,
    ServerSettings,
    SilenceEntry,
    Table,
    TableSeat,
    TableStatus,
    Where,
)

__all__ = [
    "Deadline",
    "Match",
    "MatchSeat",
    "MatchStatus",
    "MatchSummary",
    "Parked",
    "Person",
    "Place",
    "PlayerSettings",
    "Post",
    "PostKind",
    "ServerSettings",
    "SilenceEntry",
    "Table",
    "TableSeat",
    "TableStatus",
    "Where",
    "dump_text",
    "load_text",
]


@dataclass(frozen=True, slots=True)
class Parked:
    """Why a match cannot go on at the moment.

    Attributes:
        text: For people.
        code: For programs.
    """

    text: Text
    code: str


@dataclass(frozen=True, slots=True)
class Match:
    """A table that started, at one moment.

    Attributes:
        id: Never used again for another match.
        guild_id: The server.
        channel_id: The channel or thread in which the board is shown.
        game: Key of the game.
        setup: What the game started from.
        seats: In the order of play.
        places: Every channel that belongs to it.
        status: "parked" if its boards cannot be posted at the moment.
        seq: Number of the last event; 0 before the first turn. It never goes down.
        session: The game itself.
        started_at: When.
        ended_at: When; None while it goes on.
        organiser_id: Who was the table's host.
        parked: Why, while it is parked.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    setup: Setup
    seats: tuple[MatchSeat, ...]
    places: tuple[Place, ...]
    status: MatchStatus
    seq: int
    session: Session
    started_at: datetime
    ended_at: datetime | None
    organiser_id: int
    parked: Parked | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, for seat 1, 2, …."""
        return tuple(seat.name for seat in self.seats)

    @property
    def mode(self) -> Mode:
        """How the players sit."""
        mode = self.session.game.info.mode(self.setup.mode)
        if mode is None:
            raise AssertionError(f"match {self.id} has a mode that its game does not have: {self.setup.mode}")
        return mode

    @property
    def silent(self) -> bool:
        """Whether teammates may not communicate."""
        return self.mode.silent

    @property
    def over(self) -> bool:
        """Whether it ended."""
        return self.status == "over"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The people who must decide now, in the order of play."""
        return tuple(seat.user_id for seat in self.seats if seat.seat in self.session.to_act)

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a player, or None for anybody else."""
        return next((seat.seat for seat in self.seats if seat.user_id == user_id), None)

    def user_of(self, seat: Seat) -> int:
        """Return who plays a seat."""
        return self.seats[seat - 1].user_id

    def place(self, role: str) -> Place | None:
        """Return the channel with a role, or None."""
        return next((place for place in self.places if place.role == role), None)


def dump_text(text: Text) -> dict[str, Json]:
    """Return a text as JSON; `load_text` takes it back."""
    values: dict[str, Json] = {}
    for key, value in text.values:
        if isinstance(value, Text):
            values[key] = dump_text(value)
        elif isinstance(value, Player):
            values[key] = {"seat": value.seat}
        else:
            values[key] = value
    return {"template": text.template, "values": values}


def load_text(data: Json) -> Text:
    """Return the text that `dump_text` wrote.

    Raises:
        ValueError: It wrote no such thing.
    """
    match data:
        case {"template": str() as template, "values": Mapping() as values}:
            return Text(template, tuple((key, _value(value)) for key, value in values.items()))
    raise ValueError(f"not a text: {data!r}")


def _value(data: Json) -> str | int | Player | Text:
    match data:
        case str() | int():
            return data
        case {"seat": int() as seat}:
            return Player(seat)
    return load_text(data)
