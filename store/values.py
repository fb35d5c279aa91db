"""The values that are stored as they are; hosting hands them on (`hosting.model`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from engine.game import Json, Seat

Where: TypeAlias = Literal["here", "thread", "channels"]
TableStatus: TypeAlias = Literal["open", "started", "cancelled"]
MatchStatus: TypeAlias = Literal["running", "parked", "over"]
PostKind: TypeAlias = Literal["board", "status", "ended", "notice"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, with the name to show for them."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat at a table that gathers players.

    Attributes:
        seat: From 1, in the order of play.
        user_id: Who sits here, or is asked to; None while the seat is free.
        name: Theirs; empty while the seat is free.
        invited: True until the person who was asked answers.
    """

    seat: Seat
    user_id: int | None = None
    name: str = ""
    invited: bool = False

    @property
    def free(self) -> bool:
        """Whether anybody may sit down here."""
        return self.user_id is None

    @property
    def taken(self) -> bool:
        """Whether somebody sits here who agreed to play."""
        return self.user_id is not None and not self.invited


@dataclass(frozen=True, slots=True)
class Table:
    """A table that gathers players for a match.

    Attributes:
        id: Never used again for another table.
        guild_id: The server.
        channel_id: Where the table was opened.
        game: Key of the game.
        mode: Key of the mode.
        options: Pairs of option key and value.
        where: Whether the match is played in this channel, in a thread, or in channels of its own.
        host: Who opened it, or took it over.
        status: A table that started or was cancelled changes no more.
        seats: In the order of play.
        message_id: The message that shows it.
        match_id: The match it became.
        rev: Counted up with every change.
        created_at: When it was opened.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    where: Where
    host: Person
    status: TableStatus
    seats: tuple[TableSeat, ...]
    message_id: int | None
    match_id: int | None
    rev: int
    created_at: datetime

    def seat_of(self, user_id: int) -> TableSeat | None:
        """Return the seat of a person who sits here or is invited, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """A player of a match; name and team are fixed when it starts.

    Attributes:
        seat: From 1, in the order of play.
        user_id: Who plays it.
        name: Unique within the match.
        team: Index of the team; None where everyone plays alone.
    """

    seat: Seat
    user_id: int
    name: str
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A channel that belongs to a match.

    Attributes:
        role: "board", "spectators", "team:0", "team:1", … or "category".
        channel_id: Its id.
    """

    role: str
    channel_id: int

    @property
    def shows_boards(self) -> bool:
        """Whether every turn is posted here."""
        return self.role == "board" or self.role.startswith("team:")


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A line in a list of matches.

    Attributes:
        to_act: The people who must decide now, in the order of play.
        moved_at: When the last turn was played; the start if there was none.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    mode: str
    names: tuple[str, ...]
    to_act: tuple[int, ...]
    status: MatchStatus
    seq: int
    started_at: datetime
    moved_at: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """Something that must be posted, once.

    Attributes:
        id: Never used again for another post: fit to be a nonce.
        match_id: Whose.
        seq: The match's event that it shows; 0 is the start.
        kind: "board", "status", "ended" or "notice".
        channel_id: Where to.
        payload: `{"role": …}` of the place; for "notice" `{"text": …}` as `hosting.model.dump_text` writes it.
        attempts: 0 only if it was certainly never handed to a poster before; otherwise it may have been posted.
        created_at: When it became due.
    """

    id: int
    match_id: int
    seq: int
    kind: PostKind
    channel_id: int
    payload: Mapping[str, Json]
    attempts: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Deadline:
    """An appointment: something to do at a time.

    Attributes:
        kind: Who does it.
        key: Which one; `kind` and `key` together are unique.
        due_at: When.
        payload: For whoever does it.
    """

    kind: str
    key: str
    due_at: datetime
    payload: Json = None


@dataclass(frozen=True, slots=True)
class SilenceEntry:
    """A line of the silence log.

    Attributes:
        id: In the order of writing.
        match_id: The team match.
        code: What happened, e.g. `"overwrite-repaired"`.
        channel_id: Where, if in a channel.
        user_id: Who is concerned, if it is a person.
        detail: For whoever reads the log.
        at: When.
    """

    id: int
    match_id: int
    code: str
    channel_id: int | None
    user_id: int | None
    detail: Mapping[str, Json] = field(default_factory=dict)
    at: datetime = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server's administrators chose.

    Attributes:
        silence_blocks_start: Whether a silent match may not start while a player could bypass its permissions.
        transcript_days: How long the channels of a silent match stay after its end.
        palette: Key of the colours of boards; None for the standard ones.
        dark: Whether boards are dark.
        language: Of what everybody reads, e.g. "fr"; None for the server's own.
    """

    silence_blocks_start: bool = False
    transcript_days: int = 7
    palette: str | None = None
    dark: bool = True
    language: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a player chose for what only they see, and for how they are called.

    Attributes:
        palette: Key of the colours of boards; None for the server's.
        dark: Whether boards are dark; None for as the server has it.
        language: E.g. "fr"; None for that of their Discord.
        text_boards: Whether they want boards as text.
        ping: Whether they want to be mentioned when it is their turn.
    """

    palette: str | None = None
    dark: bool | None = None
    language: str | None = None
    text_boards: bool = False
    ping: bool = True
