"""Lists of matches: a line is read from the store, so that no game is replayed for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from engine.errors import SetupError
from engine.game import Mode
from engine.seat import Seat
from hosting.clock import MatchClock
from hosting.core import Core
from hosting.match.model import Match, MatchSeat, MatchTitle, Parked, Paused
from hosting.match.service import Matches
from hosting.match_terms import Terms
from store.tables import match_queries
from store.tables.match_queries import ListedMatch, OwnMatch

COMPLETIONS = 25
"""Titles that Discord shows at once."""
MATCHES_SEARCHED = 200
"""Latest matches of a server among which a member's match is searched."""
_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FollowedIn:
    """The channel where a match is followed; None for a match in silence, `interrupted` if it's gone or shut."""

    channel_id: int | None
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A running match in a list.

    Attributes:
        mode: None if this version knows no such mode.
        clock: With the time of outages given back; None without one.
        parked: Why it's parked, if it is.
        paused: Why it's paused, if it is.
        readable: False if this version doesn't know its game, or was asked for it and could not replay it.
    """

    match: ListedMatch
    mode: Mode | None
    clock: MatchClock | None
    terms: Terms
    parked: Parked | None
    paused: Paused | None
    readable: bool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.match.seats)

    @property
    def silent(self) -> bool:
        return self.mode is not None and self.mode.silent

    @property
    def deciding(self) -> frozenset[Seat]:
        return frozenset(self.match.to_act) | frozenset(self.match.sealed)

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats that must decide now, as far as everybody may know (`hosting.match.model.awaited`)."""
        secret = len(self.deciding) > 1 and not self.terms.shows_chosen
        return self.deciding if secret else frozenset(self.match.to_act)

    def seat_of(self, person_id: int) -> MatchSeat | None:
        return next((seat for seat in self.match.seats if seat.person_id == person_id), None)

    def home(self, person_id: int | None) -> int:
        """Return the channel in which a person follows it: their team's own channel, if there is one."""
        seat = None if person_id is None else self.seat_of(person_id)
        if seat is None or not self.silent:
            return self.match.channel_id
        own = (place.channel_id for place in self.match.places if place.role == f"team:{seat.team}")
        return next(own, self.match.channel_id)

    def spot(self, person_id: int | None) -> FollowedIn:
        """Return where a person, None for everybody, can follow it."""
        own = person_id is not None and self.seat_of(person_id) is not None
        channel = self.home(person_id) if own or not self.silent else None
        return FollowedIn(channel, interrupted=self.match.status == "parked")

    def reveals_days(self, seat: Seat) -> bool:
        """Return whether a partner could read the days of a vacation from a seat's clock (R29)."""
        return self.silent and self.clock is not None and bool(self.clock.seat(seat).calendar.away)


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of a list, the most urgent first; `more` tells whether others follow."""

    lines: tuple[Line, ...]
    more: bool


@dataclass(eq=False, slots=True)
class Lists:
    """Reads lists of matches that go on."""

    core: Core
    matches: Matches

    async def servers_of(self, person_id: int) -> frozenset[int]:
        async with self.core.db.read() as connection:
            return frozenset(each.guild_id for each in await match_queries.own_lines(connection, person_id))

    async def of_person(
        self, person_id: int, first: int, count: int, *, waiting: bool = False, outside: Collection[int] = ()
    ) -> Page:
        """Return some of a player's matches in all servers but those `outside`.

        `first`: how many come before; `waiting`: only matches in which others wait for the player.
        """
        async with self.core.db.read() as connection:
            held = await match_queries.own_lines(connection, person_id)
            own = by_urgency([each for each in held if each.guild_id not in outside])
            if waiting:
                own = [each for each in own if each.mine and not (each.still or each.alone)]
            found = [each.id for each in own[first : first + count]]
            return self._page(await match_queries.lines(connection, found), more=len(own) > first + count)

    async def is_first_turn(self, match: Match, person_id: int) -> bool:
        """Return whether a player is to play the first turn of their first match of a game."""
        seat = match.seat_of(person_id)
        if seat is None or any(entry.seat == seat for entry in match.session.entries):
            return False
        async with self.core.db.read() as connection:
            return not await match_queries.played_before(connection, person_id, match.game, match.id)

    async def in_guild(self, guild_id: int, person_id: int, channels: Collection[int], first: int, count: int) -> Page:
        """Return some of a server's matches, those that wait for a person first.

        Their own matches are listed wherever they are, others only in these `channels`. `first`: how many come before.
        """
        async with self.core.db.read() as connection:
            own = await match_queries.own_lines(connection, person_id, guild_id)
            mine = [each.id for each in by_urgency(own) if each.mine and not each.still]
            found = mine[first : first + count + 1]
            if len(found) <= count:
                found += await match_queries.urgent_lines(
                    connection,
                    guild_id,
                    channels,
                    [each.id for each in own],
                    mine,
                    max(0, first - len(mine)),
                    count + 1 - len(found),
                )
            return self._page(await match_queries.lines(connection, found[:count]), more=len(found) > count)

    async def waiting(self, person_id: int, guild_id: int) -> frozenset[int]:
        async with self.core.db.read() as connection:
            own = await match_queries.own_lines(connection, person_id, guild_id)
        return frozenset(each.id for each in own if each.mine and not each.still)

    async def spots(self, match_ids: Sequence[int], person_id: int | None = None) -> dict[int, FollowedIn]:
        async with self.core.db.read() as connection:
            found = await match_queries.lines(connection, match_ids)
        return {each.id: self._line(each).spot(person_id) for each in found}

    async def parked(self, guild_id: int) -> list[int]:
        async with self.core.db.read() as connection:
            return await match_queries.parked_lines(connection, guild_id)

    async def parked_in(self, channel_id: int) -> list[int]:
        async with self.core.db.read() as connection:
            match_id = await match_queries.busy_in(connection, channel_id)
            found = [] if match_id is None else await match_queries.lines(connection, [match_id])
        return [each.id for each in found if each.status == "parked"]

    async def interrupted(self, guild_id: int) -> list[Line]:
        async with self.core.db.read() as connection:
            found = await match_queries.lines(connection, await match_queries.parked_lines(connection, guild_id))
        return [self._line(each) for each in found]

    async def own_titles(
        self, person_id: int, guild_id: int | None = None, most: int = MATCHES_SEARCHED
    ) -> list[MatchTitle]:
        async with self.core.db.read() as connection:
            own = sorted(
                (each.id for each in await match_queries.own_lines(connection, person_id, guild_id)), reverse=True
            )
            return await match_queries.own_title_lines(connection, own[:most])

    async def titles(self, guild_id: int, typed: str = "", *, over: bool = False) -> list[MatchTitle]:
        """Return the latest matches of a server, and others with a player whose name has the typed letters.

        `over`: finished ones instead of running ones.
        """
        wanted: Literal["live", "over"] = "over" if over else "live"
        async with self.core.db.read() as connection:
            found = await match_queries.title_lines(connection, guild_id, MATCHES_SEARCHED, wanted=wanted)
            if typed and len(found) == MATCHES_SEARCHED:
                named = await match_queries.title_lines(connection, guild_id, COMPLETIONS, wanted=wanted, name=typed)
                found += [each for each in named if each.id < found[-1].id]
        return found

    async def recent(self, guild_id: int, person_id: int) -> list[tuple[MatchTitle, bool]]:
        async with self.core.db.read() as connection:
            found = await match_queries.title_lines(connection, guild_id, MATCHES_SEARCHED, wanted="all")
            seated = await match_queries.seated(connection, person_id, [each.id for each in found])
        return [(each, each.id in seated) for each in found]

    def _page(self, found: Sequence[ListedMatch], *, more: bool) -> Page:
        return Page(tuple(self._line(each) for each in found), more)

    def _line(self, match: ListedMatch) -> Line:
        try:
            game = self.core.games(match.game)
        except SetupError:
            game = None
        return Line(
            match,
            None if game is None else game.info.mode(match.mode),
            None if match.clock is None else self.core.outages.current(MatchClock.load(match.clock), match.guild_id),
            Terms.load(match.terms),
            None if match.parked is None else Parked.load(match.parked),
            None if match.paused is None else Paused.load(match.paused),
            game is not None and match.id not in self.matches.unreadable,
        )


def by_urgency(found: Collection[OwnMatch]) -> list[OwnMatch]:
    """Return matches in the order in which their player should look at them.

    Those that wait for the player come first, by deadline, then by how long they have waited, with matches against the
    game itself last; then those that wait for others, then paused ones.
    """
    return sorted(
        found, key=lambda each: (each.still, not each.mine, each.alone, each.due_at or _NEVER, each.moved_at, each.id)
    )
