"""A season from its ZIP, rebuilt as a league of its own: a closed one as it was, a running one to go on here.

A closed season has no matches here, and nothing of it is rated again: its results stay with the file's numbers and are
only written out again. Of a running one those fixtures that went on are planned again, as their matches are elsewhere;
it is paused until an organiser resumes it, and nothing begins for players of whom it is not known who they are. It has
no secret, so it gets a new one for what is still to be drawn.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from engine.errors import ArenaError
from engine.text import Text, say, say_n
from hosting.league import continuing, suiting
from hosting.league.calls import Calls
from hosting.league.checks import check_name, check_terms
from hosting.league.errors import BadLeagueTerms, BadSeasonFile, LeagueNameTaken
from hosting.league.files import LEAGUE, Contents
from hosting.league.lots import SECRET_BYTES
from hosting.league.reading import cells_of, placed, understood
from hosting.league.rebuilding import Rebuilding, latest
from hosting.league.telling import report
from hosting.league.terms import LeagueTerms
from hosting.league.unpacking import unpacked
from hosting.match.service import Games
from hosting.runtime.entropy import Entropy
from hosting.runtime.time import Clock
from store.database import Database
from store.league import imported, seasons
from store.league.imported import ImportedMatch
from store.league.values import Kind, League, StoredSeason

_UNKNOWN = say("this bot does not know the game, or not this way to play it.")


@dataclass(frozen=True, slots=True)
class ReadSeason:
    """A season as its files say, all of which agree.

    Attributes:
        name: Of its league.
        number: Of the season in its league.
        kind: The format.
        game: Key of the game.
        mode: Key of the mode.
        closed: Whether nothing of it changes any more.
        entries: How many stood in it.
        people: How many people are named by a number.
        fixtures: How many it has.
        matches: How many of its matches ended.
        starts_at: When it started.
        ends_at: Its fixed end; None where nobody named one.
        notes: What is to be known before it is imported, a sentence each.
        found: All that the files say.
        terms: On what it goes on.
        matches_of: Its matches as they are stored.
    """

    name: str
    number: int
    kind: Kind
    game: str
    mode: str
    closed: bool
    entries: int
    people: int
    fixtures: int
    matches: int
    starts_at: datetime | None
    ends_at: datetime | None
    notes: tuple[Text, ...]
    found: Contents = field(repr=False)
    terms: LeagueTerms = field(repr=False)
    matches_of: tuple[ImportedMatch, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Origin:
    """From where a season came.

    Attributes:
        name: What its league is called there.
        number: Of the season there.
        commitment: SHA-256 of the secret of its lots there, in hex.
    """

    name: str
    number: int
    commitment: str


class SeasonImports:
    """Reads and rebuilds seasons."""

    def __init__(self, database: Database, clock: Clock, games: Games, entropy: Entropy, calls: Calls) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._entropy = entropy
        self._calls = calls

    async def read(self, data: bytes) -> ReadSeason:
        """Return what a ZIP says of a season; nothing is changed. Some seconds of another thread for a large one.

        Raises:
            BadSeasonFile: It is not what the bot writes of a season, its files do not agree, or it cannot go on here.
        """
        return await asyncio.to_thread(self._read, data)

    def _read(self, data: bytes) -> ReadSeason:
        """Do that, and hold what was understood against the games there are and what a database can hold."""
        found = understood(data)
        terms, now = continuing.terms_of(found), self._clock.now()
        try:
            self._suit(found, terms, now)
        except BadSeasonFile as error:
            raise placed(error, unpacked(data)) from error
        return ReadSeason(
            name=found.name,
            number=found.number,
            kind=terms.kind,
            game=terms.game,
            mode=terms.mode,
            closed=found.closed,
            entries=len(found.entries),
            people=len(found.people),
            fixtures=len(found.fixtures),
            matches=len(found.records),
            starts_at=found.starts_at,
            ends_at=found.ends_at,
            notes=tuple(_notes(found, now)),
            found=found,
            terms=terms,
            matches_of=tuple(_matches(found, data)),
        )

    def _suit(self, found: Contents, terms: LeagueTerms, now: datetime) -> None:
        """Hold a season against the game it is played in, as that is here. Raises BadSeasonFile."""
        try:
            game = self._games(terms.game)
            if game.info.mode(terms.mode) is None:
                raise BadSeasonFile(LEAGUE, 0, _UNKNOWN, "mode")
            if not found.closed:
                check_terms(replace(terms, starts_at=None, ends_at=None), game, now)
            suiting.check(found, terms, game.info)
        except BadSeasonFile:
            raise
        except BadLeagueTerms as error:
            why = say("the season cannot go on here. {why}", why=error.text)
            raise BadSeasonFile(LEAGUE, 0, why, "kind") from error
        except ArenaError as error:
            raise BadSeasonFile(LEAGUE, 0, _UNKNOWN, "game") from error
        except (LookupError, ValueError, TypeError, ArithmeticError) as error:
            raise BadSeasonFile(LEAGUE, 1, say("no season can be made of these files.")) from error

    async def origin(self, season_id: int) -> Origin | None:
        """Return from where a season came; None for one that was not imported."""
        async with self._db.read() as connection:
            found = await imported.season(connection, season_id)
        if found is None:
            return None
        league = cast("dict[str, Any]", found.league)
        return Origin(league["name"], league["season"], league["commitment"])

    async def add(self, guild_id: int, channel_id: int, by: int, read: ReadSeason, name: str | None = None) -> int:
        """Rebuild a season as a league of its own, in one transaction; return the number of the season.

        Args:
            guild_id: The server.
            channel_id: Where the league is announced, and where its matches are started.
            by: Who imports it.
            read: What `read` returned.
            name: What the league is called here; None for as in the file.

        Raises:
            BadLeagueName, LeagueNameTaken: As it says; nothing was changed.
        """
        name, now = check_name(read.name if name is None else name), self._clock.now()
        secret = read.found.secret or self._entropy(SECRET_BYTES)
        async with self._db.write(long=True) as connection:
            league = await seasons.add_league(connection, League(0, guild_id, channel_id, by, name, now))
            if league is None:
                raise LeagueNameTaken
            season = await seasons.add(connection, _season(read, league, secret, now))
            await Rebuilding(connection, season, read.found, by, now).write(read.matches_of)
            if not read.closed:
                await self._calls.now(connection, season)
            await report(connection, season, "imported", now)
        self._calls.noticed()
        return season.id


def _season(read: ReadSeason, league: League, secret: bytes, now: datetime) -> StoredSeason:
    found = read.found
    closed = (latest(found) or now) if found.closed else None
    return StoredSeason(
        id=0,
        guild_id=league.guild_id,
        league_id=league.id,
        number=found.number,
        status="closed" if found.closed else "paused",
        terms=read.terms.dump(),
        secret=secret,
        created_at=now,
        entries_digest=found.digest,
        published_at=found.starts_at,
        started_at=found.starts_at,
        ends_at=found.ends_at,
        ended_at=closed,
        closed_at=closed,
        paused_at=None if found.closed else now,
    )


def _matches(found: Contents, data: bytes) -> Iterator[ImportedMatch]:
    """Give the matches of a season as they are stored."""
    results: defaultdict[int, list[list[str]]] = defaultdict(list)
    ratings: defaultdict[int, list[list[str]]] = defaultdict(list)
    for filename, column, there in (("results.csv", 0, results), ("ratings.csv", 2, ratings)):
        for cells in cells_of(data, filename):
            there[int(cells[column])].append(cells)
    for number, record in sorted(found.records.items()):
        yield ImportedMatch(number, results[number], ratings[number], zlib.compress(record.encode()))


def _notes(found: Contents, now: datetime) -> Iterator[Text]:
    """Give what is to be known before a season is imported."""
    if found.closed:
        yield say("It is closed: its results are shown as they are and count for no rating here.")
        if found.continuation is None:
            yield say("The files do not say all of its terms: a season that follows it begins with the usual ones.")
        return
    yield say("It is paused here until an organiser resumes it, and what is still to be drawn has a new commitment.")
    going = sum(each.status == "running" for each in found.fixtures)
    if going:
        yield say_n(
            "{count} match goes on elsewhere: its fixture is planned again here.",
            "{count} matches go on elsewhere: their fixtures are planned again here.",
            going,
        )
    if found.continuation is None:
        yield say("The files do not say all of its terms, the clock among them: what is missing is as usual.")
    if found.ends_at is not None and found.ends_at <= now:
        yield say("Its last day is over: it ends as soon as it is imported.")
