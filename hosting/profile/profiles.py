"""Profiles of players: what their finished matches in a server come to, for a person who reads it.

All of it is read from what is written when a match is over (`store.results`, `store.totals`): nothing of a match that
goes on, silent or not, can be read off.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from hosting.profile.appearance import visible
from hosting.profile.recent import MOST, REACH, Handovers, Recent, recent
from hosting.runtime.time import Clock
from store import boards, profiles, results, settings
from store.boards import Rated, Step
from store.database import Database
from store.profiles import Met, PersonTotal
from store.results import ALL_SERVERS

MOST_RATINGS = 4
"""Pools of which a profile tells the rating, those with most rated games."""
MOST_MET = 5
"""Opponents that a profile names, those met most often; so many it names with whom seats changed hands, likewise."""


@dataclass(frozen=True, slots=True)
class Record:
    """What some matches come to.

    Attributes:
        played: How many.
        won: Won over all.
        drawn: Neither won nor lost.
        lost: With another side ahead.
        score_sum: Of the scores, in 120ths.
    """

    played: int
    won: int
    drawn: int
    lost: int
    score_sum: int


@dataclass(frozen=True, slots=True)
class ModeRecord:
    """What a player's matches of a mode come to.

    Attributes:
        game: Key of the game.
        mode: Key of the mode.
        all: In every seat.
        seats: By seat, those that they sat in, in order.
    """

    game: str
    mode: str
    all: Record
    seats: tuple[tuple[Seat, Record], ...]


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A player's rating in a pool.

    Attributes:
        rated: What is known of them, in which pool.
        steps: How it came about within a year, the last `MOST` changes, the earliest first.
    """

    rated: Rated
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Opponent:
    """Whom a player met.

    Attributes:
        person_id: Who; None for one who does not appear to the reader.
        played: Matches in which they were on different sides.
        won: In how many the player was ahead.
        lost: In how many the opponent was.
    """

    person_id: int | None
    played: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What a reader may know of a player's finished matches in a server.

    Attributes:
        person_id: The player.
        game: Key of the game that was asked for; None for all.
        modes: By game and mode, those played most first.
        opponents: Whom they met most often.
        versus: How they and the reader met; None where it is their own profile, or they never did.
        recent: What their latest matches tell.
        ratings: By pool, those with most rated games first.
        everywhere: Their ratings of all servers, likewise; none if there are no such ratings, or they do not agree.
    """

    person_id: int
    game: str | None
    modes: tuple[ModeRecord, ...] = ()
    opponents: tuple[Opponent, ...] = ()
    versus: Met | None = None
    recent: Recent = field(default_factory=Recent)
    ratings: tuple[PoolRating, ...] = ()
    everywhere: tuple[Rated, ...] = ()

    @property
    def named(self) -> tuple[int, ...]:
        """Whom it names besides its player."""
        handed = (*self.recent.taken_over.people, *self.recent.handed_over.people)
        found = [*(each.person_id for each in self.opponents), *(each.person_id for each in handed)]
        return tuple(dict.fromkeys(each for each in found if each is not None))

    @property
    def all(self) -> Record:
        """What all matches come to."""
        return _sum(each.all for each in self.modes)


class Profiles:
    """Reads profiles."""

    def __init__(self, database: Database, clock: Clock, *, everywhere: bool = False) -> None:
        self._db = database
        self._clock = clock
        self._everywhere = everywhere

    async def of(
        self, guild_id: int, person_id: int, asker_id: int, game: str | None = None, *, public: bool = False
    ) -> Profile | None:
        """Return the profile of a person in a server; None if they do not show it to its readers.

        Args:
            guild_id: The server.
            person_id: Whose profile.
            asker_id: Who asks for it, as a person. Their own profile they may show to whom they like.
            game: Key of the only game wanted.
            public: Whether everybody reads it, and not the asker alone.
        """
        since, reader_id = self._clock.now() - REACH, None if public else asker_id
        async with self._db.read() as connection:
            if person_id != asker_id and not await visible(connection, guild_id, [person_id], reader_id):
                return None
            totals = await profiles.totals(connection, guild_id, person_id)
            most = await profiles.met_most(connection, guild_id, person_id, game, MOST_MET)
            every = await boards.rated(connection, guild_id, person_id)
            rated = [each for each in every if game in (None, each.pool.game)][:MOST_RATINGS]
            shared = await self._of_all_servers(connection, person_id)
            ratings = [PoolRating(each, await _steps(connection, each, person_id, since)) for each in rated]
            latest = await results.of_person(connection, guild_id, person_id, limit=MOST, game=game, since=since)
            habits = recent(person_id, latest)
            others = {each.opponent_id for each in most} | _counterparts(habits)
            seen = await visible(connection, guild_id, others, reader_id)
            versus = None
            if reader_id is not None and reader_id != person_id:
                versus = await profiles.met(connection, guild_id, person_id, reader_id, game)
        return Profile(
            person_id,
            game,
            _by_mode(each for each in totals if game in (None, each.game)),
            tuple(
                Opponent(each.opponent_id if each.opponent_id in seen else None, each.played, each.won, each.lost)
                for each in most
            ),
            versus,
            _as_seen(habits, seen),
            tuple(ratings),
            tuple(each for each in shared if game in (None, each.pool.game))[:MOST_RATINGS],
        )

    async def rated_everywhere(self, person_id: int) -> bool:
        """Return whether there are ratings of all servers to show of a person, whether they agree to them or not."""
        async with self._db.read() as connection:
            return self._everywhere and bool(await boards.rated(connection, ALL_SERVERS, person_id))

    async def _of_all_servers(self, connection: AsyncConnection, person_id: int) -> list[Rated]:
        """Return a person's ratings of all servers; who does not agree to them at present shows them to nobody."""
        if not self._everywhere or not await settings.agreed(connection, [person_id]):
            return []
        return await boards.rated(connection, ALL_SERVERS, person_id)


async def _steps(connection: AsyncConnection, rated: Rated, person_id: int, since: datetime) -> tuple[Step, ...]:
    steps = await boards.steps(connection, rated.pool.id, person_id, MOST)
    return tuple(each for each in steps if each.at >= since)


def _counterparts(habits: Recent) -> set[int]:
    """Return with whom seats changed hands of which a profile tells."""
    both = (habits.taken_over, habits.handed_over)
    return {each.person_id for found in both for each in found.people[:MOST_MET] if each.person_id is not None}


def _as_seen(habits: Recent, seen: Collection[int]) -> Recent:
    """Return what the latest matches tell, with those named who appear to the reader, and no more than a few."""

    def named(found: Handovers) -> Handovers:
        people = (
            replace(each, person_id=each.person_id if each.person_id in seen else None)
            for each in found.people[:MOST_MET]
        )
        return replace(found, people=tuple(people))

    if not habits.taken_over.count and not habits.handed_over.count:
        return habits
    return replace(habits, taken_over=named(habits.taken_over), handed_over=named(habits.handed_over))


def _by_mode(totals: Iterable[PersonTotal]) -> tuple[ModeRecord, ...]:
    grouped: dict[tuple[str, str], list[PersonTotal]] = {}
    for each in totals:
        grouped.setdefault((each.game, each.mode), []).append(each)
    found = [
        ModeRecord(game, mode, _sum(map(_record, rows)), tuple((each.seat, _record(each)) for each in rows))
        for (game, mode), rows in grouped.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.all.played, each.game, each.mode)))


def _record(total: PersonTotal) -> Record:
    return Record(total.played, total.won, total.drawn, total.lost, total.score_sum)


def _sum(records: Iterable[Record]) -> Record:
    rows = [(each.played, each.won, each.drawn, each.lost, each.score_sum) for each in records]
    return Record(*(sum(column) for column in zip(*rows, strict=True))) if rows else Record(0, 0, 0, 0, 0)
