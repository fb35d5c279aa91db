"""Where a match lives, why it can be without a place, and what is to be done then.

A match whose channels are gone, closed to the bot or out of its reach is parked: nobody may move, its clock stands
still, and nothing is posted, so that nothing is refused again and again. It goes on when its channels can be written to
again, or when a member gives it others (`/match move-to`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.text import Listed, Text, say
from hosting.match.audit import AuditCode
from hosting.match.events import Change
from hosting.match.model import Match, Parked, Place
from hosting.match.service import Matches
from hosting.outbox.dispatcher import DELIVERY_FAILED
from hosting.runtime.time import Clock
from store import housing
from store.database import Database

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
DELETED = say("The channel of this match is gone.")
"""Why a match is parked with `GONE`."""
SHUT = say("Discord doesn't let me post in the channel of this match, although I lack no permission that I know of.")
"""Why a match is parked with `FORBIDDEN` where no permission is missing; `shut` says which are."""

_TO_DO: Mapping[str, Text] = {
    GONE: say("`/match move-to` in another channel gives it a new place."),
    FORBIDDEN: say(
        "It goes on by itself when I may post there again. Or `/match move-to` in another channel gives it a new place."
    ),
    REFUSED: say("`/doctor` there tries again; `/match move-to` in another channel gives it a new place."),
    DELIVERY_FAILED: say("`/doctor` there tries again; `/match move-to` in another channel gives it a new place."),
    KICKED: say("It goes on by itself when I am in the server again."),
    SILENCE: say("`/silence status` tries again; `/match move-to` makes channels anew that were deleted."),
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
    """Return what puts right why a match is parked."""
    return _TO_DO.get(parked.code, _ASK)


def housed(match: Match, *places: Place) -> Match:
    """Return a match with these places in place of those with the same roles."""
    new = {place.role: place for place in (*match.places, *places)}
    board = new["board"]
    return replace(match, channel_id=board.channel_id, places=tuple(new[role] for role in sorted(new)))


def unhoused(match: Match, role: str) -> Match:
    """Return a match without the place with a role, which must not be its board."""
    return replace(match, places=tuple(place for place in match.places if place.role != role))


def told_key(match_id: int) -> str:
    """Return under which key is noted of which interruption of a match people were told."""
    return f"housing-told:{match_id}"


class Housing:
    """Where matches live, beyond the matches themselves."""

    def __init__(self, database: Database, clock: Clock, matches: Matches) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches

    async def move(
        self, match_id: int, places: Sequence[Place], person_id: int, *, without: str | None = None
    ) -> Match:
        """Give an interrupted match other places; one that goes on, or is over, is left alone.

        Args:
            match_id: Which.
            places: They take the places of those with the same roles.
            person_id: Who gives them.
            without: The role of a place that is gone and is not needed.
        """

        async def decide(match: Match) -> Change | None:
            if match.over or match.parked is None:
                return None
            after = housed(match if without is None else unhoused(match, without), *places)
            return Change(after, self._clock.now()).logged(AuditCode.REHOUSED, person_id, channel=after.channel_id)

        return await self._matches.change(match_id, decide)

    async def guilds(self) -> list[int]:
        """Return the servers in which matches go on."""
        async with self._db.read() as connection:
            return await housing.guilds(connection)

    async def home(self, match: Match) -> int | None:
        """Return the channel in which the table of a match was opened, or None."""
        return (await self.homes([match.id])).get(match.id)

    async def homes(self, match_ids: Sequence[int]) -> dict[int, int]:
        """Return the channels in which the tables of some matches were opened, by match."""
        async with self._db.read() as connection:
            return await housing.homes(connection, match_ids)
