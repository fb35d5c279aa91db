"""Leagues, seasons, divisions and rounds, and their values; a row changes only if it is still as it was read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, Table, Update, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from store.db import connections
from store.schema import divisions, league_jobs, leagues, rounds, seasons
from store.schema.base import checked, insertion, put_row
from store.share import Share
from store.tables.matches import WriteConflict

# The values of a league that are stored as they are; `hosting.league` works on them.


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
    """A line of the table: a player, or a fixed team of two.

    Attributes:
        id: Never reused.
        division: Number of its division, from 1, the highest.
        players: The people who played for it at the start, the captain first.
        name: Of a team, chosen by its captain; empty for a player.
        seed: Its place in the order of strength or of the draw, from 1; 0 before the season starts.
        seed_mu: mu of its rating at the start (teams: the sum); None before.
        from_round: The first round it was there for; 1 for all who were there at the start.
        left_at: When it withdrew, or None.
        current: The people who play for it now, in the order in which they came.
        agreed: Whether all of them agreed: a partner is asked.
        rev: Increased with every change.
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
        points: In 120ths; None until the fixture is over.
        advances: On the last leg of a decided knock-out tie, whether it won or advances by default; None elsewhere.
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
        id: Never reused.
        division: Number of the division; 1 where there is only one.
        round: From 1; in knock-outs counted through both brackets.
        leg: From 1; the matches of a tie, or of a round robin's repetition.
        board: From 1 within the round; 0 for a bye.
        sides: In the order of seats; one side is a bye.
        status: A fixture that is struck counts for nothing.
        why: How it came to be over or struck; None before.
        match_id: The latest match played for it, if any.
        repeat: In Swiss, whether its entries met before; None elsewhere.
        started_at: When its first match began.
        ended_at: When it was over or struck.
        method: How its entries were paired.
        attempt: How many matches were ordered for it.
        ordered: Whether an ordered match has not begun.
        trouble: Why the last attempt to begin failed, as `engine.text.dump_text` writes it.
        not_before: Until when it was put off.
        rev: Increased with every change.
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
        return self.status in ("planned", "running")

    @property
    def was_played(self) -> bool:
        """Whether it was played to its end, or to a draw by agreement in a game whose rules know no draw."""
        return self.why in ("played", "agreed")

    @property
    def is_fall(self) -> bool:
        """Whether it is no match: on a ladder an entry that had not played for too long fell behind another."""
        return self.why == "inactivity"

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(side.entry for side in self.sides)


@dataclass(frozen=True, slots=True)
class League:
    """A league, which has seasons.

    Attributes:
        id: Never reused.
        channel_id: Where it is announced, and where its matches are started.
        name: Unique in the server among leagues that are not archived.
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
        id: Never reused.
        number: From 1 in the league.
        terms: As `hosting.league.terms` writes them.
        secret: 32 bytes from which lots are drawn; shown to nobody until it is closed.
        entries_digest: SHA-256 of its entries as they were at the start, in hex; None before.
        message_id: Its public message; None before it is published.
        ends_at: Its fixed end, or None.
        closed_at: When it was closed, with the secret revealed, or cancelled.
        paused_at: Since when nothing new begins.
        rev: Increased with every change.
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
        ends_at: When the next one opens; later by the time that the bot was away. None if that waits for all results.
        extra: Seconds by which it was extended.
        method: How its entries were paired.
    """

    number: int
    opened_at: datetime
    ends_at: datetime | None = None
    extra: int = 0
    method: Method = ""


@dataclass(frozen=True, slots=True)
class Absence:
    """A round in which an entry asked not to be paired; `kind` is its score, half a point or nothing."""

    entry: int
    round: int
    kind: Literal["half_bye", "zero_bye"]
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge on a ladder.

    Attributes:
        id: In the order of writing.
        entry: The challenger.
        against: The challenged entry.
        status: Waiting for an answer; to be played; refused; refused so often that it counts as lost; taken back.
        due_at: When an answer is due; without one it is refused.
        fixture: The fixture it became, or None.
        decided_at: None while it is open.
        rev: Increased with every change.
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
        status: Waiting; asked whether they take an entry over; did so; did not; no longer waits.
        entry: The entry they were asked about; None before.
        asked_at: None before they are asked.
        due_at: When the next one is asked; None before they are asked.
        over_at: When they took it, declined or left; None while they wait or are asked.
        rev: Increased with every change.
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
    """An organiser's decision; never changed, only followed by another one.

    Attributes:
        id: In the order of writing.
        detail: The contents depend on `kind`.
        reason: As `engine.text.dump_text` writes it.
        undoes: The decision that an "undo" takes back.
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
    """The totals of an entry's fixtures that are over.

    Attributes:
        played: Without byes.
        won: Alone first.
        level: Shared first.
        lost: Neither.
        byes: Of any kind.
        points: In 120ths, byes included.
    """

    played: int = 0
    won: int = 0
    level: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0


# How rows of leagues are changed: each only as it was read, so that of two who change one the slower hears of it.


async def swap(connection: AsyncConnection, table: Table, number: int, rev: int, row: Mapping[str, Any]) -> None:
    """Write a row under the next revision. Raises WriteConflict if it is not at `rev`."""
    changed = checked(table.name, {**row, "rev": rev + 1})
    statement = update(table).where(table.c.id == number, table.c.rev == rev).values(changed)
    if (await connection.execute(statement)).rowcount != 1:
        raise WriteConflict(f"{table.name}: {number} is no longer at revision {rev}")


async def swap_all(
    connection: AsyncConnection, table: Table, changes: Sequence[tuple[int, int, Mapping[str, Any]]]
) -> None:
    if not changes:
        return
    rows = [
        {**checked(table.name, {**row, "rev": rev + 1}), "was_id": number, "was_rev": rev}
        for number, rev, row in changes
    ]
    await connections.write(connection, _swapping(table, tuple(rows[0])[:-2]), rows)
    # How many rows many updates changed, not every driver tells.
    numbers = [number for number, _, _ in changes]
    query = select(table.c.id, table.c.rev).where(table.c.id.in_(numbers))
    revisions = dict(tuple(row) for row in await connection.execute(query))
    if revisions != {number: rev + 1 for number, rev, _ in changes}:
        raise WriteConflict(f"{table.name}: some are no longer at their revisions")


@cache
def _swapping(table: Table, names: tuple[str, ...]) -> Update:
    mine = (table.c.id == bindparam("was_id"), table.c.rev == bindparam("was_rev"))
    return update(table).where(*mine).values({name: bindparam(name) for name in names})


async def add_league(connection: AsyncConnection, league: League) -> League | None:
    """Write a league; return it with its number, or None if one that is not archived has its name."""
    row = {**asdict(league), "key": key_of(league.name)}
    del row["id"]
    statement = insertion(connection.dialect.name, leagues).values(row)
    taken = statement.on_conflict_do_nothing(
        index_elements=["guild_id", "key"], index_where=leagues.c.archived_at.is_(None)
    )
    number = (await connection.execute(taken.returning(leagues.c.id))).scalar_one_or_none()
    return None if number is None else replace(league, id=number)


async def league(connection: AsyncConnection, league_id: int) -> League | None:
    row = (await connection.execute(select(leagues).where(leagues.c.id == league_id))).one_or_none()
    return None if row is None else _league(row)


async def leagues_of(connection: AsyncConnection, guild_id: int, *, archived: bool = False) -> list[League]:
    """Return a server's leagues, the latest first, without the archived ones unless asked for."""
    query = select(leagues).where(leagues.c.guild_id == guild_id).order_by(leagues.c.id.desc())
    if not archived:
        query = query.where(leagues.c.archived_at.is_(None))
    return [_league(row) for row in await connection.execute(query)]


async def move(connection: AsyncConnection, league_id: int, channel_id: int) -> None:
    await connection.execute(update(leagues).where(leagues.c.id == league_id).values(channel_id=channel_id))


async def archive(connection: AsyncConnection, league_id: int, at: datetime) -> None:
    """Archive a league; its name is free again."""
    await connection.execute(update(leagues).where(leagues.c.id == league_id).values(archived_at=at))


async def add(connection: AsyncConnection, season: StoredSeason) -> StoredSeason:
    added = await connection.execute(insert(seasons).values(checked("seasons", _row(season))).returning(seasons.c.id))
    number: int = added.scalar_one()
    return replace(season, id=number)


# Read more often than all else of leagues, so these are made once.
_SEASON = select(seasons).where(seasons.c.id == bindparam("season"))
_TO_CHANGE = _SEASON.with_for_update()
_ROUNDS = select(rounds).where(rounds.c.season_id == bindparam("season")).order_by(rounds.c.number)


async def load(connection: AsyncConnection, season_id: int, *, to_change: bool = False) -> StoredSeason | None:
    """Return a season, or None; with `to_change` the season and all that belongs to it stay locked until the end."""
    row = (await connection.execute(_TO_CHANGE if to_change else _SEASON, {"season": season_id})).one_or_none()
    return None if row is None else _season(row)


async def latest(connection: AsyncConnection, league_id: int, *, following: bool = True) -> StoredSeason | None:
    """Return the latest season of a league, or None.

    With `following` the draft of a second or later season counts, discarded or not.
    """
    query = select(seasons).where(seasons.c.league_id == league_id).order_by(seasons.c.number.desc()).limit(1)
    if not following:
        drafted = seasons.c.status.in_(("draft", "cancelled")) & seasons.c.published_at.is_(None)
        query = query.where(~drafted | (seasons.c.number == 1))
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _season(row)


async def of_league(connection: AsyncConnection, league_id: int) -> list[StoredSeason]:
    query = select(seasons).where(seasons.c.league_id == league_id).order_by(seasons.c.number)
    return [_season(row) for row in await connection.execute(query)]


async def started(connection: AsyncConnection) -> list[int]:
    query = select(seasons.c.id).where(seasons.c.started_at.is_not(None)).order_by(seasons.c.id)
    return list((await connection.execute(query)).scalars())


async def live(connection: AsyncConnection, guild_id: int) -> list[StoredSeason]:
    query = select(seasons).where(seasons.c.guild_id == guild_id, seasons.c.closed_at.is_(None))
    return [_season(row) for row in await connection.execute(query.order_by(seasons.c.id))]


async def drafts(connection: AsyncConnection, share: Share = Share.ALL) -> list[StoredSeason]:
    query = select(seasons).where(seasons.c.status == "draft", *share.where(seasons.c.guild_id)).order_by(seasons.c.id)
    return [_season(row) for row in await connection.execute(query)]


async def posted(connection: AsyncConnection) -> list[tuple[int, int]]:
    """Return the server and the id of each season that is not closed and has a public post."""
    query = select(seasons.c.guild_id, seasons.c.id).where(
        seasons.c.status.not_in(("draft", "closed", "cancelled")), seasons.c.message_id.is_not(None)
    )
    return [(row.guild_id, row.id) for row in await connection.execute(query.order_by(seasons.c.id))]


async def save(connection: AsyncConnection, season: StoredSeason) -> StoredSeason:
    await swap(connection, seasons, season.id, season.rev, _row(season))
    return replace(season, rev=season.rev + 1)


async def put_divisions(connection: AsyncConnection, season: StoredSeason, found: Iterable[Division]) -> None:
    for each in found:
        row = {**asdict(each), "season_id": season.id, "guild_id": season.guild_id}
        await put_row(connection, divisions, row)


async def divisions_of(connection: AsyncConnection, season_id: int) -> list[Division]:
    query = select(divisions).where(divisions.c.season_id == season_id).order_by(divisions.c.number)
    return [Division(row.number, row.name, row.up, row.down) for row in await connection.execute(query)]


async def put_round(connection: AsyncConnection, season: StoredSeason, opened: Round) -> None:
    row = {**asdict(opened), "season_id": season.id, "guild_id": season.guild_id}
    await put_row(connection, rounds, row)


async def rounds_of(connection: AsyncConnection, season_id: int) -> list[Round]:
    found = await connection.execute(_ROUNDS, {"season": season_id})
    return [Round(row.number, row.opened_at, row.ends_at, row.extra, row.method) for row in found]


async def note_done(connection: AsyncConnection, season: StoredSeason, key: str, at: datetime) -> bool:
    """Note a thing that is done once for a season; return whether it was not noted yet."""
    row = {"season_id": season.id, "key": key, "guild_id": season.guild_id, "done_at": at}
    statement = insertion(connection.dialect.name, league_jobs).values(row)
    added = await connection.execute(statement.on_conflict_do_nothing().returning(league_jobs.c.key))
    return added.scalar_one_or_none() is not None


async def was_done(connection: AsyncConnection, season: StoredSeason, keys: Iterable[str]) -> bool:
    mine = (league_jobs.c.season_id == season.id, league_jobs.c.key.in_(list(keys)))
    return (await connection.execute(select(league_jobs.c.key).where(*mine).limit(1))).first() is not None


async def forget_done(connection: AsyncConnection, season: StoredSeason, beginning: str) -> bool:
    """Remove the notes whose keys begin so; return whether there were any."""
    mine = (league_jobs.c.season_id == season.id) & league_jobs.c.key.startswith(beginning, autoescape=True)
    return (await connection.execute(delete(league_jobs).where(mine))).rowcount > 0


async def note_since(connection: AsyncConnection, season: StoredSeason, key: str, at: datetime) -> None:
    row = {"season_id": season.id, "key": key, "guild_id": season.guild_id, "done_at": at}
    await put_row(connection, league_jobs, row)


async def since(connection: AsyncConnection, season: StoredSeason, key: str) -> datetime | None:
    query = select(league_jobs.c.done_at).where(league_jobs.c.season_id == season.id, league_jobs.c.key == key)
    return (await connection.execute(query)).scalar_one_or_none()


async def done(connection: AsyncConnection, season_id: int, beginning: str = "") -> dict[str, datetime]:
    """Return the notes of what was done for a season, with times, by key; only keys with this beginning."""
    query = select(league_jobs).where(league_jobs.c.season_id == season_id).order_by(league_jobs.c.key)
    if beginning:
        query = query.where(league_jobs.c.key.startswith(beginning, autoescape=True))
    return {row.key: row.done_at for row in await connection.execute(query)}


def key_of(name: str) -> str:
    """Return a key that is equal for names which readers take for the same."""
    return " ".join(name.casefold().split())


def _row(season: StoredSeason) -> dict[str, Any]:
    row = asdict(season)
    del row["id"]
    return row


def _league(row: Row[Any]) -> League:
    return League(row.id, row.guild_id, row.channel_id, row.person_id, row.name, row.created_at, row.archived_at)


def _season(row: Row[Any]) -> StoredSeason:
    values = row._asdict()
    del values["checksum"]
    return StoredSeason(**values)
