"""The start of a season: its entries, their ratings, their divisions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import GameInfo
from engine.text import say_n
from hosting.errors import HostingError
from hosting.league.announcements import refresh_post
from hosting.league.fixtures import moves
from hosting.league.model import SeasonState
from hosting.league.pairing.divisions import next_season, next_sizes
from hosting.league.pairing.formats import BOUNDS, check
from hosting.league.pairing.values import SEED
from hosting.league.promotion import claims_of
from hosting.league.terms import LeagueTerms, Lots, entries_digest
from hosting.league.validation import division_sizes, smaller_tables
from hosting.outages import ServerTime
from store.league import entries, fixtures, seasons
from store.league.seasons import Division, Entry, StoredSeason
from store.ratings import stored as ratings
from store.ratings.model import BEGINNER

TOGETHER = 200
"""Entries that are written by one statement."""


def extended_by_outages(state: SeasonState, outages: ServerTime, now: datetime) -> SeasonState:
    """Return a season before its start, with an end later by the time that the bot was away since its first day."""
    terms = state.terms
    if terms.ends_at is None:
        return state
    ends_at = outages.delayed(terms.ends_at, now if terms.starts_at is None else terms.starts_at)
    return replace(state, terms=replace(terms, ends_at=ends_at))


async def begin(connection: AsyncConnection, state: SeasonState, info: GameInfo, now: datetime) -> StoredSeason:
    """Start a season, in a transaction that holds it; teams whose partner has not agreed are left out.

    Raises:
        TooFewEntries, HostingError (`too-many-entries`): It cannot be played with these entries.
        HostingError (`division-too-full`): Organisers moved more into a division than it has places.
    """
    season, terms = state.season, state.terms
    agreed = [each for each in state.entries if each.agreed]
    sizes = division_sizes(terms, len(agreed))
    check(terms, sizes, smaller_tables(terms, info))
    digest = entries_digest(agreed)
    agreed = await rated(connection, season, terms, info, agreed)
    moved = moves(await fixtures.decisions_of(connection, season.id))
    seeded = _seeded(terms, agreed, Lots(season.secret, digest))
    if season.number > 1 and len(sizes) > 1:
        sizes, seeded = await _following(connection, season, terms, seeded)
    placed = _placed(seeded, sizes, moved)
    for each in state.entries:  # only now: nothing is changed where the season cannot start
        if not each.agreed:
            await entries.remove(connection, each.id)
    for first in range(0, len(placed), TOGETHER):
        await entries.save_all(connection, season, placed[first : first + TOGETHER])
        await asyncio.sleep(0)  # answers do not wait for all of a large league
    await seasons.put_divisions(connection, season, divisions_of(terms, sizes))
    await seasons.note_done(connection, season, "start", now)
    ends_at = terms.ends_at
    await refresh_post(connection, season, now)
    begun = replace(season, status="running", entries_digest=digest, started_at=now, ends_at=ends_at)
    return await seasons.save(connection, begun)


async def rated(
    connection: AsyncConnection, season: StoredSeason, terms: LeagueTerms, info: GameInfo, entries: Sequence[Entry]
) -> list[Entry]:
    people = [person for each in entries for person in each.players]
    variant = info.variant(terms.mode, terms.options)
    skills = await ratings.skills_in(connection, season.guild_id, terms.game, terms.mode, variant, people)
    return [replace(each, seed_mu=sum(skills.get(person, BEGINNER).mu for person in each.players)) for each in entries]


def _seeded(terms: LeagueTerms, entries: Sequence[Entry], lots: Lots) -> list[Entry]:
    """Return entries with their seeds, the first seed first; lots decide between equal ratings."""

    def strength(entry: Entry) -> tuple[float, bytes]:
        by_rating = -(entry.seed_mu or 0.0) if terms.seeding == "rating" else 0.0
        return by_rating, lots(SEED, entry.id)

    return [replace(each, seed=at) for at, each in enumerate(sorted(entries, key=strength), 1)]


async def _following(
    connection: AsyncConnection, season: StoredSeason, terms: LeagueTerms, seeded: Sequence[Entry]
) -> tuple[tuple[int, ...], list[Entry]]:
    """Return the sizes of the divisions after earlier seasons, and the entries in the order of their places.

    If none of them played before, all are placed as in a first season.
    """
    claims = await claims_of(connection, season, seeded)
    if terms.division_size is None or all(each.goal is None for each in claims):
        return division_sizes(terms, len(seeded)), list(seeded)
    by_rating = terms.newcomers == "rating"
    sizes = next_sizes(claims, terms.division_size, BOUNDS[terms.kind], by_rating=by_rating)
    known = {each.id: each for each in seeded}
    return sizes, [known[key] for keys in next_season(claims, sizes, by_rating=by_rating) for key in keys]


def _placed(seeded: Sequence[Entry], sizes: Sequence[int], moved: Mapping[int, int]) -> list[Entry]:
    homes = {each.id: min(moved[each.id], len(sizes)) for each in seeded if each.id in moved}
    rest = [each for each in seeded if each.id not in homes]
    found = []
    for number, size in enumerate(sizes, 1):
        own = [each for each in seeded if homes.get(each.id) == number]
        if len(own) > size:
            raise HostingError(
                say_n(
                    "Division {division} has {count} place, but more entries were moved there: undo a decision.",
                    ("Division {division} has {count} places, but more entries were moved there: undo a decision."),
                    size,
                    division=number,
                ),
                code="division-too-full",
            )
        taken = size - len(own)
        found += [replace(each, division=number) for each in [*own, *rest[:taken]]]
        rest = rest[taken:]
    return found


def divisions_of(terms: LeagueTerms, sizes: Sequence[int]) -> list[Division]:
    """Return divisions of these sizes, the highest first.

    As many move between two of them as agreed; fewer where the divisions are so small that no entry would stay.
    """
    count, up = len(sizes), min(terms.up, (min(sizes) - 1) // 2)
    return [
        Division(number, up=up if number > 1 else 0, down=up if number < count else 0) for number in range(1, count + 1)
    ]
