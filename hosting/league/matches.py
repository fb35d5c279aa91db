"""The match of a fixture, as those who play it are told of it: which league and round, and what a forfeit means."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from engine.text import Player, Text, say
from hosting.league.brackets import round_text
from hosting.league.naming import season_name
from hosting.league.terms import LeagueTerms
from store.league import entries, fixtures, seasons
from store.league.values import Fixture, League, StoredSeason


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A match of a season.

    Attributes:
        league: Its league.
        season: Its season.
        terms: Of the season.
        fixture: What it is played for.
        count: Entries of its division at the start.
    """

    league: League
    season: StoredSeason
    terms: LeagueTerms
    fixture: Fixture
    count: int

    @property
    def where(self) -> Text:
        """Where the match stands: the season and the round; in a tie of several, which match it is."""
        name = season_name(self.league, self.season)
        if self.terms.kind == "ladder":
            return name
        called = round_text(self.terms, self.count, self.fixture.stage, self.fixture.round)
        if self.fixture.stage == "division" or self.fixture.leg == 1:  # there the leg is told by the round
            return say("{league} · {round}", league=name, round=called)
        return say("{league} · {round}, match {number}", league=name, round=called, number=self.fixture.leg)

    @property
    def forfeit(self) -> Text:
        """What a forfeit means to who plays it."""
        if self.terms.sides > 2:
            return say("If you forfeit, you come last at this table.")
        if self.terms.kind == "ladder":
            return say("If you forfeit, you lose the challenge.")
        if self.terms.kind not in ("knockout", "double-knockout"):
            return say("If you forfeit, you get nothing, and your opponent wins.")
        if self.terms.legs > 1:
            return say("If you forfeit, you lose this match of the best of {legs}.", legs=self.terms.legs)
        if self.fixture.stage == "winners":
            return say("If you forfeit, you go on in the losers' bracket.")
        if self.fixture.stage == "final":
            return say("If you forfeit, you lose the final.")
        if self.fixture.stage == "third":
            return say("If you forfeit, you come fourth.")
        return say("If you forfeit, you're out.")

    def without(self, seat: Seat, days: int) -> Text:
        """What follows if a match is stalled for so many days as the player of a seat is gone, for other readers."""
        return self._without.using(player=Player(seat), days=days, legs=self.terms.legs)

    @property
    def _without(self) -> Text:  # noqa: PLR0911 - a line for each format
        if self.terms.teams:  # the partner may play on
            return say("If the match is stalled for {days} days, {player} forfeits.")
        if self.terms.sides > 2:
            return say("If the match is stalled for {days} days, {player} forfeits and comes last at this table.")
        if self.terms.kind == "ladder":
            return say("If the match is stalled for {days} days, {player} forfeits and loses the challenge.")
        if self.terms.kind not in ("knockout", "double-knockout"):
            return say("If the match is stalled for {days} days, {player} forfeits and gets nothing.")
        if self.terms.legs > 1:
            return say(
                "If the match is stalled for {days} days, {player} forfeits and loses this match of the best of {legs}."
            )
        if self.fixture.stage == "winners":
            return say("If the match is stalled for {days} days, {player} forfeits and goes on in the losers' bracket.")
        if self.fixture.stage == "final":
            return say("If the match is stalled for {days} days, {player} forfeits and loses the final.")
        if self.fixture.stage == "third":
            return say("If the match is stalled for {days} days, {player} forfeits and comes fourth.")
        return say("If the match is stalled for {days} days, {player} forfeits and is out.")


async def round_of(connection: AsyncConnection, season: StoredSeason, fixture: Fixture) -> Text:
    """Return what the round of a fixture is called."""
    count = await entries.begun(connection, season.id, fixture.division)
    return round_text(LeagueTerms.load(season.terms), count, fixture.stage, fixture.round)


async def of_fixture(connection: AsyncConnection, fixture_id: int) -> SeasonMatch | None:
    """Return what a match is that is played for a fixture; None if there is no such fixture any more."""
    fixture, season_id = await fixtures.load(connection, fixture_id), await fixtures.season_of(connection, fixture_id)
    season = None if season_id is None else await seasons.load(connection, season_id)
    league = None if season is None else await seasons.league(connection, season.league_id)
    if fixture is None or season is None or league is None:
        return None
    count = await entries.begun(connection, season.id, fixture.division)
    return SeasonMatch(league, season, LeagueTerms.load(season.terms), fixture, count)


async def of_match(connection: AsyncConnection, match_id: int) -> SeasonMatch | None:
    """Return what a match is in its season; None if it is of none, or its fixture is played again by another one."""
    found = await fixtures.of_match(connection, match_id)
    return None if found is None else await of_fixture(connection, found[1])
