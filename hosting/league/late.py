"""Who joins a season that is being played: where they find a place, and from which round on.

A team is none of its entries before both have agreed: until then it is kept apart (`State.pending`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.info import GameInfo
from hosting.league.beginning import rated
from hosting.league.errors import LeagueNotOpen, WithdrewBefore
from hosting.league.making import made
from hosting.league.pairing.formats import plan, rounds
from hosting.league.state import State, parted
from store.league import entries, fixtures
from store.league.values import Entry, StoredSeason


async def check(connection: AsyncConnection, at: State, people: Collection[int]) -> tuple[int, int]:
    """Return in which division people who come late play, and from which round on.

    On a ladder they begin at the bottom. In a Swiss they are paired from the next round on. In a round robin they take
    the number that is free in a division of an odd size, the lowest one first. A round robin at tables of more than two
    has no place for them; nor is there one for who withdrew from the season.

    Raises:
        LeagueNotOpen: There is no place for them, or it is too late.
        WithdrewBefore: One of them played in it before.
    """
    terms = at.terms
    if at.season.status != "running" or terms.late_rounds == 0:
        raise LeagueNotOpen
    if terms.kind == "ladder":
        return 1, 2
    if terms.kind not in ("swiss", "round-robin") or not at.rounds:
        raise LeagueNotOpen
    if {each.person_id for each in await entries.players_of(connection, at.season.id)} & {*people}:
        raise WithdrewBefore
    return _in_swiss(at) if terms.kind == "swiss" else _in_round_robin(at)


async def agree(connection: AsyncConnection, at: State, pending: Entry, info: GameInfo, now: datetime) -> Entry:
    """Have a team take part of which the partner agrees now, in a transaction that holds the season.

    It comes as of now, behind all who are there, so it gets a number of its own.

    Raises:
        LeagueNotOpen, WithdrewBefore: As for `check`; there may have been a place when the captain asked.
    """
    await entries.remove(connection, pending.id)
    entry = await placed(connection, at, replace(pending, id=0, joined_at=now, rev=0), info)
    entry = await entries.add(connection, at.season, entry, agreed=True)
    await seat(connection, at, entry, info, now)
    return entry


async def placed(connection: AsyncConnection, at: State, entry: Entry, info: GameInfo) -> Entry:
    """Return an entry that comes late with its division, first round and rating. Raises as `check` does."""
    division, from_round = await check(connection, at, entry.players)
    (entry,) = await rated(connection, at.season, at.terms, info, [entry])
    return replace(entry, division=division, from_round=from_round)


async def drop(connection: AsyncConnection, season: StoredSeason) -> None:
    """Remove the teams that wanted to come late and have not agreed, as the season ends."""
    for each in parted(season, await entries.of_season(connection, season.id))[1]:
        await entries.remove(connection, each.id)


async def seat(connection: AsyncConnection, at: State, entry: Entry, info: GameInfo, now: datetime) -> None:
    """Write the fixtures of an entry that came late to a round robin; in other formats its rounds bring them."""
    if at.terms.kind == "round-robin":
        there = replace(at, entries=(*at.entries, entry))
        await fixtures.add(connection, at.season, [made(each, now) for each in plan(there.paired(at.round, info))])


def _in_swiss(at: State) -> tuple[int, int]:
    next_one = max(each.round for each in at.fixtures) + 1
    begun = sum(each.from_round == 1 for each in at.entries)
    if next_one > min(at.terms.late_rounds, rounds(at.terms, begun)):
        raise LeagueNotOpen
    return 1, next_one


def _in_round_robin(at: State) -> tuple[int, int]:
    present = min((each.round for each in at.fixtures if each.open), default=None)
    free = [
        number
        for number in {each.division for each in at.entries}
        if (members := [each.from_round for each in at.entries if each.division == number])
        and len(members) % 2
        and max(members) == 1
    ]
    if at.terms.sides > 2 or present is None or present > at.terms.late_rounds or not free:
        raise LeagueNotOpen
    return max(free), max(2, present)
