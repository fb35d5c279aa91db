"""Values as they are stored, which hosting hands on unchanged (`hosting.match.model`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from engine.game import Json, Setup
from engine.seat import Seat
from engine.text import without_nul
from store.tables.people import Computer, computer_of, few_marks

Where: TypeAlias = Literal["here", "thread", "channels"]
TableStatus: TypeAlias = Literal["open", "started", "cancelled"]
MatchStatus: TypeAlias = Literal["running", "parked", "over"]
EventKind: TypeAlias = Literal["turn", "joint", "forfeit", "undo", "substitute", "ruling", "position"]
SubjectKind: TypeAlias = Literal["match", "table", "person", "rematch", "pairing", "league", "puzzle"]
PostKind: TypeAlias = Literal["board", "ended", "notice", "request", "watch", "nudge", "private", "sealed", "refresh"]
Span: TypeAlias = tuple[datetime, datetime]
"""From when until when."""
NO_DATA: Mapping[str, Json] = {}
"""The data of most events; one object for all, as many are kept in memory."""


_LANES: tuple[SubjectKind, ...] = ("table", "rematch", "pairing", "league")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a post, a line of the audit log or a request is about."""

    kind: SubjectKind
    id: int

    @classmethod
    def of_match(cls, match_id: int) -> Subject:
        return cls("match", match_id)

    @property
    def match_id(self) -> int:
        """The match. Raises ValueError if the subject is another one."""
        if self.kind != "match":
            raise ValueError(f"{self.kind} {self.id} is no match")
        return self.id

    @property
    def lane(self) -> int:
        """The number in place of a channel's for posts that show it as it is: below zero, so it's no channel's.

        Nothing waits behind them, nor they for anything.
        """
        return -(self.id * len(_LANES) + _LANES.index(self.kind))

    def columns(self) -> dict[str, str | int | None]:
        return {"subject": self.kind, "subject_id": self.id, "match_id": self.id if self.kind == "match" else None}


@dataclass(frozen=True, slots=True)
class Person:
    """A person with their display name."""

    person_id: int
    name: str

    def __post_init__(self) -> None:
        # The database refuses NUL, and stacked marks cover the text beside the name.
        object.__setattr__(self, "name", few_marks(without_nul(self.name)))


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat at a table.

    Attributes:
        seat: From 1, in the order of play.
        person_id: Who sits here or is invited; None while the seat is free.
        name: Theirs; empty while the seat is free.
        invited: True until the invited person answers.
    """

    seat: Seat
    person_id: int | None = None
    name: str = ""
    invited: bool = False

    @property
    def computer(self) -> Computer | None:
        """The computer player that sits here, if it's one."""
        return computer_of(self.name)

    @property
    def free(self) -> bool:
        return self.person_id is None

    @property
    def taken(self) -> bool:
        return self.person_id is not None and not self.invited


@dataclass(frozen=True, slots=True)
class Table:
    """A table that gathers players for a match.

    Attributes:
        id: Never reused.
        channel_id: Where the table was opened.
        options: Pairs of option key and value.
        where: Whether the match is played in this channel, in a thread, or in channels of its own.
        host: Who opened it, or took it over.
        status: A table that started or was cancelled no longer changes.
        seats: In the order of play.
        message_id: The message that shows it.
        rev: Increased with every change.
        terms: What is agreed besides the rules, as `hosting.clock` writes it; empty for the usual terms.
        position: The start position in the game's notation; empty for the standard one.
        chosen: The seats with a chosen loadout, each with its hash (`engine.commitments.loadout_line`), not the
            loadout.
        lapsed: Whether it was cancelled because no match was started in time.
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
    chosen: tuple[tuple[Seat, str], ...] = ()
    lapsed: bool = False

    def seat_of(self, person_id: int) -> TableSeat | None:
        return next((seat for seat in self.seats if seat.person_id == person_id), None)


@dataclass(frozen=True, slots=True)
class Start:
    """A match that is to begin: all that is known before it has channels.

    Attributes:
        channel_id: Where it was asked for: it is played there, in a thread of this channel, or in channels of its own.
        where: Which of the three.
        options: Pairs of option key and value.
        seats: The player of each seat; no seat of the mode is free.
        origin: Who asked for it: a kind, a colon, and a key that is unique in the kind. An origin has at most one
            match.
        terms: What is agreed besides the rules, as `hosting.clock` writes it; empty for the usual terms.
        position: The start position in the game's notation; empty for the standard one.
        host_id: Who counts as the host of the match; 0 for the bot itself.
        message_id: The message to which a thread is attached, if there is one already.
    """

    guild_id: int
    channel_id: int
    where: Where
    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    seats: Mapping[Seat, int]
    origin: str
    terms: Mapping[str, Json] = field(default_factory=dict)
    position: str = ""
    host_id: int = 0
    message_id: int | None = None

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(self.seats[seat] for seat in sorted(self.seats))


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """A player of a match.

    Attributes:
        seat: From 1, in the order of play.
        name: Their name in the server, or `store.tables.people.GONE`; other names are unique within the match.
        team: Index of the team, fixed at the start; None where everyone plays alone.
    """

    seat: Seat
    person_id: int
    name: str
    team: int | None = None

    @property
    def computer(self) -> Computer | None:
        """The computer player that sits there, if it's one."""
        return computer_of(self.name)


@dataclass(frozen=True, slots=True)
class Place:
    """A channel of a match; its role is "board", "spectators", "team:0", "team:1", … or "category"."""

    role: str
    channel_id: int

    @property
    def shows_boards(self) -> bool:
        return self.role == "board" or self.role.startswith("team:")


@dataclass(frozen=True, slots=True)
class MatchTitle:
    """A match as an entry in a list to choose from.

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
        clock: As `hosting.clock` writes it; None without a clock.
        paused: Whether its players or an organiser paused it.
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
    """Something to be posted, once.

    Attributes:
        id: Never reused, so fit to be a nonce.
        seq: The match's event that it shows; 0 is the start, and for posts that are not about a match. For "refresh"
            the revision of the subject, where it has one.
        kind: "board" and "ended" in the match's own channels; "notice" for a text; "request" for a question
            with buttons; "watch" for a board in a channel that follows; "nudge" for a reminder; "private" for a direct
            message; "sealed" for the commitments to choices of which only the number is known; "refresh" for a message
            that shows a subject as it is.
        channel_id: The channel; for "private" the id of the user, for "refresh" `Subject.lane`.
        payload: `{"role": …}` of the place, with `"note"` where something else than a turn happened; `{"text": …}` for
            "notice", "nudge" and "private"; both texts as `engine.text.dump_text` writes them; `{"request": id}`;
            `{"watch": id}`.
        attempts: 0 only if it was certainly never handed to a poster before; otherwise it may have been posted.
        created_at: When it became due.
        guild_id: The server.
    """

    id: int
    subject: Subject
    seq: int
    kind: PostKind
    channel_id: int
    payload: Mapping[str, Json]
    attempts: int
    created_at: datetime
    guild_id: int = 0

    @property
    def match_id(self) -> int:
        """The match. Raises ValueError if the post is about something else."""
        return self.subject.match_id


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event in a match's log.

    Attributes:
        seq: From 1, without gaps.
        kind: "turn"; "joint" for choices of several seats revealed together; "forfeit"; "undo" back to an earlier
            event; "substitute" for another person on a seat; "ruling" for an end that people decided; "position" for
            one that an organiser set up.
        seat: The seat that played, resigned or is concerned; for "joint" the seat that chose last; None if none.
        person_id: Who did it; 0 for the bot itself.
        text: In canonical notation, without sealed choices. Empty for kinds that play nothing.
        choices: The choices revealed with it, by seat.
        data: What a kind needs besides: `"to"` the event that an undo leads back to (0 for the start); `"position"`;
            `"ranks"`, `"termination"` and `"reason"` of a ruling; `"user"` and `"was"` of a substitute, `"excused"`
            where an organiser excused the player who left; `"cause"` of what no player entered: "time", "automatic",
            "plan", "prepared", "organiser"; `"causes"` the same of choices that others had sealed before, by seat;
            `"computer"` of a computer's turn, what it expected and with which effort and level, and `"computers"` the
            same of choices that other seats' computers had sealed before, by seat.
    """

    seq: int
    kind: EventKind
    seat: Seat | None
    person_id: int
    text: str
    choices: tuple[tuple[Seat, str], ...]
    at: datetime
    data: Mapping[str, Json] = field(default_factory=lambda: NO_DATA)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as stored: the start of its game, and what happened since.

    Attributes:
        seed: Of the game's chance; a secret until the end.
        to_act: Seats that must decide after the last event.
        outcome: As `store.tables.matches.dump_outcome` writes it; None before the end.
        parked: Why it is parked, as `hosting.match.model` writes it; None if it is not.
        events: In order, up to the last one loaded.
        sealed: Choices that wait for those of others, by seat.
        terms: As `hosting.clock` writes them.
        clock: As `hosting.clock` writes it; None without one.
        paused: Why it is paused, as `hosting.match.model` writes it; None if it is not.
        rev: Increased with every change, event or not.
        moved_at: When the last event happened, or it started.
        names: Of all who ever sat in it, by person.
        origin: Who asked for it (`Start`); None where that is not known.
        causes: What made sealed choices in place of their players, by seat; as in the data of an event.
        decided: What is stored with sealed choices of computers, by seat; as in the data of an event.
        pauses: From when until when it was paused, in order, without a current pause.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    rules_version: int
    setup: Setup
    seed: bytes
    status: MatchStatus
    seq: int
    to_act: tuple[Seat, ...]
    outcome: Json
    parked: Json
    organiser_id: int
    started_at: datetime
    ended_at: datetime | None
    seats: tuple[MatchSeat, ...]
    places: tuple[Place, ...]
    events: tuple[StoredEvent, ...]
    sealed: tuple[tuple[Seat, str], ...]
    terms: Mapping[str, Json] = field(default_factory=dict)
    clock: Json = None
    paused: Json = None
    rev: int = 0
    moved_at: datetime | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    origin: str | None = None
    causes: Mapping[Seat, str] = field(default_factory=dict)
    decided: Mapping[Seat, Mapping[str, Json]] = field(default_factory=dict)
    pauses: tuple[Span, ...] = ()
