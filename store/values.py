"""The values that are stored as they are; hosting hands them on (`hosting.match.model`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from engine.game import Json, Seat
from engine.text import without_nul

Where: TypeAlias = Literal["here", "thread", "channels"]
TableStatus: TypeAlias = Literal["open", "started", "cancelled"]
MatchStatus: TypeAlias = Literal["running", "parked", "over"]
PostKind: TypeAlias = Literal["board", "status", "ended", "notice", "request", "watch", "nudge", "private", "sealed"]
RequestStatus: TypeAlias = Literal["open", "accepted", "refused", "withdrawn", "outdated"]
WatchKind: TypeAlias = Literal["match", "player", "league", "server"]
Nudges: TypeAlias = Literal["channel", "private", "off"]


@dataclass(frozen=True, slots=True)
class Person:
    """A person, with the name to show for them."""

    user_id: int
    name: str

    def __post_init__(self) -> None:
        """Take from the name what no database stores."""
        object.__setattr__(self, "name", without_nul(self.name))


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
        """Whether the player here agreed to play."""
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
        terms: What is agreed besides the rules, as `hosting.clock.control` writes it; empty for what is usual.
        position: Where the game starts, as it writes positions; empty for its own start.
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
    terms: Mapping[str, Json] = field(default_factory=dict)
    position: str = ""

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
class MatchTitle:
    """A match in a few words, to be chosen from a list.

    Attributes:
        names: Of its players, in the order of play.
        moved_at: When the last turn was played; the start if there was none.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    mode: str
    names: tuple[str, ...]
    status: MatchStatus
    moved_at: datetime


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A line in a list of matches.

    Attributes:
        to_act: The people who must decide now, in the order of play.
        moved_at: When the last turn was played; the start if there was none.
        clock: As `hosting.clock.match_clock` writes it; None without a clock.
        paused: Whether its players or an organiser stopped it.
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
    clock: Json = None
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Post:
    """Something that must be posted, once.

    Attributes:
        id: Never used again for another post: fit to be a nonce.
        match_id: Whose.
        seq: The match's event that it shows; 0 is the start.
        kind: "board", "status" and "ended" in the match's own channels; "notice" for a text; "request" for a question
            with buttons; "watch" for a board in a channel that follows; "nudge" for a reminder; "private" for a direct
            message; "sealed" for the commitments to choices of which only the number is known.
        channel_id: Where to; for "private" the id of the user.
        payload: `{"role": …}` of the place, with `"note"` where something else than a turn happened; `{"text": …}` for
            "notice", "nudge" and "private"; both texts as `engine.text.dump_text` writes them; `{"request": id}`;
            `{"watch": id}`.
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
        payload: For its handler.
    """

    kind: str
    key: str
    due_at: datetime
    payload: Json = None


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the bot was not there for its players, so that no clock ran.

    Attributes:
        id: From 1, in the order in which they were noted.
        start: Its last sign of life before.
        end: When it was back; earlier than `start` where the wall clock was put back meanwhile.
    """

    id: int
    start: datetime
    end: datetime

    @property
    def length(self) -> timedelta:
        """How long it took; negative where the wall clock was put back."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class SilenceEntry:
    """A line of the silence log.

    Attributes:
        id: In the order of writing.
        match_id: The team match.
        code: What happened, e.g. `"overwrite-repaired"`.
        channel_id: Where, if in a channel.
        user_id: Who is concerned, if it is a person.
        detail: For readers of the log.
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
        organiser_role_id: Members with this role organise matches, like those who may manage the server.
    """

    silence_blocks_start: bool = False
    transcript_days: int = 7
    palette: str | None = None
    dark: bool = True
    language: str | None = None
    organiser_role_id: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a player chose for what only they see, and for how they are called.

    Attributes:
        palette: Key of the colours of boards; None for the server's.
        dark: Whether boards are dark; None for as the server has it.
        language: E.g. "fr"; None for that of their Discord.
        text_boards: Whether they want boards as text.
        ping: Whether they want to be mentioned when it is their turn.
        nudges: Where they are reminded of a turn they have not played.
        zone: Name of their time zone, e.g. "Europe/Paris"; None for UTC.
        quiet_from: Minute of their day from which they are not disturbed; None for never.
        quiet_until: Minute of their day at which that ends; may be the smaller one.
        free_weekends: Whether their clocks stop on Saturdays and Sundays where the table allows it.
        digest_hour: Hour of their day at which they get a list of what waits for them; None for never.
    """

    palette: str | None = None
    dark: bool | None = None
    language: str | None = None
    text_boards: bool = False
    ping: bool = True
    nudges: Nudges = "channel"
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    free_weekends: bool = False
    digest_hour: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """Something a player asks the others to agree to.

    Attributes:
        id: Never used again for another request.
        match_id: Whose.
        seq: The match's event when it was asked.
        kind: What for, e.g. `"undo"` (`hosting.consent.requests`).
        seat: Whose wish it is.
        user_id: Who asked.
        detail: What is asked in particular.
        agreed: The seats that agreed, that of the asker among them.
        status: Only an open one can be answered.
        created_at: When it was asked.
        decided_at: When it was decided, taken back, or overtaken; None while it is open.
    """

    id: int
    match_id: int
    seq: int
    kind: str
    seat: Seat
    user_id: int
    detail: Mapping[str, Json]
    agreed: tuple[Seat, ...]
    status: RequestStatus
    created_at: datetime
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Turns that a seat will play when the others play what it foresees. A secret of its player.

    Attributes:
        match_id: Of which match.
        seat: Whose.
        user_id: Who made it; it dies with a substitution.
        seq: The match's event that the tree starts from.
        tree: As `hosting.match.conditional` writes it.
        at: When it was made or last followed.
    """

    match_id: int
    seat: Seat
    user_id: int
    seq: int
    tree: Json
    at: datetime


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a seat is held to while its choice is sealed (`hosting.match.sealing`).

    Attributes:
        match_id: Of which match.
        decision: The game's turn in which several choose at once.
        seat: Whose choice.
        salt: Random bytes, so that nobody finds the choice by trying.
        text: The choice. A secret until it is revealed.
        revealed: Whether it was.
    """

    match_id: int
    decision: int
    seat: Seat
    salt: bytes
    text: str
    revealed: bool = False


DropCause: TypeAlias = Literal["handed-over", "gave-up", "taken-back", "never-opened"]
"""Why a sealed choice never comes to light."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A hash that stood for a sealed choice which never comes to light; the choice itself is forgotten.

    Attributes:
        match_id: Of which match.
        decision: Which decision.
        seat: Whose choice it was.
        digest: The hash, in hexadecimal.
        cause: Why the choice is gone.
    """

    match_id: int
    decision: int
    seat: Seat
    digest: str
    cause: DropCause


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which a player's clocks are stopped."""

    id: int
    user_id: int
    starts_at: datetime
    ends_at: datetime
    announced_at: datetime


@dataclass(frozen=True, slots=True)
class Watch:
    """A channel that follows matches.

    Attributes:
        id: Never used again for another watch.
        guild_id: The server.
        channel_id: Where the boards are posted.
        kind: What is followed.
        target_id: The match, the player or the league; for "server" the server.
        quiet: Whether posts make no sound.
        user_id: Who set it up.
        created_at: When.
    """

    id: int
    guild_id: int
    channel_id: int
    kind: WatchKind
    target_id: int
    quiet: bool
    user_id: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Import:
    """A record that a person brought, as they brought it."""

    id: int
    guild_id: int | None
    user_id: int
    text: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A line of the audit log: what was done to a match besides playing it.

    Attributes:
        id: In the order of writing.
        guild_id: The server.
        match_id: The match.
        code: What was done, e.g. `"adjudicated"`.
        user_id: Who did it; 0 for the bot itself.
        detail: For readers of the log.
        at: When.
    """

    id: int
    guild_id: int
    match_id: int
    code: str
    user_id: int
    detail: Mapping[str, Json]
    at: datetime
