"""A league on simulated time: a server with its places, and matches that are won at once."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select

from engine import registry
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.league.model import SeasonView
from hosting.league.terms import LeagueTerms
from hosting.match.model import Match, Person
from hosting.match_terms import Terms
from hosting.outbox import LeaguePost, load
from store.league.seasons import Fixture
from store.schema import metadata
from store.tables.values import Post
from tests.every_mode import drawn_text
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, NotingPoster, call, open_arena
from tests.hosting.lobby.offering import Shelf, ShelfBuilder
from tests.hosting.match.crash_player import PEOPLE, match_of

TERMS = LeagueTerms(
    kind="round-robin",
    game="tally",
    mode="2",
    match=Terms(clock=ClockTerms("turn", per_turn=timedelta(days=60)), agreed_ends=False),
    most=20,
    cap=3,
)
"""A round robin of two sides in one division, all rounds of which are open from the start; nobody runs out of time."""
TEAMS = replace(TERMS, mode="teams", teams=True)
"""The same for fixed teams of two, whose matches are silent."""
ORGANISER = 50
FIRST = 1001
"""The number of the first player; the others follow."""


@dataclass
class Played:
    """A league in an arena.

    Attributes:
        arena: The arena.
        clock: Its time.
        shelf: What was made of Discord.
        season: The number of the season.
    """

    arena: Arena
    clock: ManualClock
    shelf: Shelf
    season: int = 0

    async def found(self, count: int, terms: LeagueTerms = TERMS, name: str = "League") -> SeasonView:
        """Make a league, publish it, and have so many players join."""
        people = [Person(FIRST + at, f"P{at}") for at in range(count)]
        await call(self.arena, *people)
        made = await self.arena.leagues.create(GUILD, CHANNEL, ORGANISER, name, terms)
        self.season = made.season.id
        await self.arena.leagues.publish(self.season)
        for each in people:
            await self.arena.leagues.join(self.season, each.person_id)
        await self.arena.idle()
        return await self.view()

    async def begun(self, count: int, terms: LeagueTerms = TERMS, name: str = "League") -> SeasonView:
        """Do that, and start it."""
        await self.found(count, terms, name)
        await self.arena.leagues.start(self.season)
        await self.arena.idle()
        return await self.view()

    async def with_teams(self, count: int, terms: LeagueTerms | None = None, name: str = "Teams") -> SeasonView:
        """Make a league of so many teams, whose captains are every second one from the first player on; start it."""
        people = [Person(FIRST + at, f"P{at}") for at in range(2 * count)]
        await call(self.arena, *people)
        made = await self.arena.leagues.create(GUILD, CHANNEL, ORGANISER, name, terms or TEAMS)
        self.season = made.season.id
        await self.arena.leagues.publish(self.season)
        for captain in range(FIRST, FIRST + 2 * count, 2):
            await self.arena.leagues.join(self.season, captain, captain + 1)
            await self.arena.leagues.join(self.season, captain + 1, captain)
        await self.arena.leagues.start(self.season)
        await self.arena.idle()
        return await self.view()

    async def away(self, time: timedelta) -> None:
        """Let time pass in which players do not reach the bot."""
        self.arena.outages.lost()
        await self.pass_time(time)
        await self.arena.outages.found()
        await self.arena.idle()

    async def view(self) -> SeasonView:
        return await self.arena.leagues.view(self.season)

    async def stored(self) -> dict[str, list[Any]]:
        """Return all that is stored, by table."""
        async with self.arena.db.read() as connection:
            return {each.name: list(await connection.execute(select(each))) for each in metadata.sorted_tables}

    async def running(self) -> list[Fixture]:
        return [each for each in (await self.view()).fixtures if each.status == "running"]

    async def match(self, fixture: Fixture) -> Match:
        assert fixture.match_id is not None
        return await self.arena.matches.get(fixture.match_id)

    async def lose(self, fixture: Fixture, *seats: int) -> None:
        """Have seats of a fixture's match resign, the first of them first."""
        match = await self.match(fixture)
        for seat in seats:
            match = await self.arena.matches.forfeit(match.id, match.person_of(seat))

    async def play(self, fixture: Fixture, *moves: str) -> Match:
        match = await self.match(fixture)
        for move in moves:
            match = await self.arena.matches.play(match.id, match.to_act[0], move)
        return match

    async def play_on(self) -> int:
        """Have the second seat of everything that goes on resign, until nothing does; return how many did."""
        count = 0
        while found := await self.running():
            for each in found:
                await self.lose(each, *range(2, len(each.sides) + 1))
                count += 1
            await self.arena.idle()
        return count

    async def pass_time(self, time: timedelta) -> None:
        await self.clock.advance(time.total_seconds())
        await self.arena.idle()


def with_builder(arena: Arena, clock: ManualClock) -> Played:
    shelf = Shelf()
    arena.starter.set_builder(ShelfBuilder(shelf))
    return Played(arena, clock, shelf)


def told(poster: NotingPoster) -> list[Post]:
    """Return what was said of leagues in words."""
    return [post for post in poster.posts if post.subject.kind == "league" and "text" in post.payload]


def news(poster: NotingPoster) -> list[tuple[str, int]]:
    """Return what there was to tell of leagues besides, each with the number of the round or the fixture; no events."""
    return [(each.news, each.number) for each in _posts(poster) if each.news != "event"]


def events(poster: NotingPoster) -> list[int]:
    """Return the rounds whose events were to be as the rounds were then, in that order."""
    return [each.number for each in _posts(poster) if each.news == "event"]


def _posts(poster: NotingPoster) -> list[LeaguePost]:
    found = [load(post.kind, post.payload) for post in poster.posts if post.subject.kind == "league"]
    return [each for each in found if isinstance(each, LeaguePost)]


def terms(**given: object) -> LeagueTerms:
    """Return the usual terms but for some."""
    return replace(TERMS, **given)  # type: ignore[arg-type]


async def fill(path: Path, clock: ManualClock, rows: Iterable[tuple[int, int | None]], lost: int) -> None:
    """Fill a database as servers do: matches, a league, and a person who was deleted.

    `rows`: those of `EVERY_MODE` that are played, each with so many turns; None to its end. `lost`: how many of the
    league's matches are over.
    """
    arena = await open_arena(path, clock, NotingPoster(), registry.get)
    await call(arena, *PEOPLE)
    for number, count in rows:
        await turns(arena, number, count)
    await arena.idle()
    league = with_builder(arena, clock)
    await league.begun(4, replace(TERMS, game="replicants", mode="2"))
    for fixture in (await league.running())[:lost]:
        await league.lose(fixture, 1)
    gone = await arena.people.enter(99, GUILD, "Gus")
    await arena.deletions.delete(gone.person_id)
    await arena.idle()
    await arena.close()


async def turns(arena: Arena, number: int, count: int | None) -> None:
    """Play so many turns of a row of `EVERY_MODE`, or all of them; the same ones each time."""
    rng = random.Random(number)
    match = await match_of(arena, number)
    while not match.over and count != 0:
        seat = rng.choice(sorted(match.session.to_act))
        match = await arena.matches.play(match.id, match.person_of(seat), drawn_text(match.session, seat, rng))
        count = None if count is None else count - 1
