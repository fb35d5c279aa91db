"""Are ratings what follows from the results? And what is written if they are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, cast, get_args

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store import direct
from store.ratings import stored
from store.ratings.matches import Moved, Rated
from store.ratings.model import BEGINNER, MODEL
from store.ratings.replay import Ended, Standings, ends, pages
from store.ratings.stored import Change, Pool, Rating
from store.schema import pools, rating_changes, results

_NOTHING = "nothing"


class Difference(NamedTuple):
    """Where what is stored of a pool differs from what follows from the results.

    Attributes:
        pool: Which pool.
        pool_no: The number of the match there; 0 for none.
        match_id: The match; 0 for none.
        person_id: Whose rating; None where it is nobody's.
        stored: What is stored.
        computed: What follows from the results.
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
    """What came of computing a pool.

    Attributes:
        matches: How many matches were rated.
        now: What follows from them, by person.
        differences: Where it is not what is stored.
    """

    matches: int
    now: dict[int, Rating]
    differences: list[Difference]


async def examine(connection: AsyncConnection, pool: Pool) -> Examined:
    """Compute a pool from the results alone, and compare every step that a later correction has not overtaken.

    Raises:
        DamagedResultError: The results of a match cannot be rated.
    """
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
    """Return which results name a pool that there is not, or a number there and not how they are rated, a line each."""
    query = (
        select(results.c.pool_id, func.min(results.c.match_id))
        .where(results.c.pool_no.is_not(None), results.c.pool_id.not_in(select(pools.c.id)))
        .group_by(results.c.pool_id)
        .order_by(results.c.pool_id)
    )
    lost = [f"match {match_id}: there is no pool {pool_id}" for pool_id, match_id in await connection.execute(query)]
    known = results.c.rated.is_not(None) & results.c.rated.in_(get_args(Rated))
    unclear = select(results.c.match_id, results.c.seat).where(results.c.pool_no.is_not(None), ~known)
    rows = await connection.execute(unclear.order_by(*results.primary_key))
    return [*lost, *(f"match {match_id}: nothing says how seat {seat} is rated" for match_id, seat in rows)]


async def rebuild(connection: AsyncConnection, pool: Pool, at: datetime) -> int:
    """Write what follows from the results by appending, and return how many ratings were wrong.

    Args:
        connection: In a transaction that writes.
        pool: Which pool.
        at: When this is done.

    Raises:
        DamagedResultError: The results of a match cannot be rated; nothing is written.
    """
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
        Change(
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
    """A change, as far as it is compared."""

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
    """Return of which matches, from and to a number, the changes were overtaken by a correction or a repair."""
    changes = rating_changes.c
    query = select(changes.pool_no, changes.upto).where(changes.pool_id == pool.id, changes.kind != "end").distinct()
    return [(first, last) for first, last in await connection.execute(query)]


async def _noted(connection: AsyncConnection, pool: Pool, first: int, last: int | None) -> Sequence[_Note]:
    """Return the stored changes by the ends of matches, from a number on, up to one or to the last."""
    numbers = {"pool": pool.id, "first": first, "last": _LAST if last is None else last}
    return cast("Sequence[_Note]", await direct.read(connection, _NOTED, numbers))


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
    """Give the changes by a match as they should be stored, in the order of writing."""
    for _, person_id, before, after in moved:
        if after is not before:
            yield _Note(match.pool_no, person_id, match.match_id, before.mu, before.sigma, *after)


def _now(standings: Standings, times: Mapping[int, datetime]) -> dict[int, Rating]:
    """Return what holds by what was computed."""
    return {
        person_id: Rating(person_id, standings.skills[person_id], match.pool_no, times[match.pool_no])
        for person_id, match in standings.last.items()
    }


def _nobody(person_id: int) -> Rating:
    """Return what holds of a person who was never rated."""
    return Rating(person_id, BEGINNER, 0, None)


def _compare_now(
    pool: Pool, known: Mapping[int, Rating], computed: Mapping[int, Rating], last: Mapping[int, Ended]
) -> Iterator[Difference]:
    """Give whose rating as it is stored now is not what follows from the results."""
    for person_id in sorted(known.keys() | computed.keys()):
        was, should = (each.get(person_id, _nobody(person_id)) for each in (known, computed))
        if was != should:
            match = last.get(person_id)
            about = (0, 0) if match is None else (match.pool_no, match.match_id)
            yield Difference(pool, *about, person_id, _told(was), _told(should))


async def _compare_numbers(connection: AsyncConnection, pool: Pool) -> list[Difference]:
    found = []
    if pool.model != MODEL:
        found.append(Difference(pool, 0, 0, None, f"the model {pool.model}", f"with {MODEL}"))
    highest = await stored.highest(connection, pool.id)
    if pool.last_no != highest:
        found.append(Difference(pool, 0, 0, None, f"{pool.last_no} as the last number", str(highest)))
    return found


def _told(rating: Rating) -> str:
    skill = rating.skill
    since = f", resting on number {rating.last_no} of {rating.ended_at}" if rating.last_no else ""
    return f"{_text(skill.mu, skill.sigma, skill.games)}{since}"


def _text(mu: float, sigma: float, games: int | None = None) -> str:
    return f"mu {mu!r} sigma {sigma!r}{'' if games is None else f' games {games}'}"
