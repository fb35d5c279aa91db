"""Are ratings what follows from the results? And what is written if they are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, TypeAlias

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store.ratings import stored
from store.ratings.matches import Moved
from store.ratings.model import BEGINNER, MODEL
from store.ratings.replay import Standings, pages, rests
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
        standings: What follows from them.
        differences: Where it is not what is stored.
    """

    matches: int
    standings: Standings
    differences: list[Difference]


async def examine(connection: AsyncConnection, pool: Pool) -> Examined:
    """Compute a pool from the results alone, and compare every step that a later correction has not overtaken.

    Raises:
        DamagedResultError: The results of a match cannot be rated.
    """
    overtaken = await _overtaken(connection, pool)
    standings, matches, seen = Standings({}, {}), 0, 0
    differences = await _compare_numbers(connection, pool)
    whole = replace(pool, last_no=await stored.highest(connection, pool.id))

    def compare(noted: _Noted, match_ids: Mapping[int, int], moves: _Noted) -> None:
        for pool_no in sorted(noted.keys() | moves.keys()):
            if not any(first <= pool_no <= last for first, last in overtaken):
                match_id = match_ids.get(pool_no, 0)
                differences.extend(_compare(pool, pool_no, match_id, noted.get(pool_no, {}), moves.get(pool_no, {})))

    async for page in pages(connection, whole):
        if page:
            moves = {match.pool_no: _changed(match.match_id, standings.rate(pool, match)) for match in page}
            noted = await _noted(connection, pool, seen + 1, page[-1].pool_no)
            compare(noted, {match.pool_no: match.match_id for match in page}, moves)
            matches, seen = matches + len(page), page[-1].pool_no
    compare(await _noted(connection, pool, seen + 1, None), {}, {})
    differences += _compare_now(pool, await stored.current(connection, pool.id), standings)
    return Examined(matches, standings, differences)


async def stray(connection: AsyncConnection) -> list[str]:
    """Return which results name a pool that there is not, a line each."""
    query = (
        select(results.c.pool_id, func.min(results.c.match_id))
        .where(results.c.pool_no.is_not(None), results.c.pool_id.not_in(select(pools.c.id)))
        .group_by(results.c.pool_id)
        .order_by(results.c.pool_id)
    )
    return [f"match {match_id}: there is no pool {pool_id}" for pool_id, match_id in await connection.execute(query)]


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
            known[person_id].skill if person_id in known else BEGINNER,
            found.standings.skills.get(person_id, BEGINNER),
            at,
        )
        for person_id in people
    ]
    last = {each: rests(found.standings.last.get(each)) for each in people}
    await stored.note(connection, changes, last)
    return len(changes)


class _Note(NamedTuple):
    """A change, as far as it is compared."""

    match_id: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    games: int

    def __str__(self) -> str:
        before, after = _text(self.mu_before, self.sigma_before), _text(self.mu, self.sigma, self.games)
        return f"{before} → {after} by match {self.match_id}"


_Noted: TypeAlias = Mapping[int, Mapping[int, _Note]]
"""Stored changes by number of the match and person."""


async def _overtaken(connection: AsyncConnection, pool: Pool) -> list[tuple[int, int]]:
    """Return of which matches, from and to a number, the changes were overtaken by a correction or a repair."""
    changes = rating_changes.c
    query = select(changes.pool_no, changes.upto).where(changes.pool_id == pool.id, changes.kind != "end").distinct()
    return [(first, last) for first, last in await connection.execute(query)]


async def _noted(connection: AsyncConnection, pool: Pool, first: int, last: int | None) -> _Noted:
    """Return the stored changes by the ends of matches, from a number on, up to one or to the last."""
    names = ("pool_no", "person_id", *_Note._fields)
    query = select(*(rating_changes.c[name] for name in names)).where(
        rating_changes.c.pool_id == pool.id, rating_changes.c.kind == "end", rating_changes.c.pool_no >= first
    )
    if last is not None:
        query = query.where(rating_changes.c.pool_no <= last)
    found: dict[int, dict[int, _Note]] = {}
    for pool_no, person_id, *note in await connection.execute(query):
        found.setdefault(pool_no, {})[person_id] = _Note(*note)
    return found


def _changed(match_id: int, moved: Iterable[Moved]) -> dict[int, _Note]:
    return {
        each.person_id: _Note(
            *(match_id, each.before.mu, each.before.sigma), *(each.after.mu, each.after.sigma, each.after.games)
        )
        for each in moved
        if each.after is not each.before
    }


def _compare(
    pool: Pool, pool_no: int, match_id: int, noted: Mapping[int, _Note], computed: Mapping[int, _Note]
) -> Iterator[Difference]:
    """Give where the stored changes by a match are not those that follow from its results."""
    if noted == computed:
        return
    for person_id in sorted(noted.keys() | computed.keys()):
        pair = noted.get(person_id), computed.get(person_id)
        if pair[0] != pair[1]:
            about = match_id or (0 if pair[0] is None else pair[0].match_id)
            was, should = (_NOTHING if each is None else str(each) for each in pair)
            yield Difference(pool, pool_no, about, person_id, was, should)


def _compare_now(pool: Pool, known: Mapping[int, Rating], standings: Standings) -> Iterator[Difference]:
    """Give whose rating as it is stored now is not what follows from the results."""
    for person_id in sorted(known.keys() | standings.last.keys()):
        now = known.get(person_id) or Rating(person_id, BEGINNER, 0, None)
        last = standings.last.get(person_id)
        should = Rating(person_id, standings.skills.get(person_id, BEGINNER), *rests(last))
        if now != should:
            about = (0, 0) if last is None else (last.pool_no, last.match_id)
            yield Difference(pool, *about, person_id, _now(now), _now(should))


async def _compare_numbers(connection: AsyncConnection, pool: Pool) -> list[Difference]:
    found = []
    if pool.model != MODEL:
        found.append(Difference(pool, 0, 0, None, f"the model {pool.model}", f"with {MODEL}"))
    highest = await stored.highest(connection, pool.id)
    if pool.last_no != highest:
        found.append(Difference(pool, 0, 0, None, f"{pool.last_no} as the last number", str(highest)))
    return found


def _now(rating: Rating) -> str:
    skill = rating.skill
    since = f", resting on number {rating.last_no} of {rating.ended_at}" if rating.last_no else ""
    return f"{_text(skill.mu, skill.sigma, skill.games)}{since}"


def _text(mu: float, sigma: float, games: int | None = None) -> str:
    return f"mu {mu!r} sigma {sigma!r}{'' if games is None else f' games {games}'}"
