"""The values of a league that are stored as they are; `hosting.league` works on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from engine.game import Json
from engine.seat import Seat

Kind: TypeAlias = Literal["round-robin", "swiss", "knockout", "double-knockout", "ladder"]
Stage: TypeAlias = Literal["division", "swiss", "main", "winners", "losers", "final", "third", "ladder"]
FixtureStatus: TypeAlias = Literal["planned", "running", "over", "struck"]
Why: TypeAlias = Literal[
    "played",
    "agreed",
    "forfeit",
    "bye",
    "half_bye",
    "zero_bye",
    "unfinished",
    "decision",
    "inactivity",
    "withdrawal",
    "void",
]
SeasonStatus: TypeAlias = Literal["draft", "open", "running", "paused", "ended", "closed", "cancelled"]
"""Only its organiser sees it; players join; it is played; nothing new begins for now; it is over and organisers may
adjudicate; it is over for good; it never began."""
Method: TypeAlias = Literal["", "berger", "dutch", "matching", "plan", "search", "bracket", "challenge"]
"""How entries were brought together."""
ChallengeStatus: TypeAlias = Literal["open", "accepted", "refused", "lost", "withdrawn"]
AlternateStatus: TypeAlias = Literal["waiting", "asked", "took", "declined", "left"]
DecisionKind: TypeAlias = Literal["points", "forfeit", "replay", "strike", "postpone", "move", "undo"]

POINT = 120
"""A whole point in the unit of every standing: 120ths, so that places shared by two to six sides divide exactly."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in the table: a player, or a fixed team of two.

    Attributes:
        id: Never used again for another entry.
        division: Number of its division, from 1, the highest.
        players: The people who played for it at the start, the captain first.
        joined_at: When it joined.
        name: Of a team, as its captain gave it; empty for a player, who is called what they are called.
        seed: Its place in the order of strength or of the draw, from 1; 0 before the season starts.
        seed_mu: mu of its rating at the start (teams: the sum); None before.
        from_round: The first round it was there for; 1 for all who were there at the start.
        left_at: When it withdrew; None while it has not.
        current: The people who play for it now, in the order in which they came.
        agreed: Whether all of them want to: a partner is asked.
        rev: Counted up with every change.
    """

    id: int
    division: int
    players: tuple[int, ...]
    joined_at: datetime
    name: str = ""
    seed: int = 0
    seed_mu: float | None = None
    from_round: int = 1
    left_at: datetime | None = None
    current: tuple[int, ...] = ()
    agreed: bool = True
    rev: int = 0


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fixture.

    Attributes:
        seat: The side's lowest seat (teams: 1 or 2); 0 in a bye.
        entry: Which entry plays it.
        points: In 120ths; None until the fixture is over.
        advances: On the last leg of a tie of a knock-out that is decided, whether it won, or goes on from its table;
            None elsewhere.
        challenger: In a ladder, whether it challenged; None elsewhere.
    """

    seat: Seat
    entry: int
    points: int | None = None
    advances: bool | None = None
    challenger: bool | None = None


@dataclass(frozen=True, slots=True)
class Fixture:
    """Entries that meet, or one entry's bye.

    Attributes:
        id: Never used again for another fixture.
        division: Number of the division; 1 where there is only one.
        stage: Which part of the season it belongs to.
        round: From 1; in knock-outs counted through both brackets.
        leg: From 1; the matches of a tie, or of a round robin's repetition.
        board: From 1 within the round; 0 for a bye.
        sides: In the order of seats; one side is a bye.
        status: A fixture that is struck counts for nothing.
        why: How it came to be over or struck; None before.
        match_id: The latest match played for it, if any.
        repeat: In Swiss, whether its entries met before; None elsewhere.
        planned_at: When it was made.
        started_at: When its first match began.
        ended_at: When it was over or struck.
        method: How its entries were brought together.
        attempt: How many matches were asked for.
        ordered: Whether one is asked for that has not begun.
        trouble: What that failed at last, as `engine.text.dump_text` writes it.
        not_before: Until when it was put off.
        rev: Counted up with every change.
    """

    id: int
    division: int
    stage: Stage
    round: int
    leg: int
    board: int
    sides: tuple[Side, ...]
    status: FixtureStatus = "planned"
    why: Why | None = None
    match_id: int | None = None
    repeat: bool | None = None
    planned_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    method: Method = ""
    attempt: int = 0
    ordered: bool = False
    trouble: Json = None
    not_before: datetime | None = None
    rev: int = 0

    @property
    def open(self) -> bool:
        """Whether it is to be played yet, or being played."""
        return self.status in ("planned", "running")

    @property
    def was_played(self) -> bool:
        """Whether it was played to its end, or to one that its players agreed on in a game whose rules know no draw."""
        return self.why in ("played", "agreed")

    @property
    def is_fall(self) -> bool:
        """Whether it is no match: on a ladder an entry fell behind another, as it had not played for too long."""
        return self.why == "inactivity"

    @property
    def is_bye(self) -> bool:
        """Whether one entry has nobody to play."""
        return len(self.sides) == 1

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries, in the order of seats."""
        return tuple(side.entry for side in self.sides)


@dataclass(frozen=True, slots=True)
class League:
    """What has seasons.

    Attributes:
        id: Never used again for another one.
        guild_id: The server.
        channel_id: Where it is announced, and where its matches are started.
        person_id: Who made it.
        name: As they wrote it; one that is not archived has its name alone in the server.
        created_at: When it was made.
        archived_at: When it was put away; None while it is shown.
    """

    id: int
    guild_id: int
    channel_id: int
    person_id: int
    name: str
    created_at: datetime
    archived_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoredSeason:
    """A season of a league.

    Attributes:
        id: Never used again for another one.
        guild_id: The server.
        league_id: Its league.
        number: From 1 in the league.
        status: How far it is.
        terms: What it agrees on, as `hosting.league.terms` writes it.
        secret: 32 bytes from which lots are drawn; shown to nobody until it is closed.
        created_at: When it was made.
        entries_digest: SHA-256 of its entries as they were at the start, in hex; None before.
        message_id: Its public message; None before it is published.
        published_at: Since when players can join.
        started_at: When it started.
        ends_at: Its fixed end; None where nobody named one.
        ended_at: When it was over.
        closed_at: When it was closed, with the secret opened, or cancelled.
        paused_at: Since when nothing new begins.
        rev: Counted up with every change.
    """

    id: int
    guild_id: int
    league_id: int
    number: int
    status: SeasonStatus
    terms: Mapping[str, Json]
    secret: bytes = field(repr=False)
    created_at: datetime
    entries_digest: str | None = None
    message_id: int | None = None
    published_at: datetime | None = None
    started_at: datetime | None = None
    ends_at: datetime | None = None
    ended_at: datetime | None = None
    closed_at: datetime | None = None
    paused_at: datetime | None = None
    rev: int = 0


@dataclass(frozen=True, slots=True)
class Division:
    """Entries that play each other.

    Attributes:
        number: From 1, the highest.
        name: For people; empty for its number.
        up: How many are promoted from it.
        down: How many are relegated from it.
    """

    number: int
    name: str = ""
    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was opened.

    Attributes:
        number: From 1.
        opened_at: When its fixtures could begin.
        ends_at: When the next one opens; later by the time that the bot was away. None for when all are over.
        extra: Seconds by which it was made longer.
        method: How its entries were brought together.
    """

    number: int
    opened_at: datetime
    ends_at: datetime | None = None
    extra: int = 0
    method: Method = ""


@dataclass(frozen=True, slots=True)
class Absence:
    """A round in which an entry is not paired, as it asked before.

    Attributes:
        entry: Which.
        round: Which.
        kind: What it gets for it: half a point or nothing.
        asked_at: When.
    """

    entry: int
    round: int
    kind: Literal["half_bye", "zero_bye"]
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge on a ladder.

    Attributes:
        id: In the order of writing.
        entry: Who challenges.
        against: Who is challenged.
        status: Waiting for an answer; to be played; refused; refused so often that it counts as lost; taken back.
        asked_at: When.
        due_at: When an answer is due; without one it is refused.
        fixture: What it became; None where it became none.
        decided_at: When that was; None while it is open.
        rev: Counted up with every change.
    """

    id: int
    entry: int
    against: int
    status: ChallengeStatus
    asked_at: datetime
    due_at: datetime
    fixture: int | None = None
    decided_at: datetime | None = None
    rev: int = 0


@dataclass(frozen=True, slots=True)
class Alternate:
    """A person who waits to take over the entry of one who leaves.

    Attributes:
        id: In the order of joining, in which they are asked.
        person_id: Who.
        status: Waiting; asked whether they take an entry over; did so; did not; waits no more.
        joined_at: Since when they wait.
        entry: Which entry they were asked about; None before.
        asked_at: When they were asked; None before.
        due_at: When the next one is asked; None before they are.
        over_at: When they took it, declined or left; None while they wait or are asked.
        rev: Counted up with every change.
    """

    id: int
    person_id: int
    status: AlternateStatus
    joined_at: datetime
    entry: int | None = None
    asked_at: datetime | None = None
    due_at: datetime | None = None
    over_at: datetime | None = None
    rev: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """What an organiser decided; never changed, only followed by another one.

    Attributes:
        id: In the order of writing.
        season_id: In which season.
        person_id: Who decided.
        fixture: About which fixture; None where it is about none.
        entry: About which entry; None where it is about none.
        kind: What.
        detail: What in particular, by kind.
        reason: As `engine.text.dump_text` writes it.
        undoes: The decision that an "undo" takes back.
        at: When.
    """

    id: int
    season_id: int
    person_id: int
    fixture: int | None
    entry: int | None
    kind: DecisionKind
    detail: Mapping[str, Json]
    reason: Json
    undoes: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Totals:
    """What the fixtures of an entry add up to: all that are over, byes apart.

    Attributes:
        played: Over, and no bye.
        won: Alone first.
        level: Shared first.
        lost: Neither.
        byes: Of whatever kind.
        points: In 120ths, byes included.
    """

    played: int = 0
    won: int = 0
    level: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
