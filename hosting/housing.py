"""The channels of matches, interruptions without them, and players who leave the server.

A match whose channels are gone, closed to the bot or out of its reach is parked: nobody may move, its clock is stopped,
and nothing is posted, so that refused requests aren't repeated. It goes on when its channels can be written to again,
or when a member gives it others (`/match move-to`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.text import Listed, Player, Text, dump_text, say
from hosting.consent.agreements import LEFT
from hosting.core import Core
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Vacancy
from hosting.match.model import Match, Parked, Paused, Place
from hosting.match.service import Matches
from hosting.outbox import DELIVERY_FAILED, TextPost
from store.tables import match_queries

GONE = "channel-gone"
"""A channel that the match needs was deleted."""
FORBIDDEN = "forbidden"
"""The bot may not post in a channel that the match needs."""
REFUSED = "refused"
"""Discord refused a post for another reason."""
KICKED = "kicked"
"""The bot is not in the server any more."""
SILENCE = "silence"
"""The channels of a silent match cannot be made silent (`cogs.silence.cog`)."""
UNHOUSED = frozenset({GONE, FORBIDDEN, REFUSED, KICKED, DELIVERY_FAILED})
"""A match that is parked for one of these goes on as soon as all its channels can be written to."""

REMOVED = say("I was removed from this server.")
"""Why a match is parked with `KICKED`."""
DELETED = say("This match's channel is gone.")
"""Why a match is parked with `GONE`."""
SHUT = say("Discord won't let me post in this match's channel, although I'm not missing any permission I know of.")
"""Why a match is parked with `FORBIDDEN` where no permission is missing; `shut` says which are."""

_TO_DO: Mapping[str, Text] = {
    GONE: say("Use `/match move-to` in another channel to move it there."),
    FORBIDDEN: say(
        "The match resumes by itself once I can post there again. Or `/match move-to` in another channel moves "
        "it there."
    ),
    REFUSED: say("Use `/doctor` there to try again, or `/match move-to` in another channel to move it there."),
    DELIVERY_FAILED: say("Use `/doctor` there to try again, or `/match move-to` in another channel to move it there."),
    KICKED: say("It resumes automatically when I'm back in the server."),
    SILENCE: say("Use `/silence status` to try again, or `/match move-to` to recreate deleted channels."),
}
_ASK = say("Please ask an organiser of this server.")


def shut(channel_id: int, missing: Listed) -> Text:
    """Return why a match is parked with `FORBIDDEN`: the permissions that the bot lacks in a channel."""
    return say(
        "I can't post in {channel}, where this match is played: I'm missing {permissions} there.",
        channel=f"<#{channel_id}>",
        permissions=missing,
    )


def to_do(parked: Parked) -> Text:
    """Return what to do about a parked match."""
    return _TO_DO.get(parked.code, _ASK)


def housed(match: Match, *places: Place) -> Match:
    """Return a match with these places in place of those with the same roles."""
    new = {place.role: place for place in (*match.places, *places)}
    board = new["board"]
    return replace(match, channel_id=board.channel_id, places=tuple(new[role] for role in sorted(new)))


def unhoused(match: Match, role: str) -> Match:
    """Return a match without the place with a role, which must not be its board."""
    return replace(match, places=tuple(place for place in match.places if place.role != role))


def interruption_key(match_id: int) -> str:
    """Return the key for the interruption of a match that people were told of."""
    return f"housing-told:{match_id}"


@dataclass(eq=False, slots=True)
class Housing:
    """The channels of matches."""

    core: Core
    matches: Matches

    async def move(
        self, match_id: int, places: Sequence[Place], person_id: int, *, without: str | None = None
    ) -> Match:
        """Give an interrupted match other places; one that goes on, or is over, is left alone.

        `places` replace those with the same roles; `without`: the role of a place that is gone and isn't needed.
        """

        async def decide(match: Match) -> Change | None:
            if match.over or match.parked is None:
                return None
            after = housed(match if without is None else unhoused(match, without), *places)
            return Change(after, self.core.clock.now()).logged(AuditCode.REHOUSED, person_id, channel=after.channel_id)

        return await self.matches.change(match_id, decide)

    async def guilds(self) -> list[int]:
        async with self.core.db.read() as connection:
            return await match_queries.guilds_of_running(connection, self.core.share)

    async def home(self, match: Match) -> int | None:
        """Return the channel in which the table of a match was opened, or None."""
        return (await self.homes([match.id])).get(match.id)

    async def homes(self, match_ids: Sequence[int]) -> dict[int, int]:
        async with self.core.db.read() as connection:
            return await match_queries.homes_of_running(connection, match_ids)


# Players who left the server: their match is paused until they are back or a substitute has their seat.


@dataclass(eq=False, slots=True)
class Absences:
    """Pauses matches whose next player left, and resumes them."""

    core: Core
    matches: Matches

    async def miss(self, match_id: int, person_id: int) -> Match:
        """Pause a match because the player to move left; look for a substitute if the table says so.

        A match that is paused or waits for another player is left alone. Raises NoSuchMatch.
        """

        async def decide(match: Match) -> Change | None:
            seat = match.seat_of(person_id)
            if match.alone:  # nobody waits
                return None
            if match.over or match.parked or match.paused or seat is None or seat not in match.awaited:
                return None
            now, reason = self.core.clock.now(), say("{player} left the server.", player=Player(seat))
            text = say(
                "{player} left the server, so the match is paused. It resumes when they're back, or when a "
                "substitute takes over: an organiser can ask for one.",
                player=Player(seat),
            )
            change = Change(
                replace(match, paused=Paused(person_id, LEFT, reason, now)),
                now,
                announcement=TextPost(text, missing=seat),
                vacancies=(Vacancy(seat, BOT),) if match.terms.timeout == "substitute" else (),
            )
            return change.logged(AuditCode.PAUSED, BOT, reason=dump_text(reason))

        return await self.matches.change(match_id, decide)

    async def back(self, match_id: int, person_id: int) -> Match:
        """Resume a match that waited for a player. Raises NoSuchMatch."""

        async def decide(match: Match) -> Change | None:
            if absent(match) != person_id:
                return None
            seat, text = match.seat_of(person_id), None
            if seat is not None:
                text = say("{player} is back in the server, and the match goes on.", player=Player(seat))
            change = Change(replace(match, paused=None), self.core.clock.now(), announcement=text)
            return change.logged(AuditCode.RESUMED, BOT)

        return await self.matches.change(match_id, decide)

    async def moved(self, after: datetime, until: datetime) -> list[int]:
        async with self.core.db.read() as connection:
            return await match_queries.moved(connection, after, until, self.core.share)

    async def waiting(self) -> list[tuple[int, int]]:
        async with self.core.db.read() as connection:
            found = await match_queries.paused_matches(connection, self.core.share)
        return [
            (match_id, paused["user"])
            for match_id, paused in found
            if isinstance(paused, dict) and paused.get("code") == LEFT
        ]


def absent(match: Match) -> int | None:
    """Return the player who left the server and for whom a match waits, or None."""
    return match.paused.person_id if match.paused is not None and match.paused.code == LEFT else None
