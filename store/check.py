"""The check of all stored data: pages, references, people, schema, rows, results, ratings, every match."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

from sqlalchemy import Column, ColumnElement, Row, and_, bindparam, exists, func, or_, select, tuple_, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import SetupError
from engine.game import Game
from store.database import Database
from store.db import connections, files, migrate
from store.db.addresses import Address, parse
from store.ratings import stored
from store.ratings.model import BEGINNER, MODEL
from store.ratings.replay import DamagedResultError, Ended, Standings, ends, pages
from store.ratings.stored import Moved, Pool, Rated, Rating, RatingChange
from store.schema import base, match_seats, metadata, outbox, people, places, pools, rating_changes, watches
from store.schema import matches as schema_matches
from store.schema import results as schema_results
from store.tables import match_queries, matches, results
from store.tables.matches import ReplayError, dump_outcome, replay
from store.tables.results import ALL_SERVERS, IN_SERVER, Tally
from store.tables.values import StoredMatch

# Do results and totals fit what is stored beside them? Every match that is over has results, and these add up.


_PAGE = 500
"""Matches whose results are read at once."""

_SAME = ("revision", "seat", "game", "mode", "team", "starter_id", "finisher_id", "rank", "score", "rated", "player_id")
"""What all servers count of a match as its server does."""
_shared, _own, _every = (schema_results.alias(name) for name in ("shared", "own", "every"))
_of_server = (
    select(func.count())
    .where(_every.c.match_id == _shared.c.match_id, _every.c.guild_id != ALL_SERVERS)
    .scalar_subquery()
)
_APART = (
    select(_shared.c.match_id)
    .join(
        schema_matches, schema_matches.c.id == _shared.c.match_id
    )  # of one whose server is gone nothing else is there
    .join(
        _own,
        and_(
            _own.c.match_id == _shared.c.match_id,
            _own.c.guild_id != ALL_SERVERS,
            *(_own.c[name].is_not_distinct_from(_shared.c[name]) for name in _SAME),
        ),
        isouter=True,
    )
    .where(_shared.c.guild_id == ALL_SERVERS)
    .group_by(_shared.c.match_id)
    .having(or_(func.count(_own.c.seat) != func.count(), func.count() != _of_server))
    .order_by(_shared.c.match_id)
)
"""The matches that all servers count otherwise than their own; a correction that did not reach both is one."""


async def result_faults(database: Database) -> AsyncIterator[str]:
    """Yield a line for each match whose results are missing or premature, and for each wrong total."""
    async with database.read() as connection:  # one moment, so that a match that ends meanwhile is in all or in none
        known = (
            select(schema_results.c.match_id)
            .where(
                schema_results.c.match_id == schema_matches.c.id,
                IN_SERVER,
                schema_results.c.seat == 1,
            )
            .exists()
        )
        ended = schema_matches.c.ended_at.is_not(None)
        for number in (await connection.execute(select(schema_matches.c.id).where(ended, ~known))).scalars():
            yield f"match {number} is over but has no results"
        for number in (await connection.execute(select(schema_matches.c.id).where(~ended, known))).scalars():
            yield f"match {number} is running but has results"
        for number in (await connection.execute(_APART)).scalars():
            yield f"match {number} counts differently for all servers than in its own"
        try:
            expected, stored = await _added_up(connection), await results.stored_totals(connection)
        except (DBAPIError, ValueError, TypeError) as error:  # a damaged row, which the check of rows has named
            yield f"results can't be added up: {error.orig if isinstance(error, DBAPIError) else error}"
            return
    for table in results.TABLES:
        for key in sorted(expected[table].keys() | stored[table].keys(), key=str):
            nothing = (0,) * (len(table.columns) - len(table.primary_key.columns))
            stored_amounts, right = stored[table].get(key, nothing), expected[table].get(key, nothing)
            if stored_amounts != right:
                yield f"{table.name}: row {key} holds {stored_amounts}, the results add up to {right}"


async def _added_up(connection: AsyncConnection) -> Tally:
    found = results.tally(())
    after = 0
    while page := await results.latest_page(connection, after, _PAGE):
        results.joined_totals(found, results.tally(list(rows) for _, rows in groupby(page, lambda each: each.match_id)))
        after = page[-1].match_id
    return found


# Does everybody exist who is named anywhere? People are referred to without foreign keys, as 0 is the bot itself.


COLUMNS = frozenset(
    (
        *("person_id", "organiser_id", "host_id", "starter_id", "finisher_id", "player_id", "opponent_id"),
        "blocked_id",
    )
)
"""Names of columns that are a person in every row, whatever the table."""
_BOT = 0
_CONDITIONAL = ((outbox.c.channel_id, outbox.c.kind == "private"), (watches.c.target_id, watches.c.kind == "player"))
"""Columns that are a person in some rows."""


async def unknown_people(connection: AsyncConnection) -> list[str]:
    """Return a line for each place that names a person who does not exist."""
    found = []
    for column, where in _columns():
        known = exists().where(people.c.id == column)
        query = select(column).where(where, column != _BOT, ~known).distinct().order_by(column)
        rows = (await connection.execute(query)).scalars()
        found += [f"{column.table.name}: {column.name} names person {person}, who doesn't exist" for person in rows]
    return found


def _columns() -> Iterator[tuple[Column[int], ColumnElement[bool]]]:
    for table in metadata.sorted_tables:
        yield from ((column, column.is_not(None)) for column in table.c if column.name in COLUMNS)
    yield from ((column, and_(column.is_not(None), where)) for column, where in _CONDITIONAL)


# Is every row what was written? Page by page, so that a database in use can be read, and a damaged row be named.


_ROWS_AT_ONCE = 2000
"""Rows read at once."""

_MOST_SKIPPED = 3
"""Unreadable rows in a row after which the rest of the table is left unread."""


async def row_faults(database: Database, tables: Collection[str] = metadata.tables.keys()) -> AsyncIterator[str]:
    """Yield a line for each row that cannot be read or whose checksum is wrong.

    Each page is a transaction, as a writer may be at work.
    """
    roots: dict[int, bytes] = {}
    for name in (*base.COVERED, *(name for name in metadata.tables if name not in base.COVERED)):
        if name not in tables:
            continue
        before: tuple[int, bytes] = (0, b"")  # of events: the match, and the checksum of its last one
        async for row in _rows(database, name):
            if isinstance(row, str):
                yield row
                continue
            if name not in base.COVERED:
                continue
            values = row._asdict()
            if name == "matches":
                roots[row.id] = row.checksum
                if row.clock_checksum != base.of_clock(row.clock):
                    yield f"matches: the clock of match {row.id} is not what was written"
            previous = b""
            if name == "events":
                previous = before[1] if before[0] == row.match_id else roots.get(row.match_id) or b""
                before = (row.match_id, row.checksum or b"")
            if row.checksum != base.of(name, values, previous):
                yield f"{name}: row {_key(name, row)} is not what was written"


async def _rows(database: Database, name: str) -> AsyncIterator[Row[Any] | str]:
    """Yield the rows of a table in the order of its key, or a line for one that cannot be read."""
    table = metadata.tables[name]
    key = list(table.primary_key.columns)
    query = select(table).order_by(*key)  # all of it: what cannot be read any more is found, too
    after: tuple[Any, ...] | None = None
    skip, page = 0, _ROWS_AT_ONCE
    while True:
        wanted = query if after is None else query.where(tuple_(*key) > tuple_(*after))
        try:
            async with database.read() as connection:
                rows = (await connection.execute(wanted.offset(skip).limit(page))).all()
        except (DBAPIError, ValueError, TypeError) as error:
            if page > 1:
                page = 1  # to find which row it is
                continue
            skip, page = skip + 1, _ROWS_AT_ONCE
            reason = error.orig if isinstance(error, DBAPIError) else error
            yield f"{name}: a row after {after} can't be read: {reason}"
            if skip == _MOST_SKIPPED:
                return  # not a row, but the pages beneath
            continue
        for row in rows:
            yield row
        if len(rows) < page:
            return
        after, skip = _key(name, rows[-1]), 0


def _key(name: str, row: Row[Any]) -> tuple[Any, ...]:
    return tuple(getattr(row, column.name) for column in metadata.tables[name].primary_key.columns)


# Are ratings what follows from the results? And what is written if they are not.


_NOTHING = "nothing"


class Difference(NamedTuple):
    """A difference between a pool as stored and as computed from the results.

    Attributes:
        pool_no: The number of the match in the pool; 0 for none.
        match_id: The match; 0 for none.
        person_id: Whose rating; None where it is nobody's.
    """

    pool: Pool
    pool_no: int
    match_id: int
    person_id: int | None
    stored: str
    computed: str

    def __str__(self) -> str:
        where = (
            f"pool {self.pool.id} ({self.pool.game} {self.pool.mode}{self.pool.variant and f', {self.pool.variant}'})"
        )
        match = f", match {self.match_id}" if self.match_id else ""
        person = "" if self.person_id is None else f", person {self.person_id}"
        return f"{where}{match}{person}: stored is {self.stored}, computed {self.computed}"


@dataclass(frozen=True, slots=True)
class Examined:
    """A pool computed from the results: the number of rated matches, the ratings by person, the differences."""

    matches: int
    now: dict[int, Rating]
    differences: list[Difference]


async def examine(connection: AsyncConnection, pool: Pool) -> Examined:
    """Compute a pool from the results alone, and compare every step that no later correction has overtaken."""
    overtaken = await _overtaken(connection, pool)
    standings, matches, seen = Standings({}, {}), 0, 0
    differences = await _compare_numbers(connection, pool)
    whole = pool._replace(last_no=await stored.highest(connection, pool.id))

    def compare(noted: Sequence[_Note], computed: Sequence[_Note]) -> None:
        found, should = ({(each[0], each[1]): _Note(*each) for each in notes} for notes in (noted, computed))
        for pool_no, person_id in sorted(found.keys() | should.keys()):
            pair = found.get((pool_no, person_id)), should.get((pool_no, person_id))
            if pair[0] != pair[1] and not any(first <= pool_no <= last for first, last in overtaken):
                match_id = next(each.match_id for each in reversed(pair) if each is not None)
                texts = (_NOTHING if each is None else str(each) for each in pair)
                differences.append(Difference(pool, pool_no, match_id, person_id, *texts))

    async for page in pages(connection, whole):
        if page:
            computed = [note for match in page for note in _changed(match, standings.rate(pool, match))]
            noted = await _noted(connection, pool, seen + 1, page[-1].pool_no)
            if noted != computed:
                compare(noted, computed)
            matches, seen = matches + len(page), page[-1].pool_no
    compare(await _noted(connection, pool, seen + 1, None), ())
    now = _now(standings, await ends(connection, pool, standings.last.values()))
    differences += _compare_now(pool, await stored.current(connection, pool.id), now, standings.last)
    return Examined(matches, now, differences)


async def stray(connection: AsyncConnection) -> list[str]:
    """Return a line for each result that names a pool that does not exist, or a number without how the seat counts."""
    query = (
        select(schema_results.c.pool_id, func.min(schema_results.c.match_id))
        .where(schema_results.c.pool_no.is_not(None), schema_results.c.pool_id.not_in(select(pools.c.id)))
        .group_by(schema_results.c.pool_id)
        .order_by(schema_results.c.pool_id)
    )
    lost = [f"match {match_id}: there is no pool {pool_id}" for pool_id, match_id in await connection.execute(query)]
    known = schema_results.c.rated.is_not(None) & schema_results.c.rated.in_(get_args(Rated))
    unclear = select(schema_results.c.match_id, schema_results.c.seat).where(
        schema_results.c.pool_no.is_not(None), ~known
    )
    rows = await connection.execute(unclear.order_by(*schema_results.primary_key))
    return [*lost, *(f"match {match_id}: nothing says how seat {seat} is rated" for match_id, seat in rows)]


async def rebuild(connection: AsyncConnection, pool: Pool, at: datetime) -> int:
    """Append the ratings that follow from the results where they differ; return how many were wrong."""
    pool = await stored.hold(connection, pool.id)
    found = await examine(connection, pool)
    last_no = await stored.highest(connection, pool.id)
    if pool.last_no != last_no:
        await connection.execute(update(pools).where(pools.c.id == pool.id).values(last_no=last_no))
    wrong = [each for each in found.differences if each.person_id is not None]
    if not wrong:
        return 0
    first = min(wrong, key=lambda each: each.pool_no)
    known = await stored.current(connection, pool.id)
    people = sorted({each.person_id for each in wrong if each.person_id is not None})
    changes = [
        RatingChange(
            *(pool.id, first.pool_no, last_no, first.match_id, person_id, "rebuild", None),
            known.get(person_id, _nobody(person_id)).skill,
            found.now.get(person_id, _nobody(person_id)).skill,
            at,
        )
        for person_id in people
    ]
    now = [found.now.get(each, _nobody(each)) for each in people]
    await stored.note(connection, changes, {each.person_id: (each.last_no, each.ended_at) for each in now})
    return len(changes)


class _Note(NamedTuple):
    """The compared part of a change."""

    pool_no: int
    person_id: int
    match_id: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    games: int

    def __str__(self) -> str:
        before, after = _text(self.mu_before, self.sigma_before), _text(self.mu, self.sigma, self.games)
        return f"{before} → {after} by match {self.match_id}"


async def _overtaken(connection: AsyncConnection, pool: Pool) -> list[tuple[int, int]]:
    changes = rating_changes.c
    query = select(changes.pool_no, changes.upto).where(changes.pool_id == pool.id, changes.kind != "end").distinct()
    return [(first, last) for first, last in await connection.execute(query)]


async def _noted(connection: AsyncConnection, pool: Pool, first: int, last: int | None) -> Sequence[_Note]:
    numbers = {"pool": pool.id, "first": first, "last": _LAST if last is None else last}
    return cast("Sequence[_Note]", await connections.read(connection, _NOTED, numbers))


_LAST = 2**31 - 1
"""No number in a pool is higher."""
_NOTED = (
    select(*(rating_changes.c[name] for name in _Note._fields))
    .where(
        rating_changes.c.pool_id == bindparam("pool"),
        rating_changes.c.kind == "end",
        rating_changes.c.pool_no.between(bindparam("first"), bindparam("last")),
    )
    .order_by(rating_changes.c.pool_no, rating_changes.c.id)
)


def _changed(match: Ended, moved: Iterable[Moved]) -> Iterator[_Note]:
    """Yield the changes by a match as they should be stored, in the order of writing."""
    for _, person_id, before, after in moved:
        if after is not before:
            yield _Note(match.pool_no, person_id, match.match_id, before.mu, before.sigma, *after)


def _now(standings: Standings, times: Mapping[int, datetime]) -> dict[int, Rating]:
    return {
        person_id: Rating(person_id, standings.skills[person_id], match.pool_no, times[match.pool_no])
        for person_id, match in standings.last.items()
    }


def _nobody(person_id: int) -> Rating:
    return Rating(person_id, BEGINNER, 0, None)


def _compare_now(
    pool: Pool, known: Mapping[int, Rating], computed: Mapping[int, Rating], last: Mapping[int, Ended]
) -> Iterator[Difference]:
    for person_id in sorted(known.keys() | computed.keys()):
        was, should = (each.get(person_id, _nobody(person_id)) for each in (known, computed))
        if was != should:
            match = last.get(person_id)
            about = (0, 0) if match is None else (match.pool_no, match.match_id)
            yield Difference(pool, *about, person_id, _rating_text(was), _rating_text(should))


async def _compare_numbers(connection: AsyncConnection, pool: Pool) -> list[Difference]:
    found = []
    if pool.model != MODEL:
        found.append(Difference(pool, 0, 0, None, f"the model {pool.model}", f"with {MODEL}"))
    highest = await stored.highest(connection, pool.id)
    if pool.last_no != highest:
        found.append(Difference(pool, 0, 0, None, f"{pool.last_no} as the last number", str(highest)))
    return found


def _rating_text(rating: Rating) -> str:
    skill = rating.skill
    since = f", resting on number {rating.last_no} of {rating.ended_at}" if rating.last_no else ""
    return f"{_text(skill.mu, skill.sigma, skill.games)}{since}"


def _text(mu: float, sigma: float, games: int | None = None) -> str:
    return f"mu {mu!r} sigma {sigma!r}{'' if games is None else f' games {games}'}"


# Ratings of a whole database, checked or repaired from outside: `python -m store ratings`.


TABLES = ("results", "pools", "rating_changes", "ratings")
"""What ratings follow from, and where they are."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check of ratings; the problems are the first difference and the damaged rows, a line each."""

    pools: int
    matches: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of a repair of ratings.

    Attributes:
        written: How many ratings were written, by pool; only of pools with differences.
        problems: Why nothing was written in a pool, or at all, a line each.
    """

    written: dict[int, int]
    problems: tuple[str, ...]


async def check_ratings(address: Address) -> Checked:
    """Compute every pool from the results and compare it with the stored ratings, up to the first difference.

    The database may be in use; the check sees it at one moment, and changes nothing.
    """
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            if (obstacle := await connection.run_sync(migrate.obstacle)) is not None:
                return Checked(0, 0, (obstacle,))
            checked = await compared_ratings(connection)
        if not checked.problems:
            return checked
        faults = [fault async for fault in row_faults(database, tables=TABLES)]
        return Checked(checked.pools, checked.matches, (*checked.problems, *faults))
    finally:
        await database.close()


async def compared_ratings(connection: AsyncConnection) -> Checked:
    """Compute every pool from the results and compare it with the stored ratings, up to the first difference."""
    pools = matches = 0
    try:
        for problem in await stray(connection):
            return Checked(0, 0, (problem,))
        for pool in await stored.every(connection):
            found = await examine(connection, pool)
            pools, matches = pools + 1, matches + found.matches
            if found.differences:
                return Checked(pools, matches, (str(found.differences[0]),))
    except DamagedResultError as error:
        return Checked(pools, matches, (str(error),))
    except (DBAPIError, ValueError, TypeError, ArithmeticError) as error:  # the last: a number that no column holds
        reason = error.orig if isinstance(error, DBAPIError) else error
        return Checked(pools, matches, (f"what is stored can't be read: {reason}",))
    return Checked(pools, matches, ())


async def schema_obstacle(address: Address) -> str | None:
    """Return why this version can't read a database, or None (`store.db.migrate.obstacle`)."""
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            return await connection.run_sync(migrate.obstacle)
    finally:
        await database.close()


async def repair_ratings(address: Address) -> Rebuilt:
    if (obstacle := await schema_obstacle(address)) is not None:
        return Rebuilt({}, (obstacle,))
    database = await Database.open(address)
    written, problems = {}, []
    try:
        async with database.read() as connection:
            pools = await stored.every(connection)
        for pool in pools:
            if pool.model != MODEL:
                problems.append(f"pool {pool.id} is rated by {pool.model}, this version rates by {MODEL}")
                continue
            try:
                async with database.write(long=True) as connection:
                    if count := await rebuild(connection, pool, datetime.now(UTC)):
                        written[pool.id] = count
            except DamagedResultError as error:
                problems.append(str(error))
            except (DBAPIError, ValueError, TypeError, ArithmeticError) as error:
                reason = error.orig if isinstance(error, DBAPIError) else error
                problems.append(f"pool {pool.id} can't be read: {reason}")
    finally:
        await database.close()
    return Rebuilt(written, tuple(problems))


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The result of a check: how many matches and events were replayed, and the problems, a line each."""

    matches: int
    events: int
    problems: tuple[str, ...]


async def check_database(address: Address, games: Callable[[str], Game[Any, Any, Any]]) -> CheckReport:
    """Check a database that may be in use; nothing is changed, and an older schema is reported, not upgraded."""
    where = parse(address)
    problems = files.damage(where) if isinstance(where, Path) else []
    database = await Database.connect(where)
    checked = events = 0
    try:
        async with database.read() as connection:
            obstacle = await connection.run_sync(migrate.obstacle)
        if obstacle is not None:
            return CheckReport(0, 0, (*problems, obstacle))
        problems += [fault async for fault in row_faults(database)]
        async with database.read() as connection:
            problems += await unknown_people(connection)
            problems += (await compared_ratings(connection)).problems
        problems += [fault async for fault in result_faults(database)]
        async for match_id, stored, faults in _each(database, games):
            checked += 1
            events += 0 if stored is None else len(stored.events)
            problems += [f"match {match_id}: {fault}" for fault in faults]
    except DBAPIError as error:
        problems.append(str(error.orig))
    finally:
        await database.close()
    return CheckReport(checked, events, tuple(problems))


async def _each(
    database: Database, games: Callable[[str], Game[Any, Any, Any]]
) -> AsyncIterator[tuple[int, StoredMatch | None, list[str]]]:
    async with database.read() as connection:
        every = await match_queries.ids(connection)
    for match_id in every:
        async with database.read() as connection:
            try:
                stored = await matches.load(connection, match_id)
                if stored is None:
                    raise ValueError("its row is not where its number says")
                found = [*_faults(stored, games), *await _stale_marks(connection, stored)]
            except (DBAPIError, ValueError, TypeError) as error:
                stored, found = None, [f"can't be read: {error.orig if isinstance(error, DBAPIError) else error}"]
        yield match_id, stored, found


def _faults(stored: StoredMatch, games: Callable[[str], Game[Any, Any, Any]]) -> list[str]:
    numbers = [event.seq for event in stored.events]
    if numbers != list(range(1, stored.seq + 1)):
        return [f"its events are numbered {numbers}, not 1 to {stored.seq}"]
    try:
        session = replay(games(stored.game), stored)
    except (ReplayError, SetupError) as error:
        return [str(error)]
    faults = []
    boards = [place.channel_id for place in stored.places if place.role == "board"]
    if boards != [stored.channel_id]:
        faults.append(f"its channel is noted as {stored.channel_id}, its board is shown in {boards}")
    moved = stored.events[-1].at if stored.events else stored.started_at
    if stored.moved_at != moved:
        faults.append(f"its last turn is noted at {stored.moved_at}, its events say {moved}")
    if stored.ended_at not in {None, moved}:
        faults.append(f"its end is noted at {stored.ended_at}, its events say {moved}")
    if tuple(sorted(session.to_act)) != stored.to_act:
        faults.append(f"seats {stored.to_act} are noted to act, its events lead to {sorted(session.to_act)}")
    outcome = None if session.outcome is None else dump_outcome(session.outcome)
    if outcome != stored.outcome:
        faults.append(f"its result is noted as {stored.outcome}, its events lead to {outcome}")
    if (outcome is not None) != (stored.status == "over"):
        faults.append(f"its status is {stored.status}, its events lead to {outcome}")
    return faults


async def _stale_marks(connection: AsyncConnection, stored: StoredMatch) -> list[str]:
    """Return the rows that are marked as of a running match though it is over, or the other way round."""
    live = stored.status != "over"
    seats = select(match_seats.c.seat).where(match_seats.c.match_id == stored.id, match_seats.c.live.is_not(live))
    boards = select(places.c.role).where(
        places.c.match_id == stored.id, places.c.role != "category", places.c.busy.is_not(live)
    )
    return [
        *(f"seat {seat} is marked wrongly" for seat in (await connection.execute(seats)).scalars()),
        *(f"place {role} is marked wrongly" for role in (await connection.execute(boards)).scalars()),
    ]
