"""What happens when somebody's time is up.

The appointment only wakes this module up: whether somebody is late is found out under the match's lock, so that a turn
that arrives at the same moment either is played before, and nothing happens, or comes too late.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import SEED_BYTES, Chance
from engine.game import Json, Seat
from engine.luck import drawn_turn
from engine.text import Player, Text, dump_text, say
from hosting.clock.match_clock import marked
from hosting.consent.agreements import SUBSTITUTE
from hosting.consent.errors import AlreadyAsked
from hosting.consent.substitutes import Substitutes
from hosting.match import audit, events
from hosting.match.audit import Code
from hosting.match.events import BOT, Change
from hosting.match.model import Match, Paused, PostKind
from hosting.match.service import Matches, played
from hosting.runtime.entropy import Entropy
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from hosting.timekeeping.keeper import ends_together, time_up_at
from hosting.uptime.outages import CLOCK
from store import outbox

ORGANISER = "organiser"
"""In the payload of a post of kind "nudge": it calls those who organise matches."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _TimeUp:
    """What is done because time is up.

    Attributes:
        seats: Whose.
        did: For the audit log: "default", "forfeit", "random", "substitute" or "notice".
        change: What happens to the match.
    """

    seats: tuple[Seat, ...]
    did: str
    change: Change | Match


class Timeouts:
    """Does what a table agreed on when a player's time is up."""

    def __init__(
        self, clock: Clock, matches: Matches, schedule: Schedule, substitutes: Substitutes, entropy: Entropy
    ) -> None:
        self._clock = clock
        self._matches = matches
        self._schedule = schedule
        self._substitutes = substitutes
        self._entropy = entropy
        schedule.handle(CLOCK, self._due)

    async def _due(self, key: str, _payload: Json) -> None:
        match_id = int(key)
        while await self._settle(match_id):
            _log.debug("somebody ran out of time in match %d", match_id)
        async with self._matches.hold(match_id) as match:
            if (due := time_up_at(match)) is not None:
                # Somebody was given more time meanwhile, or another one is next.
                await self._schedule.set(CLOCK, key, due)

    async def _settle(self, match_id: int) -> bool:
        """Deal with the first seat that is late, or with all that are late together; return whether there was one."""
        found: _TimeUp | None = None

        async def decide(match: Match) -> Change | Match | None:
            nonlocal found
            late = _late(match, self._clock.now())
            if not late:
                return None
            found = self._what(match, late)
            return found.change

        async def also(connection: AsyncConnection, after: Match) -> None:
            if found is None:
                raise AssertionError(f"nobody is late in match {match_id}")
            await self._tell(connection, after, found)

        await self._matches.change(match_id, decide, also)
        return found is not None

    def _what(self, match: Match, late: tuple[Seat, ...]) -> _TimeUp:
        if match.session.game.info.defaults:
            return self._defaults(match, late)
        seat = late[0]
        game, state, now = match.session.game, match.session.state, self._clock.now()
        user_id = match.user_of(seat)
        match match.terms.timeout:
            case "forfeit":
                change = events.forfeit(match, seat, user_id, now, "time")
                return _TimeUp(
                    (seat,), "forfeit", replace(change, note=say("**{player}** lost on time.", player=Player(seat)))
                )
            case "random":
                text = drawn_turn(game, state, seat, Chance(self._entropy(SEED_BYTES)))
                session = match.session.play(seat, text)
                return _TimeUp((seat,), "random", played(match, session, seat, user_id, now, "time"))
            case did:
                return _TimeUp((seat,), did, self._waiting(match, seat))

    def _defaults(self, match: Match, late: tuple[Seat, ...]) -> _TimeUp:
        """Play what the rules say for those who did not decide, for all of them in one change."""
        game, state, session = match.session.game, match.session.state, match.session
        for seat in late:
            session = session.play(seat, game.format(state, seat, game.default(state, seat)))
        last = late[-1]
        change = played(match, session, last, match.user_of(last), self._clock.now(), "time")
        return _TimeUp(late, "default", change)

    def _waiting(self, match: Match, seat: Seat) -> Match:
        """Return a match in which a late player may still move, until people do something about it."""
        now = self._clock.now()
        waiting = match if match.clock is None else replace(match, clock=marked(match.clock, seat, now))
        if match.terms.timeout != "substitute":
            return waiting
        text = say("The time of {player} is up, and a substitute is sought.", player=Player(seat))
        return replace(waiting, paused=Paused(BOT, SUBSTITUTE, text, now))

    async def _tell(self, connection: AsyncConnection, after: Match, found: _TimeUp) -> None:
        now = self._clock.now()
        for seat in found.seats:
            await audit.note(connection, after, Code.TIME_UP, BOT, now, seat=seat, did=found.did)
            if not after.over:
                await self._tell_of(connection, after, seat, found.did)

    async def _tell_of(self, connection: AsyncConnection, after: Match, seat: Seat, did: str) -> None:
        if did == "substitute":
            try:
                await self._substitutes.call(connection, after, seat, BOT, "time")
            except AlreadyAsked:
                _log.info("somebody is sought for seat %d of match %d already", seat, after.id)
        notice = _NOTICES.get(did)
        if notice is not None:
            text = Text(notice.template, (("player", Player(seat)),))
            payload: dict[str, Json] = {"text": dump_text(text)}
            if did == "notice":
                payload[ORGANISER] = True
            await self._post(connection, after, payload)

    async def _post(self, connection: AsyncConnection, match: Match, payload: Mapping[str, Json]) -> None:
        posts: list[tuple[PostKind, int, Mapping[str, Json]]] = [
            ("nudge", place.channel_id, payload) for place in match.places if place.role == "board"
        ]
        await outbox.add(connection, match.id, match.seq, posts, self._clock.now())


def _late(match: Match, now: datetime) -> tuple[Seat, ...]:
    """Return the seats that something is to be done about, the earliest first; none if it is not time yet."""
    at = time_up_at(match)
    if match.over or match.clock is None or at is None or at > now:
        return ()
    late = tuple(seat for seat in match.clock.late(now) if seat in match.session.to_act)
    return late if ends_together(match) else late[:1]


_NOTICES: dict[str, Text] = {
    "default": say("{player} did not decide in time; what the rules say for that was played."),
    "random": say("{player} did not decide in time; a legal turn was drawn and played."),
    "substitute": say(
        "The time of {player} is up. The match is paused, and whoever takes over the seat has a full clock."
    ),
    "notice": say(
        "The time of {player} is up. The match goes on when they move; an organiser can give more time, look for a "
        "substitute or decide the match with `/organise`."
    ),
}
