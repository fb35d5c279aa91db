"""Results, the people they count for, corrections, and the totals that follow from them.

A correction writes all seats of the match anew under the next revision. Only the latest one counts: `LATEST` finds it
by one look-up in the primary key.

A match that counts for the ratings of all servers has its rows twice: for its server and for `ALL_SERVERS`. Each query
by match says which of the two it means.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cache
from itertools import groupby, permutations
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Row, Select, Table, bindparam, case, func, insert, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from store.db import connections
from store.schema import (
    analyses,
    base,
    computers,
    corrections,
    events,
    feature_totals,
    matches,
    pairs,
    person_totals,
    results,
)
from store.schema.base import checked, put_row

Why: TypeAlias = Literal["void", "aborted", "undecided", "position", "solo", "computer"]
"""Why a match does not count: an organiser said so; it was called off before everybody had moved; its players ended it
without a winner though the rules know no draw; it did not start as the rules say; one played alone; a computer player
had a seat from its start."""
Rated: TypeAlias = Literal["full", "gain", "hold", "out"]
"""What a seat is to ratings (`store.tables.results`): it counts; it counts unless the rating would fall; it enters the
calculation and changes nothing; it is left out."""
ALL_SERVERS = 0
"""The server of pools that are rated with the matches of all servers."""
_ASKED = 500
"""Matches that are named in a query."""
GiveUp: TypeAlias = Literal["resigned", "time"]
CorrectionKind: TypeAlias = Literal["void", "ranks", "excuse", "undo"]


class Result(NamedTuple):
    """The result of one seat of a match.

    A tuple, as each end of a match changes several of them (`_replace`).

    Attributes:
        revision: 0 as it ended; one more with each correction.
        seat: From 1, in the order of play.
        guild_id: The server, or `ALL_SERVERS`.
        options: Pairs of option key and value, in order of key.
        team: Index of the team; None where everyone plays alone.
        starter_id: The person who sat there first.
        finisher_id: The person who sat there last; mostly the same.
        excused: Whether an organiser excused the starter, who left.
        turns: Turns of the game in which a player of the seat entered or had planned something that was not taken back.
        starter_turns: Those of the starter.
        finisher_turns: Those of the finisher.
        rank: Of its side: 1 is best, equal ranks are ties.
        score: In 120ths: 120 for a win over all, 0 for a loss to all; None for a player alone.
        termination: How, as `engine.outcome.Termination`.
        why: Why the match does not count; None if it does.
        points: What the game counts, where it does: a number, or for a player alone several.
        category: The list of best results for a player alone: its options as `key=value`, joined by `;` in order of
            key. None where it is not listed.
        merit: How good it is there, more is better; None where it is not listed.
        pool_id: The pool in which it is rated; None if it is not.
        rated: How the seat counts in ratings; None in a match that is not rated.
        player_id: The person whose rating it changes; None if nobody's.
        pool_no: The match's number in the pool.
        gave_up: Whether the seat resigned or ran out of time; None if neither.
        opening: The first own turn, in notation, in one line; None if there was none.
        thought: Seconds spent on own turns that are no sealed choices, each from the event before it, added up.
        timed: How many own turns these are.
        features: Pairs of key and value that the game declares for the seat.
    """

    match_id: int
    revision: int
    seat: Seat
    guild_id: int
    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    team: int | None
    starter_id: int
    finisher_id: int
    excused: bool
    turns: int
    starter_turns: int
    finisher_turns: int
    rank: int
    score: int | None
    started_at: datetime
    ended_at: datetime
    termination: str
    why: Why | None = None
    points: Json = None
    category: str | None = None
    merit: int | None = None
    pool_id: int | None = None
    rated: Rated | None = None
    player_id: int | None = None
    pool_no: int | None = None
    gave_up: GiveUp | None = None
    opening: str | None = None
    thought: int = 0
    timed: int = 0
    features: tuple[tuple[str, str], ...] = ()

    @property
    def counted(self) -> bool:
        return self.why is None

    @property
    def handed_over(self) -> bool:
        return self.starter_id != self.finisher_id

    @property
    def side(self) -> tuple[str, int]:
        """The key of its side: the team, or the seat where everyone plays alone."""
        return ("seat", self.seat) if self.team is None else ("team", self.team)


@dataclass(frozen=True, slots=True)
class Correction:
    """An organiser's change to a result.

    Attributes:
        id: In the order of writing.
        revision: Under which the results were written anew.
        kind: "void" for a match that does not count, "ranks" for others than it ended with, "excuse" for whether a
            player who left is excused, "undo" of an earlier correction.
        detail: `{"ranks": [1, 2]}`, by seat; `{"seat": 1, "excused": true}`; empty for the other kinds.
        why: As `engine.text.dump_text` writes it.
        undoes: The correction that an "undo" takes back.
    """

    id: int
    guild_id: int
    match_id: int
    revision: int
    kind: CorrectionKind
    detail: Mapping[str, Json]
    person_id: int
    at: datetime
    why: Json = field(default=None)
    undoes: int | None = None


_ADD = insert(results)
_COLUMNS = base.columns("results")
_FEATURES = _COLUMNS.index("features")
_covered = attrgetter(*base.COVERED["results"])
_newer = results.alias()
LATEST: ColumnElement[bool] = ~(
    select(_newer.c.match_id)
    .where(
        _newer.c.match_id == results.c.match_id,
        _newer.c.guild_id == results.c.guild_id,
        _newer.c.revision == results.c.revision + 1,
        _newer.c.seat == results.c.seat,
    )
    .exists()
)
"""The condition that no correction came after a row of `results`."""
IN_SERVER: ColumnElement[bool] = results.c.guild_id != ALL_SERVERS
"""Whether a row of `results` is what a server counts."""
TOLD: ColumnElement[bool] = or_(IN_SERVER, results.c.pool_id.is_not(None))
"""Whether a row of `results` says more than another one: of all servers those do that are rated."""
_SCOPES = {False: IN_SERVER, True: results.c.guild_id == ALL_SERVERS}


def _of_match(scope: ColumnElement[bool]) -> Select[Any]:
    query = select(results).where(results.c.match_id == bindparam("match"), scope)
    return query.order_by(results.c.guild_id, results.c.revision, results.c.seat)  # one server: as the key has it


_OF_MATCH = {everywhere: _of_match(scope) for everywhere, scope in _SCOPES.items()}


async def add(connection: AsyncConnection, rows: Iterable[Result]) -> None:
    await connections.add(connection, _ADD, _COLUMNS, [_row(each) for each in rows])


async def of_match(connection: AsyncConnection, match_id: int, *, everywhere: bool = False) -> list[Result]:
    """Return a match's latest results by seat, as its server or as all servers count it; empty while it runs."""
    found = await revisions(connection, match_id, everywhere=everywhere)
    return found[-1] if found else []


async def revisions(connection: AsyncConnection, match_id: int, *, everywhere: bool = False) -> list[list[Result]]:
    """Return a match's results as it ended and after each correction, each by seat; empty while it runs.

    With `everywhere` as all servers count it; empty if it does not count there.
    """
    found = map(_result, await connection.execute(_OF_MATCH[everywhere], {"match": match_id}))
    return [list(rows) for _, rows in groupby(found, lambda each: each.revision)]


async def of_person(
    connection: AsyncConnection,
    guild_id: int,
    person_id: int,
    *,
    limit: int,
    game: str | None = None,
    since: datetime | None = None,
) -> list[Result]:
    """Return the latest results of seats in which a person sat first or last, the match that ended last first.

    Two walks along an index, each no longer than `limit`.
    """

    def walk(*of: ColumnElement[bool]) -> Select[Any]:
        query = select(results).where(results.c.guild_id == guild_id, *of, LATEST)
        if game is not None:
            query = query.where(results.c.game == game)
        if since is not None:
            query = query.where(results.c.ended_at >= since)
        return query.order_by(results.c.ended_at.desc()).limit(limit)

    first = walk(results.c.starter_id == person_id)
    last = walk(results.c.finisher_id == person_id, results.c.finisher_id != results.c.starter_id)
    rows = [*await connection.execute(first), *await connection.execute(last)]
    found = sorted(map(_result, rows), key=lambda each: (each.ended_at, each.match_id), reverse=True)
    return found[:limit]


class AgainstComputers(NamedTuple):
    """How many matches against computers of a level a person has won, of those that they played to the end."""

    game: str
    level: int
    won: int
    played: int


async def against_computers(connection: AsyncConnection, guild_id: int, person_id: int) -> list[AgainstComputers]:
    """Return how a person did against computers, by game and level.

    A match counts for the highest level that they beat, or else that sat there, from the first turn to the last: not
    for a computer that took over a seat. None that went on from a set-up position counts.
    """
    other, won = results.alias(), results.c.score == WIN
    played = (
        select(
            results.c.match_id,
            results.c.game,
            func.max(computers.c.level).label("level"),
            case((won, 1), else_=0).label("won"),
        )
        .join(
            other,
            (other.c.match_id == results.c.match_id)
            & (other.c.guild_id == results.c.guild_id)
            & (other.c.revision == results.c.revision)
            & (other.c.seat != results.c.seat)
            & (other.c.starter_id == other.c.finisher_id)
            & (~won | (other.c.rank > results.c.rank)),
        )
        .join(computers, computers.c.id == other.c.finisher_id)
        .join(matches, (matches.c.id == results.c.match_id) & (matches.c.position == ""))
        .where(
            results.c.guild_id == guild_id,
            results.c.starter_id == person_id,
            results.c.finisher_id == person_id,
            results.c.why == "computer",
            results.c.score.is_not(None),
            results.c.termination.not_in(["agreed", "void"]),
            ~select(events.c.match_id)
            .where(events.c.match_id == results.c.match_id, events.c.kind == "position")
            .exists(),
            LATEST,
        )
        .group_by(results.c.match_id, results.c.game, results.c.score)
        .subquery()
    )
    query = select(played.c.game, played.c.level, func.sum(played.c.won), func.count()).group_by(
        played.c.game, played.c.level
    )
    rows = await connection.execute(query)
    return sorted(AgainstComputers(game, level, int(won), count) for game, level, won, count in rows)


async def changed_hands(connection: AsyncConnection, guild_id: int, game: str, mode: str) -> int:
    """Return how many seats of a mode's counted matches in a server had different first and last players.

    Only such seats are read, as there is an index of them.
    """
    query = select(func.count()).where(
        results.c.guild_id == guild_id,
        results.c.finisher_id != results.c.starter_id,
        results.c.game == game,
        results.c.mode == mode,
        results.c.counted,
        LATEST,
    )
    return int((await connection.execute(query)).scalar_one())


async def latest_page(connection: AsyncConnection, after: int, count: int) -> list[Result]:
    """Return the servers' results of the next matches after a number, at most `count`, by match and seat."""
    behind = results.c.match_id > after, IN_SERVER
    numbers = select(results.c.match_id).where(*behind).distinct().order_by(results.c.match_id)
    found = (await connection.execute(numbers.limit(count))).scalars().all()
    if not found:
        return []
    query = select(results).where(results.c.match_id.between(found[0], found[-1]), IN_SERVER, LATEST)
    return [_result(row) for row in await connection.execute(query.order_by(results.c.match_id, results.c.seat))]


async def of_matches(
    connection: AsyncConnection, match_ids: Iterable[int], *, until: datetime | None = None
) -> list[Result]:
    """Return the servers' results of some finished matches, by match and seat, without corrections after `until`."""
    numbers, found = sorted(match_ids), list[Result]()
    for first in range(0, len(numbers), _ASKED):
        page = results.c.match_id.in_(numbers[first : first + _ASKED])
        at = LATEST
        if until is not None:
            made = select(func.max(corrections.c.revision)).where(
                corrections.c.match_id == results.c.match_id, corrections.c.at <= until
            )
            at = results.c.revision == func.coalesce(made.scalar_subquery(), 0)
        query = select(results).where(page, IN_SERVER, at)
        found += map(_result, await connection.execute(query.order_by(results.c.match_id, results.c.seat)))
    return found


async def best(
    connection: AsyncConnection, guild_id: int, game: str, mode: str, category: str, *, limit: int
) -> list[Result]:
    """Return the listed results of players alone in a category, the best first; of equals the earlier one."""
    query = (
        select(results)
        .where(
            results.c.guild_id == guild_id,
            results.c.game == game,
            results.c.mode == mode,
            results.c.category == category,
            results.c.merit.is_not(None),
            LATEST,
        )
        .order_by(results.c.merit.desc(), results.c.match_id)
        .limit(limit)
    )
    return [_result(row) for row in await connection.execute(query)]


async def categories(connection: AsyncConnection, guild_id: int, game: str, mode: str, *, limit: int) -> list[str]:
    """Return the categories with listed results of players alone in a server, in order.

    Each is found in the index behind the one before, so that the cost does not depend on the number of results.
    """
    listed = (
        results.c.guild_id == guild_id,
        results.c.game == game,
        results.c.mode == mode,
        results.c.merit.is_not(None),
    )
    found: list[str] = []
    while len(found) < limit:
        behind = [results.c.category > found[-1]] if found else []
        query = select(results.c.category).where(*listed, *behind).order_by(results.c.category).limit(1)
        category = (await connection.execute(query)).scalar_one_or_none()
        if category is None:
            break
        found.append(category)
    return found


async def add_correction(connection: AsyncConnection, correction: Correction) -> Correction:
    """Write a correction and return it with its number; the number of the one given is ignored."""
    row = {key: value for key, value in asdict(correction).items() if key != "id"}
    statement = insert(corrections).returning(corrections.c.id)
    number = (await connection.execute(statement, checked("corrections", row))).scalar_one()
    return Correction(**{**row, "id": number})


async def corrections_of(connection: AsyncConnection, match_id: int) -> list[Correction]:
    query = select(corrections).where(corrections.c.match_id == match_id).order_by(corrections.c.revision)
    return [
        Correction(**{key: value for key, value in row._asdict().items() if key != "checksum"})
        for row in await connection.execute(query)
    ]


def _row(result: Result) -> tuple[Any, ...]:
    values = list(_covered(result))
    if not result.features:
        values[_FEATURES] = None
    return base.sealed(values)


def _result(row: Row[Any]) -> Result:
    values = row._asdict()
    del values["checksum"], values["counted"]
    values["options"] = _pairs(row.options)
    values["features"] = _pairs(row.features or ())
    return Result(**values)


def _pairs(found: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in found)


# Whose the result of a seat is: of one that changed hands, too.
#
# A game that is lost cannot be dumped on a helper, and one that is won cannot be taken over for its last turn.


EVEN = 60
"""The score of a draw, in 120ths: a higher one is better than the average of the sides."""
_NOTHING = (None, None, None, None)
ENOUGH_TURNS = 3
"""So many own turns a successor has made at least who gains by the result, and a quarter of the seat's."""


def holding(result: Result) -> tuple[Rated, int | None]:
    """Return how a seat of a match with a score counts in ratings, and whose rating it changes; None if nobody's."""
    if result.turns == 0:
        return "out", None
    if not result.handed_over:
        return "full", result.starter_id
    if result.score is None:
        raise ValueError(f"seat {result.seat} of match {result.match_id} has no score")
    if result.score > EVEN:
        if result.finisher_turns >= ENOUGH_TURNS and 4 * result.finisher_turns >= result.turns:
            return "gain", result.finisher_id
        return "hold", result.starter_id
    if result.starter_turns > 0 and not result.excused:
        return "full", result.starter_id
    return "hold", result.starter_id


def held(results: Sequence[Result], computers: Collection[int] = ()) -> tuple[Result, ...]:
    """Return a match's results with how each seat counts in ratings; unrated if the match is not to be rated.

    A match is not rated if it does not count, if only one side made turns of its own, or if such a seat has partners.
    `computers`: the computer players who took over seats, also those who sit there no more. Then only players who left
    can lose by it: neither who came back to a seat nor who took it after a computer wins or loses what that has played.
    """
    none = unrated(results)
    if not all(each.counted and each.score is not None for each in none):
        return none
    found = [holding(each) for each in none]
    missing = [each for each, (rated, _) in zip(none, found, strict=True) if rated == "out"]
    left = {each.side for each in none} - {each.side for each in missing}
    if len(left) < 2 or any(each.team is not None for each in missing):
        return none
    if computers:
        found = [
            pair if pair[0] == "out" or (each.handed_over and pair[0] == "full") else ("hold", pair[1])
            for each, pair in zip(none, found, strict=True)
        ]
        if not any(rated == "full" for rated, _ in found):
            return none
    return tuple(
        each._replace(rated=rated, player_id=player) for each, (rated, player) in zip(none, found, strict=True)
    )


def unrated(results: Sequence[Result]) -> tuple[Result, ...]:
    """Return the results of a match as those of an unrated one."""
    return tuple(
        each
        if (each.rated, each.player_id, each.pool_id, each.pool_no) == _NOTHING
        else each._replace(rated=None, player_id=None, pool_id=None, pool_no=None)
        for each in results
    )


def credited(result: Result) -> int | None:
    """Return the person in whose record a result stands; None if in nobody's.

    That is the player who had the seat throughout, with or without turns, and otherwise the one whose rating it would
    change: a result that leaves a rating unchanged is in no record either.
    """
    if not result.counted:
        return None
    if not result.handed_over:
        return result.starter_id
    rated, player = holding(result)
    return player if rated in ("full", "gain") else None


# Totals of results: what persons won and lost, against whom, and how often seats, openings and options did.
#
# They follow from the latest results alone (`tally`) and are kept up by adding: a match adds what it comes to, a
# correction the difference. The rows that are changed are found by their keys, so the cost does not depend on how many
# there are, and written in order of key, so that two matches that end at once wait for each other instead of blocking.


Key: TypeAlias = tuple[int | str, ...]
Tally: TypeAlias = dict[Table, dict[Key, tuple[int, ...]]]
"""The sums for the rows of each table, by their keys: the amounts in the order of its columns."""

WIN = 120
"""The score of a win over all, in 120ths."""

TABLES = (person_totals, pairs, feature_totals)


def tally(results: Iterable[Sequence[Result]]) -> Tally:
    """Return the totals of matches, each given with the latest results of all its seats."""
    found: Tally = {table: {} for table in TABLES}
    for match in results:
        for result in match:
            _count_person(found[person_totals], result)
            _count_features(found[feature_totals], result)
        for one, other in permutations(match, 2):
            _count_pair(found[pairs], one, other)
    return found


def totals_difference(before: Tally, after: Tally) -> Tally:
    found: Tally = {table: dict(rows) for table, rows in after.items()}
    for table, rows in before.items():
        for key, amounts in rows.items():
            _add(found[table], key, tuple(-each for each in amounts))
    return found


def joined_totals(found: Tally, more: Tally) -> None:
    for table, rows in more.items():
        for key, amounts in rows.items():
            _add(found[table], key, amounts)


async def stored_totals(connection: AsyncConnection) -> Tally:
    found: Tally = {}
    for table in TABLES:
        width = len(table.primary_key.columns)
        rows = await connection.execute(select(*(table.c[name] for name in _names(table))))
        found[table] = {tuple(row[:width]): tuple(row[width:]) for row in rows}
    return found


async def add_totals(connection: AsyncConnection, found: Tally) -> None:
    for table in TABLES:
        rows = [(*key, *amounts) for key, amounts in sorted(found[table].items()) if any(amounts)]
        await connections.add(connection, _upsert(connection.dialect.name, table), _names(table), rows)


def _count_person(rows: dict[Key, tuple[int, ...]], result: Result) -> None:
    person, score = credited(result), result.score
    if person is None or score is None:
        return
    turns = result.starter_turns if person == result.starter_id else result.finisher_turns
    won, lost = score == WIN, result.rank > 1
    key = (result.guild_id, person, result.game, result.mode, result.seat)
    _add(rows, key, (1, int(won), int(not won and not lost), int(lost), score, turns))


def _count_pair(rows: dict[Key, tuple[int, ...]], one: Result, other: Result) -> None:
    person, opponent = credited(one), credited(other)
    if person is None or opponent is None or person == opponent or one.side == other.side:
        return
    score = WIN if one.rank < other.rank else EVEN if one.rank == other.rank else 0
    key = (one.guild_id, person, opponent, one.game)
    _add(rows, key, (1, int(score == WIN), int(score == 0), score))


def _count_features(rows: dict[Key, tuple[int, ...]], result: Result) -> None:
    if not result.counted or result.score is None:
        return
    game = (result.guild_id, result.game, result.mode)
    features = [("seat", str(result.seat)), *result.features]
    if result.opening is not None:
        features.append(("opening", result.opening))
    features += [(f"option:{option}", f"{value}/{result.seat}") for option, value in result.options]
    for feature, value in features:
        _add(rows, (*game, feature, value), (1, result.score, result.score**2))


def _add(rows: dict[Key, tuple[int, ...]], key: Key, amounts: tuple[int, ...]) -> None:
    earlier = rows.get(key)
    rows[key] = amounts if earlier is None else tuple(one + other for one, other in zip(earlier, amounts, strict=True))


@cache
def _names(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in sorted(table.columns, key=lambda column: not column.primary_key))


@cache
def _upsert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return the statement that adds amounts to the row with their key, or inserts it."""
    statement = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    key = [column.name for column in table.primary_key.columns]
    sums = {column.name: column + statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=key, set_=sums)


# What an analysis of a match found.


async def analysis_of(connection: AsyncConnection, match_id: int, mark: str) -> Json:
    """Return what was found in a match; None if nothing was, or if the match had another record (`mark`) then."""
    query = select(analyses.c.report).where(analyses.c.match_id == match_id, analyses.c.mark == mark)
    found: Json = (await connection.execute(query)).scalar_one_or_none()
    return found


async def put_analysis(connection: AsyncConnection, match_id: int, mark: str, report: Json) -> None:
    """Keep what an analysis found in a match, if that is still there: its server may have removed the bot meanwhile."""
    if (await connection.execute(select(matches.c.id).where(matches.c.id == match_id))).first() is None:
        return
    await put_row(connection, analyses, {"match_id": match_id, "mark": mark, "report": report})
